// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/byte_dot.h"

#include <array>
#include <vector>

#include "tir/visit.h"

namespace nw::tir {

namespace {

constexpr int kBytes = 4;
constexpr size_t kMostSummands = 64;  // no unrolled sum is that long

Expr byte_of(const Expr& bytes, int at, DType byte) {
  const DType wide = bytes->dtype;
  const Expr shifted = at == 0 ? bytes : call(wide, "shift_right", {bytes, constant(wide, 8.0 * at)});
  return cast(wide, cast(byte.with_lanes(wide.lanes), shifted));
}

// What all lanes share.
const Expr& element(const Expr& e) {
  const auto* all = node_cast<BroadcastNode>(e);
  return all ? all->value : e;
}

struct Byte {
  Expr bytes;
  int at = 0;
  bool is_signed = false;
};

std::optional<Byte> match_byte(const Expr& e) {
  const auto* wide = node_cast<CastNode>(element(e));
  const auto* narrow = wide ? node_cast<CastNode>(element(wide->value)) : nullptr;
  if (!narrow || wide->dtype.element() != DType::Int(32) || narrow->dtype.bits != 8 || !narrow->dtype.is_integer())
    return std::nullopt;
  const Expr& shifted = element(narrow->value);
  if (shifted->dtype.element() != DType::Int(32)) return std::nullopt;
  Byte byte{shifted, 0, narrow->dtype.is_int()};
  const auto* shift = node_cast<CallNode>(shifted);
  if (!shift || shift->name != "shift_right") return byte;
  const int64_t* by = as_const_int(element(shift->args[1]));
  if (!by || *by % 8 != 0 || *by < 0 || *by >= 8 * kBytes) return byte;
  byte.bytes = element(shift->args[0]);
  byte.at = static_cast<int>(*by / 8);
  return byte;
}

struct Product {
  Byte a, b;  // unsigned; signed
};

std::optional<Product> match_product(const Expr& e) {
  const auto* product = node_cast<BinaryNode>(element(e));
  if (!product || product->kind != ExprKind::Mul || product->dtype.element() != DType::Int(32)) return std::nullopt;
  std::optional<Byte> a = match_byte(product->a), b = match_byte(product->b);
  if (!a || !b || a->at != b->at || a->is_signed == b->is_signed) return std::nullopt;
  if (a->is_signed) std::swap(a, b);
  return Product{std::move(*a), std::move(*b)};
}

// False where there are too many.
bool summands_of(const Expr& e, std::vector<Expr>& summands) {
  const auto* sum = node_cast<BinaryNode>(e);
  if (sum && sum->kind == ExprKind::Add) return summands_of(sum->a, summands) && summands_of(sum->b, summands);
  summands.push_back(e);
  return summands.size() <= kMostSummands;
}

}  // namespace

Expr byte_dot(const Expr& unsigned_bytes, const Expr& signed_bytes) {
  Expr sum;
  for (int i = 0; i < kBytes; ++i) {
    const Expr product = byte_of(unsigned_bytes, i, DType::UInt(8)) * byte_of(signed_bytes, i, DType::Int(8));
    sum = sum ? sum + product : product;
  }
  return sum;
}

bool is_byte_dot(const Expr& e) {
  const auto dot = match_byte_dot(e);
  return dot && !dot->rest;
}

std::optional<ByteDotSum> match_byte_dot(const Expr& sum) {
  const auto* add = node_cast<BinaryNode>(sum);
  if (!add || add->kind != ExprKind::Add || add->dtype.element() != DType::Int(32)) return std::nullopt;
  std::vector<Expr> summands;
  if (!summands_of(sum, summands)) return std::nullopt;
  std::optional<Product> first;
  std::array<bool, kBytes> found{};
  ByteDotSum result;
  for (const Expr& summand : summands) {
    std::optional<Product> product = match_product(summand);
    const auto at = static_cast<size_t>(product ? product->a.at : 0);
    if (product && first)
      if (found[at] || !structural_equal(product->a.bytes, first->a.bytes) ||
          !structural_equal(product->b.bytes, first->b.bytes))
        product.reset();
    if (!product) {
      result.rest = result.rest ? result.rest + summand : summand;
      continue;
    }
    found[at] = true;
    if (!first) first = std::move(product);
  }
  for (const bool one : found)
    if (!one) return std::nullopt;
  result.unsigned_bytes = first->a.bytes;
  result.signed_bytes = first->b.bytes;
  return result;
}

}  // namespace nw::tir
