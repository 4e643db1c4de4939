// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/symbol_sources.h"

#include <map>

#include "op/rules.h"

namespace nw::op {

namespace {

using graph::Dim;
using graph::Graph;
using graph::Node;
using graph::NodeKind;

const Type& argument(const Graph& graph, const Node& node, size_t i) {
  static const Type unknown;
  return i < node.inputs.size() ? graph.node(node.inputs[i]).type : unknown;
}

// Operators whose result is a part of their first argument.
bool takes_a_part(const std::string& op) {
  for (const char* name : {"strided_slice", "dyn.strided_slice", "onnx.Slice", "onnx.Compress", "dyn.topk",
                           "onnx.Split", "onnx.StringNormalizer"})
    if (op == name) return true;
  return false;
}

std::optional<Dim> at_most(const Graph& graph, const Node& node, size_t axis) {
  const Type& data = argument(graph, node, 0);
  if (node.kind != NodeKind::Call || !data.is_tensor() || !data.rank_known) return std::nullopt;
  const bool flat = (node.op == "onnx.Compress" || node.op == "onnx.Unique") && !has_attr(node.attrs, "axis");
  if (flat || (node.op == "argwhere" && axis == 0)) return graph::product(data.shape);
  if ((takes_a_part(node.op) || node.op == "onnx.Unique") && axis < data.shape.size()) return data.shape[axis];
  return std::nullopt;
}

class Finder {
 public:
  explicit Finder(const Graph& graph) : graph_(graph) {
    for (const NodeId id : graph.inputs) look(graph.node(id), graph.node(id).type, 0);
    for (const NodeId id : graph.post_order()) look(graph.node(id), graph.node(id).type, 0);
  }
  std::vector<SymbolSource> take() {
    std::vector<SymbolSource> all;
    for (auto& [name, source] : found_) all.push_back(std::move(source));
    return all;
  }

 private:
  void look(const Node& node, const Type& type, size_t output) {
    if (type.is_tuple() && output == 0)
      for (size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].is_tensor()) look(node, type.fields[i], i);
    if (!type.is_tensor() || !type.rank_known) return;
    for (size_t axis = 0; axis < type.shape.size(); ++axis) {
      const auto* symbol = tir::node_cast<tir::VarNode>(type.shape[axis].expr());
      if (!symbol || !graph_.symbols.contains(symbol->name) || found_.contains(symbol->name)) continue;
      found_[symbol->name] = {symbol->name, node.id, output, axis, bound(node, type.shape[axis], axis)};
    }
  }
  // A bound that names the symbol itself says nothing.
  std::optional<Dim> bound(const Node& node, const Dim& dim, size_t axis) const {
    std::optional<Dim> most = at_most(graph_, node, axis);
    return most && !graph::same(*most, dim) ? most : std::nullopt;
  }

  const Graph& graph_;
  std::map<std::string, SymbolSource> found_;
};

}  // namespace

std::vector<SymbolSource> symbol_sources(const graph::Graph& graph) {
  return Finder(graph).take();
}

}  // namespace nw::op
