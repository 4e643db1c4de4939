// SPDX-License-Identifier: GPL-3.0-or-later
// A node belongs to the innermost scope that encloses all its users: users come before their arguments in reverse post
// order, so one pass over the nodes suffices.
#include "graph/bodies.h"

#include <algorithm>
#include <map>

namespace nw::graph {

namespace {

struct Scope {
  size_t parent = 0;
  int depth = 0;
  NodeId at;         // the If or the Function
  size_t input = 0;  // of `at`
};

class Scopes {
 public:
  explicit Scopes(const Graph& graph) : graph_(graph), order_(graph.post_order()), scope_of_(graph.size(), kNone) {
    scopes_.push_back({});
    for (const NodeId id : graph.outputs) enclose(id, 0);
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) visit(graph.node(*it));
  }

  std::vector<Body> take() {
    std::map<size_t, std::vector<NodeId>> nodes;
    for (const NodeId id : order_) {
      const NodeKind kind = graph_.node(id).kind;
      if (kind != NodeKind::Input && kind != NodeKind::Constant) nodes[scope_of_[id.index()]].push_back(id);
    }
    std::vector<Body> bodies;
    for (const NodeId id : order_) {
      const Node& node = graph_.node(id);
      if (node.kind == NodeKind::If) {
        for (size_t branch = 1; branch < node.inputs.size(); ++branch)
          bodies.push_back({id,
                            branch == 1 ? "then_branch" : "else_branch",
                            {},
                            outputs_of(node.inputs[branch]),
                            std::move(nodes[made_.at({id, branch})])});
      } else if (node.kind == NodeKind::Call) {
        for (const NodeId input : node.inputs)
          if (const Node& function = graph_.node(input); function.kind == NodeKind::Function)
            bodies.push_back({id, function.name.substr(function.name.rfind('/') + 1), function.params,
                              outputs_of(function.inputs[0]), nodes[made_.at({input, 0})]});
      }
    }
    return bodies;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  void visit(const Node& node) {
    const size_t own = scope_of_[node.id.index()];
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const bool enters = node.kind == NodeKind::Function || (node.kind == NodeKind::If && i > 0);
      if (!enters) {
        enclose(node.inputs[i], own);
        continue;
      }
      scopes_.push_back({own, scopes_[own].depth + 1, node.id, i});
      made_[{node.id, i}] = scopes_.size() - 1;
      enclose(node.inputs[i], scopes_.size() - 1);
    }
  }

  void enclose(NodeId id, size_t user) {
    size_t& scope = scope_of_[id.index()];
    if (scope == kNone) {
      scope = user;
      return;
    }
    size_t other = user;
    while (scope != other) {
      size_t& deeper = scopes_[scope].depth >= scopes_[other].depth ? scope : other;
      deeper = scopes_[deeper].parent;
    }
  }

  std::vector<NodeId> outputs_of(NodeId root) const {
    const Node& node = graph_.node(root);
    return node.kind == NodeKind::Tuple ? node.inputs : std::vector<NodeId>{root};
  }

  const Graph& graph_;
  const std::vector<NodeId> order_;
  std::vector<Scope> scopes_;  // the first is the main function's
  std::vector<size_t> scope_of_;
  std::map<std::pair<NodeId, size_t>, size_t> made_;
};

}  // namespace

std::vector<Body> bodies(const Graph& graph) {
  return Scopes(graph).take();
}

}  // namespace nw::graph
