// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/rules.h"

#include <fmt/format.h>

#include <functional>

namespace nw::op {

TypeRule tensors(TypeRule rule) {
  return [rule = std::move(rule)](const TypeContext& c) -> Result<Type> {
    if (c.args.empty()) return wrong_argument_count(c.node, 1);
    for (size_t i = 0; i < c.args.size(); ++i) {
      if (!c.args[i].is_tensor()) return wrong_argument(c.node, i, "be a tensor", c.args[i]);
    }
    return rule(c);
  };
}

void set_type(Registry& registry, std::string_view names, int num_inputs, const TypeRule& rule) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(' '), names.size());
    OpInfo& info = registry.entry(names.substr(0, end));
    info.num_inputs = num_inputs;
    info.type = rule;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

std::optional<Diagnostic> mixed_dtypes(const TypeContext& c, size_t first) {
  for (size_t i = first; i < c.args.size(); ++i)
    if (c.args[i].dtype != c.args[0].dtype)
      return wrong_argument(c.node, i, fmt::format("have the data type of the first ({})", to_string(c.args[0].dtype)),
                            c.args[i]);
  return std::nullopt;
}

std::optional<Diagnostic> not_a_vector_along(const TypeContext& c, size_t argument, size_t axis) {
  const Type& vector = c.args[argument];
  const Dim& length = c.args[0].shape[axis];
  const bool fits = vector.shape.size() == 1 && vector.dtype == c.args[0].dtype &&
                    (vector.shape[0].is_dynamic() || length.is_dynamic() || graph::same(vector.shape[0], length));
  if (fits) return std::nullopt;
  return wrong_argument(
      c.node, argument,
      fmt::format("be a vector of {} elements of {}", graph::to_string(length), to_string(c.args[0].dtype)), vector);
}

Result<Type> same_as_data(const TypeContext& c) {
  return c.args[0];
}

namespace {

std::optional<Dim> broadcast(const Dim& a, const Dim& b) {
  const std::optional<int64_t> ca = a.constant();
  const std::optional<int64_t> cb = b.constant();
  if (ca == 1) return b;
  if (cb == 1) return a;
  if (ca && cb) return *ca == *cb ? std::optional<Dim>(a) : std::nullopt;
  if (ca) return a;
  if (cb) return b;
  if (graph::same(a, b)) return a;
  // One of the two is 1, or they are equal: 0 beside 1 is 0.
  const Dim none_or_one = graph::min(graph::min(a, b), Dim(1));
  return graph::max(a, b) * none_or_one;
}

}  // namespace

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  const Shape& longer = a.size() >= b.size() ? a : b;
  const Shape& shorter = a.size() >= b.size() ? b : a;
  Shape result = longer;
  const size_t offset = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    std::optional<Dim> dim = broadcast(longer[offset + i], shorter[i]);
    if (!dim) return std::nullopt;
    result[offset + i] = std::move(*dim);
  }
  return result;
}

std::optional<size_t> axis_of(int64_t axis, size_t rank) {
  const auto n = static_cast<int64_t>(rank);
  if (axis < -n || axis >= n) return std::nullopt;
  return static_cast<size_t>(axis < 0 ? axis + n : axis);
}

Result<size_t> axis_attr(const TypeContext& c, const char* key, int64_t fallback, size_t rank) {
  const std::optional<size_t> axis = axis_of(graph::int_attr(c.node.attrs, key, fallback), rank);
  if (!axis) return wrong_attribute(c.node, key, fmt::format("must be an axis of a tensor of rank {}", rank));
  return *axis;
}

DType dtype_attr(const graph::Attrs& attrs, const std::string& key, DType fallback) {
  const auto it = attrs.find(key);
  if (it == attrs.end()) return fallback;
  if (const auto* dtype = std::get_if<DType>(&it->second.value)) return *dtype;
  const auto* text = std::get_if<std::string>(&it->second.value);
  return text && !text->empty() ? parse_dtype(*text).value_or(fallback) : fallback;
}

bool has_attr(const graph::Attrs& attrs, const std::string& key) {
  const auto it = attrs.find(key);
  return it != attrs.end() && !it->second.is_none();
}

std::optional<std::vector<int64_t>> repeat_to(std::vector<int64_t> values, size_t n) {
  if (values.size() == 1) values.resize(n, values[0]);
  if (values.size() != n) return std::nullopt;
  return values;
}

std::optional<std::vector<int64_t>> constant_ints(const NDArray& data) {
  constexpr int64_t kMaxValues = 1 << 16;
  if (!data.bytes() || !data.dtype().is_integer() || data.shape().size() > 1 || data.size() > kMaxValues) {
    return std::nullopt;
  }
  std::vector<int64_t> values;
  for (int64_t i = 0; i < data.size(); ++i) values.push_back(data.int_at(i));
  return values;
}

namespace {

// Calls f(symbol) for every symbol of the type's dimensions.
void each_symbol(const Type& type, const std::function<void(const tir::VarNode&)>& f) {
  for (const Dim& dim : type.shape)
    tir::walk(dim.expr(), [&](const tir::Expr& part) {
      if (const auto* var = tir::node_cast<tir::VarNode>(part)) f(*var);
      return true;
    });
  for (const Type& field : type.fields) each_symbol(field, f);
}

// The symbol that the node had for it when its type was inferred before. Nodes are renamed then, and attributes of
// other nodes have the symbol already.
std::string name_before(const TypeContext& c, const std::string& what) {
  std::string name;
  each_symbol(c.node.type, [&](const tir::VarNode& symbol) {
    if (symbol.name.ends_with("_" + what)) name = symbol.name;
  });
  for (const Type& arg : c.args)
    each_symbol(arg, [&](const tir::VarNode& symbol) {
      if (symbol.name == name) name.clear();
    });
  return name;
}

}  // namespace

Dim new_symbol(const TypeContext& c, const char* what) {
  if (const std::string name = name_before(c, what); !name.empty()) return Dim(c.graph.symbol(name));
  return Dim(c.graph.symbol(graph::symbol_name(fmt::format("{}_{}", c.node.name, what))));
}

Dim result_dim(const TypeContext& c, size_t axis) {
  const auto it = c.node.attrs.find("result_shape");
  const auto* list = it == c.node.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (list && axis < list->size()) {
    if (const auto* number = std::get_if<int64_t>(&(*list)[axis].value)) return Dim(*number);
    if (const auto* dim = std::get_if<Dim>(&(*list)[axis].value)) return *dim;
  }
  return new_symbol(c, fmt::format("d{}", axis).c_str());
}

Shape result_dims(const TypeContext& c, size_t rank) {
  Shape shape;
  for (size_t i = 0; i < rank; ++i) shape.push_back(result_dim(c, i));
  return shape;
}

std::optional<Shape> unknown_shape(const TypeContext& c, const Type& vector, size_t rank) {
  const std::optional<int64_t> length = vector.shape.size() == 1 ? vector.shape[0].constant() : std::nullopt;
  constexpr int64_t kHighestRank = 64;
  if (!length || *length < 0 || *length > kHighestRank) return std::nullopt;
  return result_dims(c, std::max(static_cast<size_t>(*length), rank));
}

}  // namespace nw::op
