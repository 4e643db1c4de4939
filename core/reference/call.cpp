// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/call.h"

#include <utility>

namespace nw::reference {

const NDArray& Call::tensor(size_t i) const {
  if (i >= args.size()) refuse_value(fmt::format("it has {} arguments", args.size()));
  const NDArray* tensor = args[i].tensor();
  if (!tensor) refuse_value(fmt::format("argument {} is {}, not a tensor", i + 1, describe(args[i])));
  return *tensor;
}

std::vector<NDArray> Call::all_tensors() const {
  std::vector<NDArray> all;
  for (const Value& arg : args)
    for (NDArray& tensor : tensors_of(arg)) all.push_back(std::move(tensor));
  return all;
}

std::vector<int64_t> Call::ints(size_t i) const {
  const NDArray& data = tensor(i);
  if (!data.dtype().is_integer()) refuse_value(fmt::format("argument {} is {}, not integers", i + 1, describe(data)));
  std::vector<int64_t> values(static_cast<size_t>(data.size()));
  load(data, 0, data.size(), values.data());
  return values;
}

int64_t Call::integer(size_t i) const {
  const std::vector<int64_t> values = ints(i);
  if (values.size() != 1) refuse_value(fmt::format("argument {} has {} elements, not one", i + 1, values.size()));
  return values[0];
}

double Call::number(size_t i) const {
  const NDArray& data = tensor(i);
  if (data.size() != 1) refuse_value(fmt::format("argument {} has {} elements, not one", i + 1, data.size()));
  return data.at(0);
}

bool Call::has(const char* key) const {
  const auto it = attrs.find(key);
  return it != attrs.end() && !it->second.is_none();
}

void Call::refuse_symbol(const char* key, const graph::Attr& attr) const {
  if (const auto* dim = std::get_if<graph::Dim>(&attr.value))
    refuse_attribute(key, fmt::format("holds {}, which has no size yet", graph::to_string(*dim)));
}

int64_t Call::int_attr(const char* key, int64_t fallback) const {
  if (const auto it = attrs.find(key); it != attrs.end()) refuse_symbol(key, it->second);
  return graph::int_attr(attrs, key, fallback);
}

std::vector<int64_t> Call::ints_attr(const char* key, std::vector<int64_t> fallback) const {
  const auto it = attrs.find(key);
  if (it != attrs.end())
    if (const auto* list = std::get_if<graph::AttrList>(&it->second.value))
      for (const graph::Attr& entry : *list) refuse_symbol(key, entry);
  return graph::ints_attr(attrs, key, std::move(fallback));
}

std::vector<int64_t> Call::repeated(const char* key, size_t n, int64_t fallback) const {
  std::vector<int64_t> values = has(key) ? ints_attr(key) : std::vector<int64_t>{fallback};
  if (attrs.count(key) && values.empty()) values = {int_attr(key, fallback)};
  if (values.size() == 1) values.resize(n, values[0]);
  if (values.size() != n) refuse_attribute(key, fmt::format("must list {} numbers", n));
  return values;
}

DType Call::dtype_attr(const char* key, DType fallback) const {
  const auto it = attrs.find(key);
  if (it == attrs.end()) return fallback;
  if (const auto* dtype = std::get_if<DType>(&it->second.value)) return *dtype;
  const auto* text = std::get_if<std::string>(&it->second.value);
  return text && !text->empty() ? parse_dtype(*text).value_or(fallback) : fallback;
}

size_t Call::axis(int64_t axis, size_t rank) const {
  const auto n = static_cast<int64_t>(rank);
  if (axis < -n || axis >= n) refuse_value(fmt::format("{} is no axis of a tensor of rank {}", axis, rank));
  return static_cast<size_t>(axis < 0 ? axis + n : axis);
}

DType Call::out_dtype(DType fallback) const {
  return type.is_tensor() ? type.dtype : fallback;
}

std::optional<std::vector<int64_t>> Call::declared_shape() const {
  if (!type.is_tensor() || !type.rank_known) return std::nullopt;
  return graph::constant_shape(type.shape);
}

void Call::reserve(const std::vector<int64_t>& shape, int64_t bytes) const {
  const int64_t count = element_count(shape);
  int64_t total = 0;
  const bool overflow = count < 0 || __builtin_mul_overflow(count, bytes, &total);
  if (overflow) {
    for (const int64_t extent : shape)
      if (extent < 0) refuse_shapes(fmt::format("the result would have the shape {}", shape_text(shape)));
  }
  if (overflow || total > memory.limit - memory.used)
    refuse(over_memory(node, shape_text(shape), overflow ? -1 : total, memory.used, memory.limit));
}

NDArray Call::make(DType dtype, std::vector<int64_t> shape) const {
  reserve(shape, dtype.bytes());
  NDArray made(dtype, std::move(shape));
  if (dtype.is_string()) made.set_texts(texts);
  return made;
}

void Call::refuse(Diagnostic diagnostic) const {
  throw Refusal{std::move(diagnostic)};
}
void Call::refuse_shapes(const std::string& why) const {
  std::vector<std::string> given;
  for (const Value& arg : args) given.push_back(describe(arg));
  refuse(shapes_do_not_fit(node, why, given));
}
void Call::refuse_value(const std::string& why) const {
  std::vector<std::string> given;
  for (const Value& arg : args) given.push_back(describe(arg));
  refuse(value_not_accepted(node, why, given));
}
void Call::refuse_index(int64_t index, int64_t axis, int64_t extent) const {
  refuse(index_out_of_range(node, index, axis, extent));
}
void Call::refuse_attribute(const char* key, const std::string& what) const {
  refuse_value(fmt::format("its attribute '{}' {}", key, what));
}

std::vector<int64_t> broadcast_shape(const Call& call, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> shape = a.size() >= b.size() ? a : b;
  const std::vector<int64_t>& shorter = a.size() >= b.size() ? b : a;
  const size_t offset = shape.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& extent = shape[offset + i];
    if (extent == shorter[i] || shorter[i] == 1) continue;
    if (extent != 1)
      call.refuse_shapes(fmt::format("the shapes {} and {} cannot be broadcast to one", shape_text(a), shape_text(b)));
    extent = shorter[i];
  }
  return shape;
}

}  // namespace nw::reference
