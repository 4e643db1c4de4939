// SPDX-License-Identifier: GPL-3.0-or-later
// The graph that fusion works on: a model graph's expressions in post-DFS order, each edge from producer to consumer
// with the pattern it carries. Let, If, function bounds and references cut it: what they use is `extern`.
#pragma once

#include <span>
#include <vector>

#include "fusion/fusion.h"

namespace nw::fusion {

// Why a value is needed outside the expressions that fusion may merge it into.
enum class ExternUse : uint8_t {
  None,
  Result,     // result of the graph or of a function
  Parameter,  // it is a parameter
  Callee,     // it is called
  Let,        // a let binds it or ends in it
  If,         // a condition or a branch
  Reference,  // read, written or kept in a reference cell
  Match,      // matched on, or a clause's value
  NonTensor,  // it is not a tensor, or is a field of a tuple that holds one which is not
  Other,      // of a node that the importer does not know
};

// Represents the graph's main function, which is no node of it.
inline constexpr NodeId kMainFunction{int32_t{0x7fffffff}};

struct ForwardEdge {
  int32_t to = 0;
  OpPattern pattern = OpPattern::Elemwise;
};

struct ForwardNode {
  NodeId ref;  // invalid: a fence, which is after the node before it
  OpPattern pattern = OpPattern::Opaque;
  ExternUse use = ExternUse::None;  // the first use outside that was found
  NodeId user;                      // the using node, if any
  bool data_dependent = false;      // opaque because its dynamic shape depends on values
  NodeId fixed;                     // its primitive Function, which is its group
  int32_t first_edge = 0;
  int32_t edges = 0;

  bool is_extern() const { return use != ExternUse::None; }
};

class ForwardGraph {
 public:
  ForwardGraph(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options);

  const std::vector<ForwardNode>& nodes() const { return nodes_; }
  std::span<const ForwardEdge> consumers(int32_t node) const {
    const ForwardNode& n = nodes_[static_cast<size_t>(node)];
    return {edges_.data() + n.first_edge, static_cast<size_t>(n.edges)};
  }
  // The index of a model node, or -1 for functions, global names and nodes that no result depends on.
  int32_t index_of(NodeId id) const { return id.valid() && id.index() < index_.size() ? index_[id.index()] : -1; }
  // The source of the node's outgoing edges: its fence if it has one, else the node.
  int32_t exit_of(int32_t node) const;
  size_t edge_count() const { return edges_.size(); }
  int32_t size() const { return static_cast<int32_t>(nodes_.size()); }

  // Gives this call, and the edges into it, another pattern.
  void set_pattern(const graph::Graph& graph, int32_t call, OpPattern pattern);

 private:
  friend class ForwardGraphBuilder;
  std::vector<ForwardNode> nodes_;
  std::vector<ForwardEdge> edges_;
  std::vector<int32_t> index_;
};

}  // namespace nw::fusion
