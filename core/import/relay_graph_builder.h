// SPDX-License-Identifier: GPL-3.0-or-later
// The graph that is read from Relay text: adds nodes and gives them names. What the text names keeps its name; what is
// inside other expressions gets one of the numbers that the text left free.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "import/relay_token.h"

namespace nw::import {

class RelayGraphBuilder {
 public:
  explicit RelayGraphBuilder(size_t tokens);  // how many the text has

  graph::Graph& graph() { return graph_; }

  NodeId add(graph::Node node, const Token& at);
  NodeId opaque(const std::string& what, const Token& at);

  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }  // of names in functions other than main: "@f"
  void name(NodeId id, const std::string& name);
  void rename_to_source(NodeId id, const std::string& source);  // the name that the node had elsewhere
  bool is_named(NodeId id) const { return id.index() < named_.size() && named_[id.index()]; }
  void note_bound(std::string_view number);  // the text binds %number
  void name_the_rest();

 private:
  void note_named(NodeId id);

  graph::Graph graph_;
  size_t tokens_;
  std::string prefix_;
  std::vector<bool> named_;          // by node
  std::vector<bool> bound_numbers_;  // N: the text binds %N
};

}  // namespace nw::import
