// SPDX-License-Identifier: GPL-3.0-or-later
// The scalar product of four unsigned bytes by four signed ones, which newer processors add to a sum in one instruction
// (vpdpbusd of AVX-512 VNNI). Either operand is an int32 whose bits 8i to 8i+7 are byte i:
//   Σ int32(uint8(a >> 8i)) · int32(int8(b >> 8i))
#pragma once

#include <optional>

#include "tir/expr.h"

namespace nw::tir {

// Both operands are int32, of equal lanes.
Expr byte_dot(const Expr& unsigned_bytes, const Expr& signed_bytes);
// Whether the expression is such a product, and nothing besides.
bool is_byte_dot(const Expr& e);

// A sum that contains such a product. An operand may have one lane where the sum has several.
struct ByteDotSum {
  Expr rest;  // the other summands; null: there are none
  Expr unsigned_bytes, signed_bytes;
};
// Whatever order the summands are in; nothing where the sum contains no such product.
std::optional<ByteDotSum> match_byte_dot(const Expr& sum);

}  // namespace nw::tir
