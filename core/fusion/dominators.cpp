// SPDX-License-Identifier: GPL-3.0-or-later
// One pass in reverse post-DFS order: a node's parent is the least common ancestor of its consumers in the tree so far.
// Values that all layers share (a mask) have thousands of consumers, each far from their common ancestor. So every
// tree node has one pointer to a farther ancestor (Myers' skew-binary jump pointers) with the greatest pattern skipped:
// an ancestor is found in O(log depth) steps.
#include "fusion/dominators.h"

#include <algorithm>

namespace nw::fusion {

namespace {

struct Jump {
  int32_t to = -1;
  OpPattern pattern = OpPattern::Elemwise;  // greatest pattern of the nodes that the jump skips
};

class Tree {
 public:
  explicit Tree(size_t size) : nodes(size), jumps_(size) {}

  void attach(int32_t node, int32_t parent, OpPattern pattern) {
    Dominator& d = at(node);
    d = {parent, pattern, parent < 0 ? 1 : at(parent).depth + 1};
    Jump& jump = jumps_[static_cast<size_t>(node)];
    jump = {parent, pattern};
    if (parent < 0) return;
    const Jump& first = jump_of(parent);
    if (first.to < 0) return;
    const Jump& second = jump_of(first.to);
    if (second.to < 0 || at(parent).depth - at(first.to).depth != at(first.to).depth - at(second.to).depth) return;
    jump = {second.to, std::max({pattern, first.pattern, second.pattern})};
  }

  // The least common ancestor, or -1; raises `pattern` to the greatest of the nodes on the paths to it.
  int32_t meet(int32_t a, int32_t b, OpPattern& pattern) const {
    if (a < 0 || b < 0) return -1;
    if (at(a).depth < at(b).depth) std::swap(a, b);
    while (at(a).depth > at(b).depth) a = up(a, at(b).depth, pattern);
    while (a != b) {
      const Jump& ja = jump_of(a);
      const Jump& jb = jump_of(b);
      const bool far = ja.to != jb.to && ja.to >= 0 && jb.to >= 0;  // equal depths jump equally far
      pattern = std::max({pattern, far ? ja.pattern : at(a).pattern, far ? jb.pattern : at(b).pattern});
      a = far ? ja.to : at(a).parent;
      b = far ? jb.to : at(b).parent;
      if (a < 0 || b < 0) return -1;
    }
    return a;
  }

  std::vector<Dominator> nodes;

 private:
  Dominator& at(int32_t i) { return nodes[static_cast<size_t>(i)]; }
  const Dominator& at(int32_t i) const { return nodes[static_cast<size_t>(i)]; }
  const Jump& jump_of(int32_t i) const { return jumps_[static_cast<size_t>(i)]; }

  int32_t up(int32_t node, int32_t depth, OpPattern& pattern) const {
    const Jump& jump = jump_of(node);
    const bool far = jump.to >= 0 && at(jump.to).depth >= depth;
    pattern = std::max(pattern, far ? jump.pattern : at(node).pattern);
    return far ? jump.to : at(node).parent;
  }

  std::vector<Jump> jumps_;
};

}  // namespace

std::vector<Dominator> post_dominators(const ForwardGraph& graph) {
  Tree tree(static_cast<size_t>(graph.size()));
  for (int32_t i = graph.size() - 1; i >= 0; --i) {
    const ForwardNode& n = graph.nodes()[static_cast<size_t>(i)];
    const auto consumers = graph.consumers(i);
    if (n.is_extern()) {
      tree.attach(i, -1, OpPattern::Opaque);
      continue;
    }
    OpPattern pattern = OpPattern::Elemwise;
    int32_t parent = consumers.empty() ? -1 : consumers[0].to;
    for (const ForwardEdge& edge : consumers) {
      parent = tree.meet(parent, edge.to, pattern);
      pattern = std::max(pattern, edge.pattern);
    }
    tree.attach(i, parent, pattern);
  }
  return std::move(tree.nodes);
}

}  // namespace nw::fusion
