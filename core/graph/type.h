// SPDX-License-Identifier: GPL-3.0-or-later
// Types of graph edges: tensors with symbolic dimensions, tuples, functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "tir/visit.h"

namespace nw::graph {

// A dimension: an integer, or an expression over the graph's symbols. Never a magic number.
class Dim {
 public:
  Dim() : Dim(int64_t{0}) {}
  Dim(int64_t value) : expr_(tir::int_imm(value, DType::Int(64))) {}  // NOLINT: an integer is a dimension
  explicit Dim(tir::Expr expr) : expr_(std::move(expr)) {}
  std::optional<int64_t> constant() const;
  bool is_dynamic() const { return !constant().has_value(); }
  const tir::Expr& expr() const { return expr_; }

 private:
  tir::Expr expr_;
};
using Shape = std::vector<Dim>;

std::string to_string(const Dim& dim);
std::string to_string(const Shape& shape);  // "(1, 64, height, 56)"
bool same(const Dim& a, const Dim& b);      // provably equal
bool same(const Shape& a, const Shape& b);
std::optional<std::vector<int64_t>> constant_shape(const Shape& shape);

struct Type {
  enum class Kind : uint8_t { Unknown, Tensor, Tuple, Function, Other };
  Kind kind = Kind::Unknown;
  DType dtype;  // Tensor
  Shape shape;
  bool rank_known = true;    // Tensor: false when only the dtype is known
  std::vector<Type> fields;  // Tuple; Function: parameters, then the result
  std::string text;          // Other: as written ("List[int32]")

  static Type unknown() { return {}; }
  static Type tensor(DType dtype, Shape shape);
  static Type tuple(std::vector<Type> fields);
  bool is_tensor() const { return kind == Kind::Tensor; }
  bool is_tuple() const { return kind == Kind::Tuple; }
  bool is_dynamic() const;  // any dynamic dimension anywhere
};

std::string to_string(const Type& type);  // "Tensor[(1, 64), float32]"

}  // namespace nw::graph
