// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/join_types.h"

namespace nw::graph {

namespace {

bool alike(const Type& a, const Type& b) {
  return a.kind == b.kind && a.text == b.text && a.fields.size() == b.fields.size();
}

Type with_fields(Type type, std::vector<Type> fields) {
  type.fields = std::move(fields);
  return type;
}

}  // namespace

Type no_entry(DType dtype) {
  Type type;
  type.kind = Type::Kind::Other;
  type.text = "none";
  type.dtype = dtype;
  return type;
}

bool is_no_entry(const Type& type) {
  return type.kind == Type::Kind::Other && type.text == "none";
}

Type join(const Type& a, const Type& b, const std::function<Dim(size_t)>& other) {
  if (is_no_entry(a) || is_no_entry(b)) {
    const Type& some = is_no_entry(a) ? b : a;
    return a.dtype == b.dtype && (some.is_tensor() || is_no_entry(some)) ? some : Type();
  }
  if (a.is_tensor() && b.is_tensor()) {
    if (a.dtype != b.dtype) return {};
    Type type = Type::tensor(a.dtype, {});
    type.rank_known = a.rank_known && b.rank_known && a.shape.size() == b.shape.size();
    for (size_t i = 0; type.rank_known && i < a.shape.size(); ++i)
      type.shape.push_back(same(a.shape[i], b.shape[i]) ? a.shape[i] : other(i));
    return type;
  }
  if (a.kind == Type::Kind::Unknown || !alike(a, b)) return {};
  std::vector<Type> fields;
  for (size_t i = 0; i < a.fields.size(); ++i) fields.push_back(join(a.fields[i], b.fields[i], other));
  return with_fields(a, std::move(fields));
}

Type keep_dims(const Type& type, const std::function<bool(const Dim&)>& keep, const std::function<Dim(size_t)>& other) {
  Type result = type;
  for (size_t i = 0; i < result.shape.size(); ++i)
    if (!keep(result.shape[i])) result.shape[i] = other(i);
  if (result.fields.empty()) return result;
  std::vector<Type> fields;
  for (const Type& field : type.fields) fields.push_back(keep_dims(field, keep, other));
  return with_fields(std::move(result), std::move(fields));
}

bool same(const Type& a, const Type& b) {
  if (!alike(a, b) || (is_no_entry(a) && a.dtype != b.dtype)) return false;
  if (a.is_tensor() && (a.dtype != b.dtype || a.rank_known != b.rank_known || !same(a.shape, b.shape))) return false;
  for (size_t i = 0; i < a.fields.size(); ++i)
    if (!same(a.fields[i], b.fields[i])) return false;
  return true;
}

}  // namespace nw::graph
