// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph.h"

#include <fmt/format.h>

namespace nw::graph {

NodeId Graph::add(Node node) {
  node.id = NodeId(nodes_.size());
  if (node.name.empty()) node.name = fmt::format("%{}", node.id.value);
  if (by_name_.find(nodes_, node.name).valid()) node.name = unique_name(node.name);
  by_name_.insert(node.id, node.name);
  nodes_.push_back(std::move(node));
  return nodes_.back().id;
}

std::string Graph::unique_name(const std::string& wanted) {
  if (!by_name_.find(nodes_, wanted).valid()) return wanted;
  int& k = next_suffix_[wanted];
  for (;;) {
    std::string candidate = fmt::format("{}/{}", wanted, ++k);
    if (!by_name_.find(nodes_, candidate).valid()) return candidate;
  }
}

void Graph::rename(NodeId id, const std::string& wanted) {
  Node& n = node(id);
  if (n.name == wanted) return;
  by_name_.erase(id, n.name);
  n.name = unique_name(wanted);
  by_name_.insert(id, n.name);
}

std::string symbol_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string name;
  for (const char c : text) {
    if (letter(c) || (digit(c) && !name.empty())) {
      name += c;
    } else if (digit(c)) {
      name = std::string("d") + c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  return name.empty() ? "d" : name;
}

NodeId Graph::find(std::string_view node_name) const {
  return by_name_.find(nodes_, node_name);
}

tir::Var Graph::symbol(const std::string& symbol_name, bool is_size) {
  tir::Var& var = symbols[symbol_name];
  if (!var) var = tir::make_var(symbol_name, DType::Int(64), is_size);
  return var;
}

namespace {

// What a node reads, in the order in which Relay's visitor goes there.
size_t child_count(const Node& n) {
  return n.params.size() + (n.bound.valid() ? 1 : 0) + n.inputs.size();
}

NodeId child(const Node& n, size_t i) {
  if (i < n.params.size()) return n.params[i];
  i -= n.params.size();
  if (n.bound.valid()) {
    if (i == 0) return n.bound;
    --i;
  }
  return n.inputs[i];
}

}  // namespace

std::vector<NodeId> Graph::post_order() const {
  return post_order(outputs);
}

std::vector<NodeId> Graph::post_order(const std::vector<NodeId>& roots) const {
  struct Frame {
    const Node* node;
    size_t next = 0;
  };
  std::vector<NodeId> order;
  order.reserve(nodes_.size());
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<Frame> stack;  // our own: graphs may be deeper than the thread's stack
  const auto enter = [&](NodeId id) {
    if (!id.valid() || id.index() >= nodes_.size() || seen[id.index()]) return;
    seen[id.index()] = true;
    stack.push_back({&node(id)});
  };
  for (const NodeId root : roots) {
    enter(root);
    while (!stack.empty()) {
      Frame& top = stack.back();
      const Node& n = *top.node;
      if (top.next < child_count(n)) {
        enter(child(n, top.next++));
      } else {
        order.push_back(n.id);
        stack.pop_back();
      }
    }
  }
  return order;
}

std::vector<std::vector<NodeId>> Graph::users() const {
  std::vector<std::vector<NodeId>> result(nodes_.size());
  for (const NodeId id : post_order()) {
    for (const NodeId input : node(id).inputs) {
      if (input.valid() && input.index() < nodes_.size()) result[input.index()].push_back(id);
    }
  }
  return result;
}

}  // namespace nw::graph
