// SPDX-License-Identifier: GPL-3.0-or-later
// Independent pieces of work done by several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace nw {

// Calls `work` for 0, 1, …, count - 1 on up to `threads` threads, this one among them, which take the numbers in order.
// `begin` is called before each, by one thread at a time and in order; where it returns false, no more are begun.
// Returns when all that was begun is done. An exception of `work` leaves as if it had been thrown here; of several,
// that of the least number.
void side_by_side(size_t count, int threads, const std::function<bool(size_t)>& begin,
                  const std::function<void(size_t)>& work);

}  // namespace nw
