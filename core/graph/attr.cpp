// SPDX-License-Identifier: GPL-3.0-or-later
// Attribute values: comparison, text, and reading with a default.
#include <fmt/format.h>

#include <cstring>

#include "graph/graph.h"

#include "graph/dim.h"

namespace nw::graph {

namespace {

bool same_data(const NDArray& a, const NDArray& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  if (a.dtype().is_string() && a.texts() != b.texts() && !(a.texts() && b.texts() && *a.texts() == *b.texts()))
    return false;
  if (a.bytes() == b.bytes()) return true;
  if (!a.bytes() || !b.bytes()) return a.size() == 0;
  return std::memcmp(a.bytes(), b.bytes(), a.size_bytes()) == 0;
}

template <class T>
const T* get(const Attrs& attrs, const std::string& key) {
  const auto it = attrs.find(key);
  return it == attrs.end() ? nullptr : std::get_if<T>(&it->second.value);
}

std::optional<int64_t> as_int(const Attr& attr) {
  if (const auto* i = std::get_if<int64_t>(&attr.value)) return *i;
  if (const auto* b = std::get_if<bool>(&attr.value)) return *b ? 1 : 0;
  return std::nullopt;
}

std::string list_text(const AttrList& list) {
  std::string text = "[";
  for (const Attr& item : list) {
    if (text.size() > 1) text += ", ";
    text += to_string(item);
  }
  return text + "]";
}

std::string data_text(const NDArray& data) {
  std::string text = "<";
  for (size_t i = 0; i < data.shape().size(); ++i) text += fmt::format("{}{}", i ? "x" : "", data.shape()[i]);
  return text + (data.shape().empty() ? "" : " ") + to_string(data.dtype()) + ">";
}

}  // namespace

bool Attr::operator==(const Attr& other) const {
  if (value.index() != other.value.index()) return false;
  return std::visit(
      [&](const auto& mine) {
        using T = std::decay_t<decltype(mine)>;
        const T& theirs = std::get<T>(other.value);
        if constexpr (std::is_same_v<T, NDArray>) {
          return same_data(mine, theirs);
        } else if constexpr (std::is_same_v<T, Dim>) {
          return same(mine, theirs);
        } else {
          return mine == theirs;
        }
      },
      value);
}

std::string to_string(const Attr& attr) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::monostate>) return "None";
        if constexpr (std::is_same_v<T, bool>) return v ? "True" : "False";
        if constexpr (std::is_same_v<T, int64_t>) return std::to_string(v);
        if constexpr (std::is_same_v<T, double>) return fmt::format("{}", v);
        if constexpr (std::is_same_v<T, std::string>) return '"' + v + '"';
        if constexpr (std::is_same_v<T, DType>) return '"' + nw::to_string(v) + '"';
        if constexpr (std::is_same_v<T, NDArray>) return data_text(v);
        if constexpr (std::is_same_v<T, AttrList>) return list_text(v);
        if constexpr (std::is_same_v<T, Dim>) return to_string(v);
      },
      attr.value);
}

int64_t int_attr(const Attrs& attrs, const std::string& key, int64_t fallback) {
  const auto it = attrs.find(key);
  return it == attrs.end() ? fallback : as_int(it->second).value_or(fallback);
}

double float_attr(const Attrs& attrs, const std::string& key, double fallback) {
  if (const double* d = get<double>(attrs, key)) return *d;
  const auto it = attrs.find(key);
  if (it == attrs.end()) return fallback;
  const std::optional<int64_t> i = as_int(it->second);
  return i ? static_cast<double>(*i) : fallback;
}

bool bool_attr(const Attrs& attrs, const std::string& key, bool fallback) {
  return int_attr(attrs, key, fallback ? 1 : 0) != 0;
}

std::string string_attr(const Attrs& attrs, const std::string& key, std::string fallback) {
  if (const std::string* s = get<std::string>(attrs, key)) return *s;
  if (const DType* t = get<DType>(attrs, key)) return nw::to_string(*t);
  return fallback;
}

std::vector<int64_t> ints_attr(const Attrs& attrs, const std::string& key, std::vector<int64_t> fallback) {
  const AttrList* list = get<AttrList>(attrs, key);
  if (!list) {
    const auto it = attrs.find(key);
    const std::optional<int64_t> one = it == attrs.end() ? std::nullopt : as_int(it->second);
    return one ? std::vector<int64_t>{*one} : fallback;
  }
  std::vector<int64_t> values;
  for (const Attr& item : *list) {
    const std::optional<int64_t> i = as_int(item);
    if (!i) return fallback;
    values.push_back(*i);
  }
  return values;
}

std::optional<Shape> dims_attr(const Attrs& attrs, const std::string& key) {
  const AttrList* list = get<AttrList>(attrs, key);
  if (!list) return std::nullopt;
  Shape shape;
  for (const Attr& item : *list) {
    if (const auto* dim = std::get_if<Dim>(&item.value)) {
      shape.push_back(*dim);
    } else if (const std::optional<int64_t> i = as_int(item)) {
      shape.emplace_back(*i);
    } else {
      return std::nullopt;
    }
  }
  return shape;
}

Attr dim_attr(const Dim& dim) {
  const std::optional<int64_t> value = dim.constant();
  return value ? Attr{*value} : Attr{dim};
}

Attr dims(const Shape& shape) {
  AttrList list;
  for (const Dim& dim : shape) list.push_back(dim_attr(dim));
  return Attr{std::move(list)};
}

Attr ints(const std::vector<int64_t>& values) {
  AttrList list;
  list.reserve(values.size());
  for (const int64_t v : values) list.push_back(Attr{v});
  return Attr{std::move(list)};
}

Attr substitute(const Attr& attr, const tir::Substitution& values) {
  if (const auto* dim = std::get_if<Dim>(&attr.value)) return dim_attr(substitute(*dim, values));
  const auto* list = std::get_if<AttrList>(&attr.value);
  if (!list) return attr;
  AttrList entries;
  for (const Attr& entry : *list) entries.push_back(substitute(entry, values));
  return Attr{std::move(entries)};
}

void for_each_dim(const Attr& attr, const std::function<void(const Dim&)>& visit) {
  if (const auto* dim = std::get_if<Dim>(&attr.value)) visit(*dim);
  if (const auto* list = std::get_if<AttrList>(&attr.value))
    for (const Attr& entry : *list) for_each_dim(entry, visit);
}

void for_each_dim(const Type& type, const std::function<void(const Dim&)>& visit) {
  for (const Dim& dim : type.shape) visit(dim);
  for (const Type& field : type.fields) for_each_dim(field, visit);
}

}  // namespace nw::graph
