// SPDX-License-Identifier: GPL-3.0-or-later
// Rewriting a graph node by node into a new one: arguments first, names, scopes and origins kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "passes/passes.h"

namespace nw::passes {

class Rewriter {
 public:
  Rewriter(const graph::Graph& from, std::string pass_name);

  // The node of the new graph that computes what `old` did, or none to copy it. The node's own inputs are already
  // there: see input().
  using Rule = std::function<NodeId(const graph::Node& old, Rewriter& rewriter)>;
  PassResult run(const Rule& rule);

  // ── For rules ──
  const graph::Graph& from() const { return from_; }
  // What computes argument i of `old`, in the new graph.
  NodeId input(const graph::Node& old, size_t i) {
    start();
    return map_[old.inputs[i].index()];
  }
  const graph::Node& input_node(const graph::Node& old, size_t i) const {
    return started_ ? to_.node(map_[old.inputs[i].index()]) : from_.node(old.inputs[i]);
  }
  // By an id that input_node's answer holds; good until the rule makes something.
  const graph::Node& seen(NodeId id) const { return started_ ? to_.node(id) : from_.node(id); }
  // A call that takes part in computing `old`: named after it ("NAME/1", …), with its origin and an inferred type.
  NodeId call(const graph::Node& old, const char* op, std::vector<NodeId> inputs, graph::Attrs attrs = {});
  NodeId constant(const graph::Node& old, NDArray data);
  NodeId scalar(const graph::Node& old, double value, DType dtype);

 private:
  NodeId add(const graph::Node& old, graph::Node node);
  NodeId copy(const graph::Node& old);
  // The new graph is made when a rule first asks for something of it: most passes change nothing of most graphs.
  void start();
  void finish();

  const graph::Graph& from_;
  std::string pass_name_;
  std::vector<NodeId> order_;        // the old nodes, arguments first
  size_t visited_ = 0;               // of them
  bool started_ = false;             // the new graph holds what was visited
  std::vector<NodeId> map_;          // by old node
  std::map<std::string, int> made_;  // how many nodes were named after an old one
  graph::Graph to_;
  PassResult result_;
};

}  // namespace nw::passes
