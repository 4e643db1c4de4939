// SPDX-License-Identifier: GPL-3.0-or-later
// Types of graph edges: tensors with symbolic dimensions, tuples, functions.
#pragma once

#include <memory>
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

struct Type;

// The fields of a tuple or function type. Copies share them: a tuple of a tuple of a tuple names its parts, it does not
// repeat them. What the whole holds is counted once, when it is made.
class TypeList {
 public:
  TypeList() = default;
  TypeList(std::vector<Type> types);  // NOLINT: a list of types is one

  size_t size() const;
  bool empty() const { return size() == 0; }
  const Type& operator[](size_t i) const;
  const Type* begin() const;
  const Type* end() const;
  const Type& front() const { return (*this)[0]; }
  const Type& back() const { return (*this)[size() - 1]; }

  int64_t leaves() const;    // types in it that have no fields, each as often as it is there; INT64_MAX: or more
  int depth() const;         // 1: no field has fields
  bool any_dynamic() const;  // a dynamic dimension anywhere
  bool all_known() const;    // no Unknown and no tensor of unknown rank anywhere, functions' insides apart

 private:
  struct Shared;
  std::shared_ptr<const Shared> shared_;
};

struct Type {
  enum class Kind : uint8_t { Unknown, Tensor, Tuple, Function, Other };
  Kind kind = Kind::Unknown;
  DType dtype;  // Tensor
  Shape shape;
  bool rank_known = true;  // Tensor: false when only the dtype is known
  TypeList fields;         // Tuple; Function: parameters, then the result
  std::string text;        // Other: as written ("List[int32]")

  static Type unknown() { return {}; }
  static Type tensor(DType dtype, Shape shape);
  static Type tuple(std::vector<Type> fields);
  // ONNX's values that are no tensors: a list of values of one type, and one that may be absent. A dimension that is
  // not the same for all entries of a list is a symbol that stands for no size.
  static Type sequence(Type of);
  static Type optional(Type of);
  bool is_sequence() const { return kind == Kind::Other && text == "sequence" && fields.size() == 1; }
  bool is_optional() const { return kind == Kind::Other && text == "optional" && fields.size() == 1; }
  bool is_tensor() const { return kind == Kind::Tensor; }
  bool is_tuple() const { return kind == Kind::Tuple; }
  bool is_dynamic() const;  // any dynamic dimension anywhere
};

// "Tensor[(1, 64), float32]"; cut where it is longer than `most` bytes.
std::string to_string(const Type& type, size_t most = std::string::npos);
// For messages: at most some hundred bytes.
std::string brief(const Type& type);

// A type's tensors: the fields of tuples, and of tuples in them, in order.
std::vector<Type> flattened(const Type& type);
bool is_known(const Type& type);  // no Unknown and no tensor of unknown rank in it, functions' insides apart

// A value of more parts than that is a file's attempt to be large: a few lines of nested tuples name 2^40 tensors.
constexpr int64_t kMaxLeaves = 1 << 16;
constexpr int kDeepestType = 256;
bool too_large(const Type& type);

}  // namespace nw::graph
