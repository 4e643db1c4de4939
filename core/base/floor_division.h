// SPDX-License-Identifier: GPL-3.0-or-later
// Division of integers that rounds down, and its remainder: Python's // and %, TIR's floordiv and floormod.
#pragma once

#include <cstdint>

namespace nw {

// b is not 0, and not -1 where a is the least integer.
constexpr int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// Of b's sign, and nearer to 0 than b.
constexpr int64_t floor_mod(int64_t a, int64_t b) {
  const int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

}  // namespace nw
