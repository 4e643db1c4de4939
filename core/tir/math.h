// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of floating-point numbers that a kernel may call: as intrinsics (tir.exp) and from the C library by
// name (call_pure_extern("float32", "expf", x)). One list for those who read, interpret, compile and write them.
#pragma once

#include <string_view>

namespace nw::tir {

struct MathFunction {
  std::string_view name;                       // without the C library's f for float
  double (*unary)(double) = nullptr;           // what it computes, or
  double (*binary)(double, double) = nullptr;  // what it computes of two
  enum From : unsigned char { Both, Intrinsic, Library } from = Both;
  int arguments() const { return unary ? 1 : 2; }
};

// By an intrinsic's name; null: there is none.
const MathFunction* math_function(std::string_view name);

// By a symbol of the C library, with or without the f for float; null: there is none.
const MathFunction* library_function(std::string_view symbol);

}  // namespace nw::tir
