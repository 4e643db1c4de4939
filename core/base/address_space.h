// SPDX-License-Identifier: GPL-3.0-or-later
// A limit on the addresses of this process, which programs that it starts do not inherit: a driver for a GPU reserves
// far more addresses than there is memory.
#pragma once

#include <cstdint>

namespace nw {

// 0, or a build with a sanitizer, whose shadow memory is larger than any machine's: no limit. The last call counts.
void limit_address_space(int64_t bytes);

// While one lives the limit is what it was when this process began, for a process to be started.
class WithoutAddressLimit {
 public:
  WithoutAddressLimit();
  ~WithoutAddressLimit();
  WithoutAddressLimit(const WithoutAddressLimit&) = delete;
  WithoutAddressLimit& operator=(const WithoutAddressLimit&) = delete;
};

}  // namespace nw
