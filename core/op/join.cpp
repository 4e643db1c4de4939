// SPDX-License-Identifier: GPL-3.0-or-later
// Joining and splitting: concatenate, stack, split, meshgrid, einsum.
#include <fmt/format.h>

#include <map>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// The fields of the tuple argument 0, all tensors of one rank and type.
Result<std::vector<Type>> tensors_of(const TypeContext& c) {
  if (!c.args[0].is_tuple() || c.args[0].fields.empty())
    return wrong_argument(c.node, 0, "be a tuple of tensors", c.args[0]);
  const Type& first = c.args[0].fields[0];
  for (const Type& field : c.args[0].fields) {
    if (!field.is_tensor() || field.shape.size() != first.shape.size() || field.dtype != first.dtype) {
      return wrong_argument(c.node, 0, "be a tuple of tensors of one rank and data type", c.args[0]);
    }
  }
  return std::vector<Type>(c.args[0].fields.begin(), c.args[0].fields.end());
}

// The dimension that two tensors share; a constant is preferred to a symbol.
std::optional<Dim> unite(const Dim& a, const Dim& b) {
  if (a.constant() && b.constant()) return *a.constant() == *b.constant() ? std::optional<Dim>(a) : std::nullopt;
  return a.constant() ? a : b.constant() ? b : a;
}

Result<Type> concatenate(const TypeContext& c) {
  Result<std::vector<Type>> fields = tensors_of(c);
  if (!fields) return fields.diagnostics;
  Type result = fields->front();
  Result<size_t> axis = axis_attr(c, "axis", 0, result.shape.size());
  if (!axis) return axis.diagnostics;
  for (size_t f = 1; f < fields->size(); ++f) {
    const Shape& shape = (*fields)[f].shape;
    for (size_t i = 0; i < shape.size(); ++i) {
      std::optional<Dim> dim = i == *axis ? result.shape[i] + shape[i] : unite(result.shape[i], shape[i]);
      if (!dim) {
        return shapes_disagree(c.node, fmt::format("part {} has the shape {}, which does not fit {} beside axis {}", f,
                                                   graph::to_string(shape), graph::to_string(result.shape), *axis));
      }
      result.shape[i] = std::move(*dim);
    }
  }
  return result;
}

Result<Type> stack(const TypeContext& c) {
  Result<std::vector<Type>> fields = tensors_of(c);
  if (!fields) return fields.diagnostics;
  Type result = fields->front();
  Result<size_t> axis = axis_attr(c, "axis", 0, result.shape.size() + 1);
  if (!axis) return axis.diagnostics;
  for (const Type& field : *fields) {
    for (size_t i = 0; i < field.shape.size(); ++i) {
      std::optional<Dim> dim = unite(result.shape[i], field.shape[i]);
      if (!dim) {
        return shapes_disagree(c.node, fmt::format("the shapes {} and {} differ", graph::to_string(result.shape),
                                                   graph::to_string(field.shape)));
      }
      result.shape[i] = std::move(*dim);
    }
  }
  result.shape.insert(result.shape.begin() + static_cast<std::ptrdiff_t>(*axis),
                      Dim(static_cast<int64_t>(fields->size())));
  return result;
}

