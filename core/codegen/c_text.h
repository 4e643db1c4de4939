// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of C text put together with no more parentheses than they need.
#pragma once

#include <string>

#include "base/dtype.h"

namespace nw::codegen {

// C text and how tightly its outermost operator binds.
struct CText {
  enum Strength { kLoose, kSum, kProduct, kUnary, kAtom };
  std::string text;
  Strength strength = kAtom;
};

std::string hold(const CText& t, CText::Strength least);  // in parentheses if it binds less tightly
CText infix(const CText& a, const char* op, const CText& b, CText::Strength strength);
CText cast_to(const std::string& type, const CText& v);

std::string c_value_type(DType t);   // float for narrow floats, else the type in memory; bool for bool
std::string unsigned_type(DType t);  // in which an integer's sums wrap
std::string short_name(DType t);     // for names of helpers: i32, u8, f16, bf16

}  // namespace nw::codegen
