// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks for recursion over deep expressions: a sum of 10,000 terms is 10,000 levels deep, and code generation takes
// about two kilobytes a level. A stack costs memory only as far as it was used.
#pragma once

#include <functional>

namespace nw {

// Runs the function on a thread with such a stack, under the same budget, and returns when it is done. An exception
// leaves as if it had been thrown here.
void on_deep_stack(const std::function<void()>& function);

// The stacks of all threads that are started from now on, and of the first one as far as the system lets it grow. Once,
// first thing in main.
void deepen_stacks();

}  // namespace nw
