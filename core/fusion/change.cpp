// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/change.h"

#include <algorithm>

namespace nw::fusion {

namespace {

struct Title {
  Sentence operator()(const PatternChange& c) const {
    return c.pattern ? Sentence(NW_TEXT("Fusion", "{0} as {1}"), c.of, graph::to_string(*c.pattern))
                     : Sentence(NW_TEXT("Fusion", "{0} with its own pattern"), c.of);
  }
  Sentence operator()(const FenceChange& c) const {
    return Sentence(c.on ? NW_TEXT("Fusion", "fence after {0}") : NW_TEXT("Fusion", "no fence after {0}"), c.after);
  }
  Sentence operator()(const EdgeChange& c) const {
    return Sentence(c.choice == EdgeChoice::Join  ? NW_TEXT("Fusion", "fuse {0} → {1}")
                    : c.choice == EdgeChoice::Cut ? NW_TEXT("Fusion", "cut {0} → {1}")
                                                  : NW_TEXT("Fusion", "leave to the rules {0} → {1}"),
                    c.from, c.to);
  }
  Sentence operator()(const DepthChange& c) const {
    return Sentence(NW_TEXT("Fusion", "at most {0} operators in a group"), c.max_depth);
  }
  Sentence operator()(const LevelChange& c) const {
    return Sentence(NW_TEXT("Fusion", "fusion at opt level {0}"), c.opt_level);
  }
};

// Applies a change to `options`. False if the change names a node or operator that the graph does not have.
struct Apply {
  const graph::Graph& graph;
  Options& options;

  bool operator()(const PatternChange& c) const {
    if (const NodeId node = graph.find(c.of); node.valid()) return set(options.node_patterns, node, c.pattern);
    const auto is_call = [&](const graph::Node& n) { return n.kind == graph::NodeKind::Call && n.op == c.of; };
    return std::ranges::any_of(graph.nodes(), is_call) && set(options.op_patterns, c.of, c.pattern);
  }
  bool operator()(const FenceChange& c) const {
    const NodeId node = graph.find(c.after);
    if (!node.valid()) return false;
    if (c.on)
      options.fences.insert(node);
    else
      options.fences.erase(node);
    return true;
  }
  bool operator()(const EdgeChange& c) const {
    const std::pair edge(graph.find(c.from), graph.find(c.to));
    if (!edge.first.valid() || !edge.second.valid()) return false;
    if (c.choice == EdgeChoice::Join) options.joins.push_back(edge);
    if (c.choice == EdgeChoice::Cut) options.cuts.push_back(edge);
    // If an edge has both a join and a cut, the cut takes effect, so the cut is removed.
    if (c.choice == EdgeChoice::Rules && std::erase(options.cuts, edge) == 0) std::erase(options.joins, edge);
    return true;
  }
  bool operator()(const DepthChange& c) const {
    options.max_depth = c.max_depth;
    return true;
  }
  bool operator()(const LevelChange& c) const {
    options.opt_level = c.opt_level;
    return true;
  }

 private:
  template <class Key>
  static bool set(std::map<Key, OpPattern>& patterns, const Key& key, std::optional<OpPattern> pattern) {
    if (pattern)
      patterns[key] = *pattern;
    else
      patterns.erase(key);
    return true;
  }
};

}  // namespace

Sentence title(const Change& change) {
  return std::visit(Title{}, change);
}

std::optional<Options> with_change(const graph::Graph& graph, Options options, const Change& change) {
  return std::visit(Apply{graph, options}, change) ? std::optional(std::move(options)) : std::nullopt;
}

}  // namespace nw::fusion