Result<Type> split(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", 0, data.size());
  if (!axis) return axis.diagnostics;
  const auto it = c.node.attrs.find("indices_or_sections");
  if (it == c.node.attrs.end()) return wrong_attribute(c.node, "indices_or_sections", "must be a number or a list");
  std::vector<Type> parts;
  const auto add_part = [&](const Dim& size) {
    Type part = c.args[0];
    part.shape[*axis] = size;
    parts.push_back(std::move(part));
  };
  constexpr int64_t kMaxParts = 1 << 16;
  if (const auto* sections = std::get_if<int64_t>(&it->second.value)) {
    const std::optional<int64_t> size = data[*axis].constant();
    if (*sections < 1 || *sections > kMaxParts || (size && *size % *sections != 0)) {
      return wrong_attribute(
          c.node, "indices_or_sections",
          fmt::format("must divide axis {}, which has {} elements", *axis, graph::to_string(data[*axis])));
    }
    for (int64_t i = 0; i < *sections; ++i) add_part(graph::floor_div(data[*axis], Dim(*sections)));
    return Type::tuple(std::move(parts));
  }
  const std::optional<Shape> indices = graph::dims_attr(c.node.attrs, "indices_or_sections");
  if (!indices) return wrong_attribute(c.node, "indices_or_sections", "must be a number or a list of numbers");
  Dim begin(int64_t{0});
  for (const Dim& index : *indices) {
    add_part(index - begin);
    begin = index;
  }
  add_part(data[*axis] - begin);
  for (const Type& part : parts) {
    if (part.shape[*axis].constant().value_or(1) < 0) {
      return wrong_attribute(
          c.node, "indices_or_sections",
          fmt::format("must rise within the {} elements of axis {}", graph::to_string(data[*axis]), *axis));
    }
  }
  return Type::tuple(std::move(parts));
}

Result<Type> meshgrid(const TypeContext& c) {
  if (!c.args[0].is_tuple() || c.args[0].fields.empty())
    return wrong_argument(c.node, 0, "be a tuple of tensors", c.args[0]);
  Shape shape;
  for (const Type& field : c.args[0].fields) {
    if (!field.is_tensor() || field.shape.size() > 1) return wrong_argument(c.node, 0, "hold vectors", c.args[0]);
    shape.push_back(field.shape.empty() ? Dim(1) : field.shape[0]);
  }
  if (graph::string_attr(c.node.attrs, "indexing", "ij") == "xy" && shape.size() >= 2) std::swap(shape[0], shape[1]);
  std::vector<Type> fields;
  for (const Type& field : c.args[0].fields) fields.push_back(Type::tensor(field.dtype, shape));
  return Type::tuple(std::move(fields));
}

// "ij,jk->ik"; without "->" the letters that occur once, in order.
Result<Type> einsum(const TypeContext& c) {
  std::string equation = graph::string_attr(c.node.attrs, "equation", "");
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  const std::string inputs = equation.substr(0, arrow);
  if (!c.args[0].is_tuple() || inputs.find("...") != std::string::npos) return Type::unknown();
  std::map<char, Dim> size;
  std::map<char, int> times;
  size_t field = 0;
  size_t axis = 0;
  const graph::TypeList& operands = c.args[0].fields;
  for (const char letter : inputs) {
    if (letter == ',') {
      ++field;
      axis = 0;
      continue;
    }
    if (field >= operands.size() || axis >= operands[field].shape.size()) {
      return wrong_attribute(c.node, "equation", "must name each axis of each operand");
    }
    const Dim& dim = operands[field].shape[axis++];
    const auto [it, fresh] = size.emplace(letter, dim);
    if (!fresh && it->second.constant() == 1) it->second = dim;
    ++times[letter];
  }
  std::string output = arrow == std::string::npos ? std::string() : equation.substr(arrow + 2);
  if (arrow == std::string::npos) {
    for (const auto& [letter, count] : times) {
      if (count == 1) output += letter;
    }
  }
  Shape shape;
  for (const char letter : output) {
    const auto it = size.find(letter);
    if (it == size.end()) return wrong_attribute(c.node, "equation", "must only give letters that it takes");
    shape.push_back(it->second);
  }
  if (operands.empty()) return wrong_attribute(c.node, "equation", "must take a tensor");
  return Type::tensor(operands[0].dtype, std::move(shape));
}

}  // namespace

void add_join(Registry& registry) {
  set_type(registry, "concatenate", 1, concatenate);
  set_type(registry, "stack", 1, stack);
  set_type(registry, "split", 1, tensors(split));
  set_type(registry, "meshgrid", 1, meshgrid);
  set_type(registry, "einsum", 1, einsum);
}

}  // namespace nw::op
