// SPDX-License-Identifier: GPL-3.0-or-later
// An integer wide enough for the product of two 64-bit bounds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace nw::codegen {

__extension__ typedef __int128 Wide;

inline int64_t clamp_to_64(Wide v) {
  return static_cast<int64_t>(std::clamp(v, Wide{INT64_MIN}, Wide{INT64_MAX}));
}

}  // namespace nw::codegen
