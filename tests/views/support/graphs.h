// SPDX-License-Identifier: GPL-3.0-or-later
// Small graphs with fusion made by hand, and a layout that only stacks things: what views need to be tested alone.
#pragma once

#include <memory>
#include <string>

#include "fusion/fusion.h"
#include "graph/graph.h"
#include "layout/layout.h"

namespace nw::test {

inline NodeId add(graph::Graph& graph, const std::string& op, const std::string& name, std::vector<NodeId> inputs,
                  std::vector<std::string> scope = {}, std::vector<graph::Dim> shape = {1, 8, 4, 4}) {
  graph::Node node;
  node.kind = op == "input"      ? graph::NodeKind::Input
              : op == "constant" ? graph::NodeKind::Constant
                                 : graph::NodeKind::Call;
  if (node.kind == graph::NodeKind::Call) node.op = op;
  node.name = name;
  node.inputs = std::move(inputs);
  node.type = graph::Type::tensor(DType::Float(32), std::move(shape));
  node.origin.scope = std::move(scope);
  return graph.add(std::move(node));
}

// x → conv → bias → relu (one group), twice, the second block beside a shortcut that joins at "sum".
inline std::shared_ptr<graph::Graph> two_blocks() {
  auto graph = std::make_shared<graph::Graph>();
  const NodeId x = add(*graph, "input", "x", {});
  graph->inputs = {x};
  const NodeId w = add(*graph, "constant", "w", {}, {}, {8, 8, 3, 3});
  NodeId last = x;
  for (const std::string block : {"block1", "block2"}) {
    const NodeId conv = add(*graph, "nn.conv2d", block + "/conv", {last, w}, {block});
    const NodeId bias = add(*graph, "nn.bias_add", block + "/bias", {conv}, {block});
    last = add(*graph, "nn.relu", block + "/relu", {bias}, {block});
  }
  graph->outputs = {add(*graph, "add", "sum", {last, x})};
  return graph;
}

inline std::shared_ptr<fusion::Fusion> fused(const graph::Graph& graph) {
  auto fusion = std::make_shared<fusion::Fusion>();
  for (const std::string block : {"block1", "block2"}) {
    fusion::Group group;
    group.id = GroupId(fusion->groups.size());
    for (const char* name : {"/conv", "/bias", "/relu"}) {
      group.nodes.push_back(graph.find(block + name));
      fusion->group_of[group.nodes.back()] = group.id;
    }
    group.anchor = group.nodes.front();
    group.root = group.nodes.back();
    group.kind = graph::OpPattern::OutElemwiseFusable;
    fusion->edges.push_back({group.nodes[0], group.nodes[1], true, {}});
    fusion->edges.push_back({group.nodes[1], group.nodes[2], true, {}});
    fusion->groups.push_back(std::move(group));
  }
  fusion::Edge between{graph.find("block1/relu"), graph.find("block2/conv"), false, {}};
  between.reason.rule = fusion::Rule::AnchorNeedsElemwise;
  between.reason.text = "only elementwise operators may follow an anchor";
  fusion->edges.push_back(between);
  return fusion;
}

// One thing a row, in the order given.
inline layout::Output stack(const layout::Input& input, const layout::Options&, const CancelToken&) {
  layout::Output output;
  double y = 0, widest = 0;
  for (const layout::Size& size : input.sizes) {
    output.centers.push_back({100, y + size.h / 2});
    y += size.h + 40;
    widest = std::max(widest, size.w);
  }
  for (const auto& [from, to] : input.edges) {
    const auto f = static_cast<size_t>(from), t = static_cast<size_t>(to);
    const double bend = 100 + widest * 0.6 * (to - from > 1 ? 1 : 0);
    output.routes.push_back({{100, output.centers[f].y + input.sizes[f].h / 2},
                             {bend, output.centers[f].y + input.sizes[f].h / 2 + 20},
                             {bend, output.centers[t].y - input.sizes[t].h / 2 - 20},
                             {100, output.centers[t].y - input.sizes[t].h / 2}});
  }
  for (size_t i = 0; i < input.boxes.size(); ++i) output.boxes.push_back({-40, 0, 280, y});
  output.size = {200 + widest, y};
  return output;
}

}  // namespace nw::test
