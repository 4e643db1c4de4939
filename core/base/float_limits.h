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

// The distance from 1 to the next number of a float type; 0 of other types.
inline double machine_epsilon(DType dtype) {
  if (!dtype.is_float()) return 0;
  if (dtype.is_bfloat()) return 0x1p-7;
  return dtype.bits == 16 ? 0x1p-10 : dtype.bits == 32 ? 0x1p-23 : 0x1p-52;
}

// The least positive number of a float type; 0 of other types.
inline double least_positive(DType dtype) {
  if (!dtype.is_float()) return 0;
  if (dtype.is_bfloat()) return 0x1p-133;
  return dtype.bits == 16 ? 0x1p-24 : dtype.bits == 32 ? 0x1p-149 : 0x1p-1074;
}

}  // namespace nw
