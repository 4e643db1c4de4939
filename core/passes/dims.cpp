// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/dims.h"

#include "graph/dim.h"
#include "op/registry.h"
#include "op/symbol_sources.h"
#include "passes/diagnostics.h"

namespace nw::passes {

namespace {

// Symbols that a node other than an input brings, with that node's name.
std::map<std::string, std::string> sizes_of_a_run(const graph::Graph& graph) {
  std::map<std::string, std::string> found;
  for (const op::SymbolSource& source : op::symbol_sources(graph))
    if (const graph::Node& node = graph.node(source.node); node.kind != graph::NodeKind::Input)
      found.emplace(source.symbol, node.name);
  return found;
}

}  // namespace

std::set<std::string> symbols_in_use(const graph::Graph& graph) {
  std::set<std::string> used;
  const auto note = [&](const graph::Dim& dim) {
    tir::walk(dim.expr(), [&](const tir::Expr& part) {
      if (const auto* symbol = tir::node_cast<tir::VarNode>(part)) used.insert(symbol->name);
      return true;
    });
  };
  for (const graph::Node& node : graph.nodes()) {
    graph::for_each_dim(node.type, note);
    for (const auto& [key, attr] : node.attrs) graph::for_each_dim(attr, note);
  }
  return used;
}

Diagnostics bind_dims(graph::Graph& graph, const std::map<std::string, int64_t>& values) {
  Diagnostics diagnostics;
  tir::Substitution map;
  if (values.empty()) return diagnostics;
  const std::map<std::string, std::string> of_a_run = sizes_of_a_run(graph);
  const std::set<std::string> used = symbols_in_use(graph);
  for (const auto& [name, value] : values) {
    const auto it = graph.symbols.find(name);
    if (const auto brought = of_a_run.find(name); brought != of_a_run.end()) {
      diagnostics.push_back(dimension_of_a_run(name, brought->second));
    } else if (it == graph.symbols.end() || !used.contains(name)) {
      diagnostics.push_back(no_such_dimension(name, used));
    } else if (value < 0) {
      diagnostics.push_back(negative_dimension(name, value));
    } else {
      map.emplace(it->second, tir::int_imm(value, DType::Int(64)));
      graph.symbols.erase(it);
    }
  }
  if (map.empty()) return diagnostics;
  for (size_t i = 0; i < graph.size(); ++i) {
    graph::Node& node = graph.node(NodeId(i));
    node.type = graph::substitute(node.type, map);
    for (auto& [key, attr] : node.attrs) attr = graph::substitute(attr, map);
  }
  append(diagnostics, op::infer_types(graph));  // what did not fit as a symbol may contradict as a number
  return diagnostics;
}

}  // namespace nw::passes
