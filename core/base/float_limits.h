// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of the float types.
#pragma once

#include <limits>

#include "base/dtype.h"

namespace nw {

// The greatest finite value of a float type.
inline double max_finite(DType dtype) {
  if (dtype.is_bfloat()) return 3.3895313892515355e38;
  if (dtype.bits == 16) return 65504.0;
  return dtype.bits == 32 ? static_cast<double>(std::numeric_limits<float>::max()) : std::numeric_limits<double>::max();
}

}  // namespace nw
