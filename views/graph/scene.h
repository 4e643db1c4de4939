// SPDX-License-Identifier: GPL-3.0-or-later
// The items of a graph on the canvas: nodes, collapsed scopes as boxes, expanded scopes around them, and the edges
// between. A pure function of the graph, its fusion and the set of expanded scopes.
#pragma once

#include <memory>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "models/scope_tree.h"

namespace nw::views {

struct SceneItem {
  NodeId node;          // of a node
  int32_t scope = -1;   // of a collapsed scope
  int32_t group = -1;   // of a node, where it is fused with others or shown as a group
  int32_t box = -1;     // the innermost expanded scope around it
  bool anchor = false;  // the anchor of its group
};

struct SceneBox {
  int32_t scope = -1;
  int32_t parent = -1;  // box index
};

struct SceneEdge {
  int32_t from = 0, to = 0;   // items
  NodeId producer, consumer;  // of the first of the graph's edges that it represents
  int32_t count = 1;          // how many of them
  float bytes = 0;            // their values together
  bool fused = false;         // both ends are in one group
};

struct Scene {
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;  // null: no groups
  std::shared_ptr<const ScopeTree> tree;
  std::vector<bool> expanded;  // by scope
  std::vector<SceneItem> items;
  std::vector<SceneBox> boxes;  // parents before children
  std::vector<SceneEdge> edges;
  std::vector<int32_t> item_of_node;  // by node index: the node, or the collapsed scope that hides it; -1
};

// `shown`: by node, what may be on the canvas; null: all of it.
Scene build_scene(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion,
                  std::shared_ptr<const ScopeTree> tree, std::vector<bool> expanded,
                  const std::vector<bool>* shown = nullptr);

// Gives a scene that was built without them its groups.
void set_groups(Scene& scene, std::shared_ptr<const fusion::Fusion> fusion);

// Expands whole scopes, outer ones first, while at most `budget` things are on the canvas.
std::vector<bool> default_expansion(const ScopeTree& tree, int budget = 400);
std::vector<bool> expand_all(const ScopeTree& tree);

}  // namespace nw::views
