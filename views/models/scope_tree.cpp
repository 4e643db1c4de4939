// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/scope_tree.h"

#include <cmath>
#include <map>
#include <set>

#include "models/structure.h"
#include "op/node_figures.h"

namespace nw::views {

namespace {

// Every scope as the names have it, or the structure where there are none, before those with a single thing inside are
// left out.
ScopeTree full_tree(const graph::Graph& graph) {
  ScopeTree tree;
  tree.scopes.emplace_back();
  tree.scope_of.assign(graph.size(), -1);
  std::map<std::pair<int32_t, std::string>, int32_t> known;
  const std::set<NodeId> outputs(graph.outputs.begin(), graph.outputs.end());
  for (NodeId id : graph.post_order()) {
    const graph::Node& node = graph.node(id);
    if (node.kind == graph::NodeKind::Constant && !outputs.contains(id)) continue;
    int32_t at = 0;
    for (const std::string& name : node.origin.scope) {
      auto [found, is_new] = known.try_emplace({at, name}, static_cast<int32_t>(tree.scopes.size()));
      if (is_new) {
        const Scope& parent = tree.scopes[static_cast<size_t>(at)];
        Scope scope{.name = name,
                    .path = parent.path.empty() ? name : parent.path + "/" + name,
                    .parent = at,
                    .depth = parent.depth + 1};
        tree.scopes[static_cast<size_t>(at)].scopes.push_back(found->second);
        tree.scopes.push_back(std::move(scope));
      }
      at = found->second;
    }
    tree.scopes[static_cast<size_t>(at)].nodes.push_back(id);
    tree.scope_of[id.index()] = at;
    tree.order.push_back(id);
  }
  nest_by_structure(graph, tree);
  for (size_t i = tree.scopes.size(); i-- > 0;) {
    Scope& scope = tree.scopes[i];
    scope.node_count += static_cast<int32_t>(scope.nodes.size());
    if (scope.parent >= 0) tree.scopes[static_cast<size_t>(scope.parent)].node_count += scope.node_count;
  }
  return tree;
}

void find_passing(const graph::Graph& graph, ScopeTree& tree) {
  tree.passing.reserve(tree.order.size() * 3 / 2);
  std::vector<float> bytes(graph.size(), -1);  // of a node's value; −1: not counted yet
  for (NodeId id : tree.order)
    for (NodeId input : graph.node(id).inputs) {
      if (!input.valid() || tree.scope_of[input.index()] < 0) continue;
      float& size = bytes[input.index()];
      if (size < 0) size = static_cast<float>(op::bytes_of(graph.node(input).type));
      tree.passing.push_back({input, id, size});
    }
}

void add_figures(const graph::Graph& graph, ScopeTree& tree) {
  for (const NodeId id : tree.order) {
    const double flops = op::flops_of(graph, graph.node(id));
    if (std::isfinite(flops)) tree.scopes[static_cast<size_t>(tree.scope_of[id.index()])].flops += flops;
  }
  for (size_t i = tree.scopes.size(); i-- > 1;)
    tree.scopes[static_cast<size_t>(tree.scopes[i].parent)].flops += tree.scopes[i].flops;
}

// Of the nodes that are read outside of a scope, the one that is computed last.
void find_outputs(const graph::Graph& graph, ScopeTree& tree) {
  std::vector<uint32_t> position(graph.size(), 0);
  for (size_t i = 0; i < tree.order.size(); ++i) position[tree.order[i].index()] = static_cast<uint32_t>(i);
  const auto leaves = [&](NodeId node, int32_t reader) {
    for (int32_t s = tree.scope_of[node.index()]; s > 0 && !tree.inside(reader, s);
         s = tree.scopes[static_cast<size_t>(s)].parent) {
      NodeId& output = tree.scopes[static_cast<size_t>(s)].output;
      if (!output.valid() || position[output.index()] < position[node.index()]) output = node;
    }
  };
  for (const Passing& value : tree.passing) leaves(value.producer, tree.scope_of[value.consumer.index()]);
  for (const NodeId output : graph.outputs)
    if (tree.scope_of[output.index()] >= 0) leaves(output, 0);
}

// The last `parts` parts of a path.
std::string end_of_path(const std::string& path, int parts) {
  size_t from = path.size();
  for (int i = 0; i < parts && from != std::string::npos && from > 0; ++i) from = path.rfind('/', from - 1);
  return from == std::string::npos || from == 0 ? path : path.substr(from + 1);
}

// Scopes that have one thing in them are left out, so that scopes of the same name may be side by side.
void label_scopes(ScopeTree& tree) {
  for (Scope& scope : tree.scopes) scope.label = scope.name;
  for (const Scope& parent : tree.scopes) {
    std::map<std::string, std::vector<int32_t>> by_name;
    for (const int32_t child : parent.scopes) by_name[tree.scopes[static_cast<size_t>(child)].name].push_back(child);
    for (const auto& [name, alike] : by_name) {
      std::vector<int32_t> left = alike;
      for (int parts = 2; left.size() > 1; ++parts) {
        std::map<std::string, std::vector<int32_t>> by_label;
        bool longer = false;
        for (const int32_t child : left) {
          Scope& scope = tree.scopes[static_cast<size_t>(child)];
          std::string label = end_of_path(scope.path, parts);
          longer = longer || label.size() > scope.label.size();
          by_label[label].push_back(child);
          scope.label = std::move(label);
        }
        left.clear();
        if (!longer) break;
        for (const auto& [label, same] : by_label)
          if (same.size() > 1) left.insert(left.end(), same.begin(), same.end());
      }
    }
  }
}

}  // namespace

ScopeTree ScopeTree::build(const graph::Graph& graph) {
  ScopeTree full = full_tree(graph);
  ScopeTree tree;
  tree.order = std::move(full.order);
  tree.scope_of = std::move(full.scope_of);
  // A scope with one scope or one node inside hands it to its parent.
  std::vector<int32_t> becomes(full.scopes.size(), 0);
  for (size_t i = 0; i < full.scopes.size(); ++i) {
    Scope& scope = full.scopes[i];
    const int32_t parent = scope.parent < 0 ? -1 : becomes[static_cast<size_t>(scope.parent)];
    if (i > 0 && scope.scopes.size() + scope.nodes.size() < 2) {
      becomes[i] = parent;
      continue;
    }
    becomes[i] = static_cast<int32_t>(tree.scopes.size());
    Scope kept{
        .name = std::move(scope.name), .path = std::move(scope.path), .parent = parent, .node_count = scope.node_count};
    kept.depth = parent < 0 ? 0 : tree.scopes[static_cast<size_t>(parent)].depth + 1;
    if (parent >= 0) tree.scopes[static_cast<size_t>(parent)].scopes.push_back(becomes[i]);
    tree.scopes.push_back(std::move(kept));
  }
  for (NodeId id : tree.order) {
    int32_t& scope = tree.scope_of[id.index()];
    scope = becomes[static_cast<size_t>(scope)];
    tree.scopes[static_cast<size_t>(scope)].nodes.push_back(id);
  }
  label_scopes(tree);
  find_passing(graph, tree);
  add_figures(graph, tree);
  find_outputs(graph, tree);
  tree.readers = Readers(graph);
  tree.sizes = SizeNames(graph, tree.order);
  return tree;
}

int32_t ScopeTree::find(const std::string& path) const {
  for (size_t i = 1; i < scopes.size(); ++i)
    if (scopes[i].path == path) return static_cast<int32_t>(i);
  return -1;
}

bool ScopeTree::inside(int32_t scope, int32_t ancestor) const {
  for (; scope >= 0; scope = scopes[static_cast<size_t>(scope)].parent)
    if (scope == ancestor) return true;
  return false;
}

double ScopeTree::share(int32_t scope) const {
  const double all = scopes.front().flops;
  return all > 0 ? scopes[static_cast<size_t>(scope)].flops / all : 0;
}

std::vector<NodeId> ScopeTree::nodes_in(int32_t scope) const {
  std::vector<NodeId> nodes;
  for (const NodeId id : order)
    if (inside(scope_of[id.index()], scope)) nodes.push_back(id);
  return nodes;
}

}  // namespace nw::views
