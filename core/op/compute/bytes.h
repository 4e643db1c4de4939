// SPDX-License-Identifier: GPL-3.0-or-later
// Integers of eight bits as int32 tensors with four bytes an element, so that sums of products take four at a time
// (tir/byte_dot.h). Data become unsigned bytes, weights signed ones: those of the other sign are moved by 128, and
// their zero points with them.
//   Σ (x − zx)(w − zw) = Σ x·w − zx·Σ w − zw·Σ x + zx·zw·count
#pragma once

#include <functional>
#include <optional>

#include "op/compute/tools.h"

namespace nw::op {

inline constexpr int64_t kBytes = 4;  // of an element

bool is_byte(DType type);        // int8 or uint8
Expr quarter(const Expr& size);  // how many elements hold so many bytes, rounded up

// Zero points of an operand: one number, or one for each output channel.
class ZeroPoint {
 public:
  // `moved`: what was added to the operand's elements.
  ZeroPoint(const Tensor& numbers, int64_t moved) : numbers_(numbers), moved_(moved) {}
  static ZeroPoint of_data(const Tensor& numbers, DType data) { return {numbers, data.is_int() ? 128 : 0}; }
  static ZeroPoint of_weight(const Tensor& numbers, DType weight) { return {numbers, weight.is_uint() ? -128 : 0}; }

  bool is_zero() const;                // known to be
  Expr at(const Expr& channel) const;  // int32

 private:
  Tensor numbers_;
  int64_t moved_;
};

// The value that a tensor has everywhere, where it is part of the computation.
std::optional<double> constant_value(const Tensor& tensor);

// Element k of a row of data, and of a row of weights, as it is multiplied: int32.
Expr unsigned_byte(const Expr& element);
Expr signed_byte(const Expr& element);
// Four neighbours of a row as one element: bytes 4k to 4k+3 of a row of `size`, which `read` gives. Data beyond the end
// are whatever the last element is; weights are 0 there.
using ReadElement = std::function<Expr(const Expr& k)>;
Expr packed_data(const Expr& k, const Expr& size, const ReadElement& read);
Expr packed_weight(const Expr& k, const Expr& size, const ReadElement& read);

// The product of an element of packed data by one of packed weights.
Expr byte_product(const Expr& data, const Expr& weight);

}  // namespace nw::op
