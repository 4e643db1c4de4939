// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/sizes.h"

#include <algorithm>
#include <utility>

#include "reference/diagnostics.h"

namespace nw::reference {

const Sizes::Size* Sizes::find(const tir::Var& symbol) const {
  for (const Sizes* scope = this; scope; scope = scope->outer_)
    if (const auto it = scope->sizes_.find(symbol); it != scope->sizes_.end()) return &it->second;
  return nullptr;
}

std::optional<int64_t> Sizes::of_symbol(const tir::Var& symbol) const {
  const Size* size = find(symbol);
  return size ? std::optional(size->value) : std::nullopt;
}

std::optional<int64_t> Sizes::of(const graph::Dim& dim) const {
  if (const auto constant = dim.constant()) return constant;
  tir::Substitution values;
  bool all = true;
  tir::walk(dim.expr(), [&](const tir::Expr& part) {
    if (const auto* node = tir::node_cast<tir::VarNode>(part)) {
      const tir::Var symbol(node);
      const Size* size = find(symbol);
      all &= size != nullptr;
      if (size) values.emplace(symbol, tir::int_imm(size->value, node->dtype));
    }
    return true;
  });
  return all ? graph::substitute(dim, values).constant() : std::nullopt;
}

Diagnostics Sizes::take(const graph::Graph& graph, const graph::Node& node, const Value& value, bool rebind) {
  return take_type(graph, node, node.type, value, rebind);
}

Diagnostics Sizes::take_type(const graph::Graph& graph, const graph::Node& node, const graph::Type& type,
                             const Value& value, bool rebind) {
  Diagnostics diagnostics;
  if (type.is_tuple() && value.list() && value.list()->size() == type.fields.size()) {
    for (size_t i = 0; i < type.fields.size(); ++i)
      append(diagnostics, take_type(graph, node, type.fields[i], (*value.list())[i], rebind));
    return diagnostics;
  }
  if (!type.is_tensor()) {
    if (type.is_tuple()) diagnostics.push_back(other_type(node, describe(value)));
    return diagnostics;
  }
  const NDArray* tensor = value.tensor();
  if (!tensor || tensor->dtype() != type.dtype || (type.rank_known && type.shape.size() != tensor->shape().size())) {
    diagnostics.push_back(other_type(node, describe(value)));
    return diagnostics;
  }
  for (size_t axis = 0; type.rank_known && axis < type.shape.size(); ++axis)
    append(diagnostics, take_axis(graph, node, axis, type.shape[axis], tensor->shape()[axis], rebind));
  return diagnostics;
}

Diagnostics Sizes::take_axis(const graph::Graph& graph, const graph::Node& node, size_t axis, const graph::Dim& dim,
                             int64_t extent, bool rebind) {
  if (const auto* symbol = tir::node_cast<tir::VarNode>(dim.expr())) {
    const tir::Var var(symbol);
    const Size* known = find(var);
    const bool own = sizes_.count(var) > 0;
    if (!known || (rebind && !own)) {
      sizes_.emplace(var, Size{extent, node.id});
      return {};
    }
    if (known->value == extent) return {};
    return {sizes_disagree(node, axis, graph::to_string(dim), extent, known->value, graph.node(known->by).name)};
  }
  const std::optional<int64_t> expected = of(dim);
  if (!expected || *expected == extent) return {};
  std::string from;
  tir::walk(dim.expr(), [&](const tir::Expr& part) {
    if (const auto* symbol = tir::node_cast<tir::VarNode>(part); symbol && from.empty())
      if (const Size* size = find(tir::Var(symbol))) from = graph.node(size->by).name;
    return true;
  });
  return {sizes_disagree(node, axis, graph::to_string(dim), extent, *expected, from)};
}

graph::Attr Sizes::known(const graph::Attr& attr, bool& changed) const {
  if (const auto* dim = std::get_if<graph::Dim>(&attr.value)) {
    if (const auto size = of(*dim)) {
      changed = true;
      return graph::Attr{*size};
    }
  } else if (const auto* list = std::get_if<graph::AttrList>(&attr.value)) {
    graph::AttrList entries;
    for (const graph::Attr& entry : *list) entries.push_back(known(entry, changed));
    return graph::Attr{std::move(entries)};
  }
  return attr;
}

namespace {

bool has_dim(const graph::Attr& attr) {
  const auto* list = std::get_if<graph::AttrList>(&attr.value);
  return std::holds_alternative<graph::Dim>(attr.value) || (list && std::ranges::any_of(*list, has_dim));
}

}  // namespace

std::optional<graph::Attrs> Sizes::known(const graph::Attrs& attrs) const {
  bool changed = false;
  for (const auto& [key, attr] : attrs) changed = changed || has_dim(attr);
  if (!std::exchange(changed, false)) return std::nullopt;
  graph::Attrs result;
  for (const auto& [key, attr] : attrs) result.emplace(key, known(attr, changed));
  if (!changed) return std::nullopt;
  return result;
}

graph::Type Sizes::known(const graph::Type& type) const {
  if (!type.is_dynamic()) return type;
  if (type.is_tuple()) {
    std::vector<graph::Type> fields;
    for (const graph::Type& field : type.fields) fields.push_back(known(field));
    return graph::Type::tuple(std::move(fields));
  }
  graph::Type result = type;
  for (graph::Dim& dim : result.shape)
    if (const auto size = of(dim)) dim = graph::Dim(*size);
  return result;
}

}  // namespace nw::reference
