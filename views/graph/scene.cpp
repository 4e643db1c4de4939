// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scene.h"

#include <algorithm>
#include <deque>
#include <numeric>

namespace nw::views {

namespace {

size_t at(int32_t index) {
  return static_cast<size_t>(index);
}

// The scopes that have something to show.
std::vector<bool> scopes_in_use(const ScopeTree& tree, const std::vector<bool>* shown) {
  std::vector<bool> used(tree.scopes.size(), shown == nullptr);
  if (!shown) return used;
  for (NodeId id : tree.order) {
    if (!(*shown)[id.index()]) continue;
    for (int32_t scope = tree.scope_of[id.index()]; scope >= 0 && !used[at(scope)];
         scope = tree.scopes[at(scope)].parent)
      used[at(scope)] = true;
  }
  return used;
}

void add_boxes(Scene& scene, std::vector<int32_t>& box_of_scope, std::vector<int32_t>& hidden_by,
               const std::vector<bool>& used) {
  const ScopeTree& tree = *scene.tree;
  box_of_scope.assign(tree.scopes.size(), -1);
  hidden_by.assign(tree.scopes.size(), -1);  // the collapsed scope that contains a scope (or is it)
  for (size_t s = 1; s < tree.scopes.size(); ++s) {
    const int32_t parent = tree.scopes[s].parent;
    if (hidden_by[at(parent)] >= 0) {
      hidden_by[s] = hidden_by[at(parent)];
    } else if (!scene.expanded[s]) {
      hidden_by[s] = static_cast<int32_t>(s);
    } else if (used[s]) {
      box_of_scope[s] = static_cast<int32_t>(scene.boxes.size());
      scene.boxes.push_back({static_cast<int32_t>(s), parent > 0 ? box_of_scope[at(parent)] : -1});
    }
  }
}

void add_items(Scene& scene, const std::vector<int32_t>& box_of_scope, const std::vector<int32_t>& hidden_by,
               const std::vector<bool>* shown) {
  const ScopeTree& tree = *scene.tree;
  std::vector<int32_t> item_of_scope(tree.scopes.size(), -1);
  scene.item_of_node.assign(scene.graph->size(), -1);
  for (NodeId id : tree.order) {
    if (shown && !(*shown)[id.index()]) continue;
    const int32_t scope = tree.scope_of[id.index()];
    const int32_t hidden = hidden_by[at(scope)];
    if (hidden >= 0) {
      if (item_of_scope[at(hidden)] < 0) {
        item_of_scope[at(hidden)] = static_cast<int32_t>(scene.items.size());
        const int32_t around = tree.scopes[at(hidden)].parent;
        scene.items.push_back({.node = {}, .scope = hidden, .box = around > 0 ? box_of_scope[at(around)] : -1});
      }
      scene.item_of_node[id.index()] = item_of_scope[at(hidden)];
      continue;
    }
    scene.item_of_node[id.index()] = static_cast<int32_t>(scene.items.size());
    scene.items.push_back({.node = id, .box = scope > 0 ? box_of_scope[at(scope)] : -1});
  }
}

void add_groups(Scene& scene) {
  if (!scene.fusion) return;
  for (const fusion::Group& group : scene.fusion->groups) {
    for (NodeId id : group.nodes) {
      if (id.index() >= scene.item_of_node.size()) continue;
      const int32_t item = scene.item_of_node[id.index()];
      if (item < 0 || scene.items[at(item)].node != id) continue;
      scene.items[at(item)].group = group.id.value;
      scene.items[at(item)].anchor = group.anchor == id && group.nodes.size() > 1;
    }
  }
}

// One line between two things, however many values pass; ordered by both ends.
void add_edges(Scene& scene) {
  const auto ends = [&](const Passing& value) {
    return std::pair(scene.item_of_node[value.producer.index()], scene.item_of_node[value.consumer.index()]);
  };
  std::vector<uint32_t> next(scene.items.size() + 1, 0);  // where the next edge that leaves a thing goes
  for (const Passing& value : scene.tree->passing)
    if (const auto [from, to] = ends(value); from >= 0 && to >= 0 && from != to) ++next[at(from) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<SceneEdge> edges(next.back());
  for (const Passing& value : scene.tree->passing)
    if (const auto [from, to] = ends(value); from >= 0 && to >= 0 && from != to)
      edges[next[at(from)]++] = {
          .from = from, .to = to, .producer = value.producer, .consumer = value.consumer, .bytes = value.bytes};
  const auto by_consumer = [](const SceneEdge& a, const SceneEdge& b) { return a.to < b.to; };
  for (size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    end = next[at(edges[begin].from)];  // which is now where its last one ended
    const auto first = edges.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = edges.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(first, last, by_consumer)) std::stable_sort(first, last, by_consumer);
  }
  scene.edges.reserve(edges.size());
  for (const SceneEdge& edge : edges) {
    SceneEdge* last_kept = scene.edges.empty() ? nullptr : &scene.edges.back();
    if (last_kept && last_kept->from == edge.from && last_kept->to == edge.to) {
      ++last_kept->count;
      last_kept->bytes += edge.bytes;
    } else {
      scene.edges.push_back(edge);
    }
  }
  scene.edges.shrink_to_fit();
}

}  // namespace

void set_groups(Scene& scene, std::shared_ptr<const fusion::Fusion> fusion) {
  scene.fusion = std::move(fusion);
  add_groups(scene);
  for (SceneEdge& edge : scene.edges) {
    const SceneItem& a = scene.items[at(edge.from)];
    const SceneItem& b = scene.items[at(edge.to)];
    edge.fused = a.node.valid() && b.node.valid() && a.group >= 0 && a.group == b.group;
  }
}

Scene build_scene(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion,
                  std::shared_ptr<const ScopeTree> tree, std::vector<bool> expanded, const std::vector<bool>* shown) {
  Scene scene;
  scene.graph = std::move(graph);
  scene.tree = std::move(tree);
  scene.expanded = std::move(expanded);
  scene.expanded.resize(scene.tree->scopes.size(), false);
  std::vector<int32_t> box_of_scope, hidden_by;
  add_boxes(scene, box_of_scope, hidden_by, scopes_in_use(*scene.tree, shown));
  add_items(scene, box_of_scope, hidden_by, shown);
  add_edges(scene);
  set_groups(scene, std::move(fusion));
  return scene;
}

std::vector<bool> default_expansion(const ScopeTree& tree, int budget) {
  std::vector<bool> expanded(tree.scopes.size(), false);
  auto children = [&](int32_t scope) {
    return static_cast<int>(tree.scopes[at(scope)].scopes.size() + tree.scopes[at(scope)].nodes.size());
  };
  int visible = children(0);
  std::deque<int32_t> next(tree.scopes[0].scopes.begin(), tree.scopes[0].scopes.end());
  while (!next.empty()) {
    const int32_t scope = next.front();
    next.pop_front();
    if (visible + children(scope) - 1 > budget) continue;
    visible += children(scope) - 1;
    expanded[at(scope)] = true;
    next.insert(next.end(), tree.scopes[at(scope)].scopes.begin(), tree.scopes[at(scope)].scopes.end());
  }
  return expanded;
}

std::vector<bool> expand_all(const ScopeTree& tree) {
  return std::vector<bool>(tree.scopes.size(), true);
}

}  // namespace nw::views
