// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/dims.h"

#include <fmt/format.h>

#include "graph/dim.h"
#include "op/registry.h"
#include "passes/diagnostics.h"

namespace nw::passes {

Diagnostics bind_dims(graph::Graph& graph, const std::map<std::string, int64_t>& values) {
  Diagnostics diagnostics;
  tir::Substitution map;
  for (const auto& [name, value] : values) {
    const auto it = graph.symbols.find(name);
    if (it == graph.symbols.end()) {
      diagnostics.push_back(no_such_dimension(name, graph));
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
