// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/type.h"

#include <algorithm>

#include "graph/dim.h"
#include "tir/print.h"

namespace nw::graph {

std::optional<int64_t> Dim::constant() const {
  const int64_t* value = tir::as_const_int(expr_);
  return value ? std::optional<int64_t>(*value) : std::nullopt;
}

std::string to_string(const Dim& dim) {
  return tir::to_string(dim.expr());
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

bool same(const Dim& a, const Dim& b) {
  if (a.expr() == b.expr()) return true;
  const std::optional<int64_t> ca = a.constant();
  const std::optional<int64_t> cb = b.constant();
  if (ca && cb) return *ca == *cb;
  return (a - b).constant() == std::optional<int64_t>(0);
}

bool same(const Shape& a, const Shape& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dim& x, const Dim& y) { return same(x, y); });
}

std::optional<std::vector<int64_t>> constant_shape(const Shape& shape) {
  std::vector<int64_t> values;
  values.reserve(shape.size());
  for (const Dim& dim : shape) {
    const std::optional<int64_t> value = dim.constant();
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

Type Type::tensor(DType dtype, Shape shape) {
  Type type;
  type.kind = Kind::Tensor;
  type.dtype = dtype;
  type.shape = std::move(shape);
  return type;
}

Type Type::tuple(std::vector<Type> fields) {
  Type type;
  type.kind = Kind::Tuple;
  type.fields = std::move(fields);
  return type;
}

bool Type::is_dynamic() const {
  if (kind == Kind::Tensor && !rank_known) return true;
  return std::any_of(shape.begin(), shape.end(), [](const Dim& d) { return d.is_dynamic(); }) ||
         std::any_of(fields.begin(), fields.end(), [](const Type& t) { return t.is_dynamic(); });
}

namespace {

std::string fields_text(const std::vector<Type>& fields, size_t count) {
  std::string text = "(";
  for (size_t i = 0; i < count; ++i) text += (i ? ", " : "") + to_string(fields[i]);
  return text;
}

}  // namespace

std::string to_string(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Unknown:
      return "?";
    case Type::Kind::Other:
      return type.text;
    case Type::Kind::Tensor:
      if (!type.rank_known) return "Tensor[?, " + nw::to_string(type.dtype) + "]";
      if (type.shape.empty()) return nw::to_string(type.dtype);
      return "Tensor[" + to_string(type.shape) + ", " + nw::to_string(type.dtype) + "]";
    case Type::Kind::Tuple:
      return fields_text(type.fields, type.fields.size()) + (type.fields.size() == 1 ? ",)" : ")");
    case Type::Kind::Function:
      break;
  }
  if (type.fields.empty()) return "fn ()";
  return "fn " + fields_text(type.fields, type.fields.size() - 1) + ") -> " + to_string(type.fields.back());
}

}  // namespace nw::graph
