// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/bytes.h"

#include "tir/byte_dot.h"

namespace nw::op {

bool is_byte(DType type) {
  return type == DType::Int(8) || type == DType::UInt(8);
}

Expr quarter(const Expr& size) {
  return tir::floordiv(size + number(kBytes - 1), number(kBytes));
}

std::optional<double> constant_value(const Tensor& tensor) {
  const auto* compute = te::op_cast<te::ComputeNode>(tensor->op);
  if (!compute || !tensor->shape.empty() || compute->body.size() != 1) return std::nullopt;
  if (const int64_t* value = tir::as_const_int(compute->body.front())) return static_cast<double>(*value);
  const auto* real = tir::node_cast<tir::FloatImmNode>(compute->body.front());
  return real ? std::optional(real->value) : std::nullopt;
}

bool ZeroPoint::is_zero() const {
  const auto value = constant_value(numbers_);
  return value && static_cast<int64_t>(*value) + moved_ == 0;
}

Expr ZeroPoint::at(const Expr& channel) const {
  if (const auto value = constant_value(numbers_)) return number(static_cast<int64_t>(*value) + moved_);
  const bool one = numbers_->shape.empty();
  const Expr index = !one && tir::is_one(numbers_->shape[0]) ? number(0) : channel;
  return tir::cast(DType::Int(32), te::read(numbers_, one ? std::vector<Expr>() : std::vector{index})) + number(moved_);
}

Expr unsigned_byte(const Expr& element) {
  const Expr wide = tir::cast(DType::Int(32), element);
  return element->dtype.is_int() ? wide + number(128) : wide;
}

Expr signed_byte(const Expr& element) {
  const Expr wide = tir::cast(DType::Int(32), element);
  return element->dtype.is_uint() ? wide - number(128) : wide;
}

namespace {

Expr joined(const std::function<Expr(int64_t)>& byte) {
  Expr all;
  for (int64_t i = 0; i < kBytes; ++i) {
    const Expr one = i == 0 ? byte(i) : tir::call(DType::Int(32), "shift_left", {byte(i), number(8 * i)});
    all = all ? tir::call(DType::Int(32), "bitwise_or", {all, one}) : one;
  }
  return all;
}

// Whether byte i of the last element may be beyond the end.
bool may_exceed(const Expr& size, int64_t i) {
  const int64_t* known = tir::as_const_int(size);
  return !known || (*known % kBytes != 0 && i >= *known % kBytes);
}

}  // namespace

Expr packed_data(const Expr& k, const Expr& size, const ReadElement& read) {
  return joined([&](int64_t i) {
    const Expr at = k * number(kBytes) + number(i);
    return unsigned_byte(read(may_exceed(size, i) ? tir::min(at, size - number(1)) : at));
  });
}

Expr packed_weight(const Expr& k, const Expr& size, const ReadElement& read) {
  return joined([&](int64_t i) {
    const Expr at = k * number(kBytes) + number(i);
    const Expr byte = tir::call(DType::Int(32), "bitwise_and", {signed_byte(read(at)), number(255)});
    return may_exceed(size, i) ? tir::if_then_else(tir::lt(at, size), byte, number(0)) : byte;
  });
}

Expr byte_product(const Expr& data, const Expr& weight) {
  return tir::byte_dot(data, weight);
}

}  // namespace nw::op
