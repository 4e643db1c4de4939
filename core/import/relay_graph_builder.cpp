// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_graph_builder.h"

#include <fmt/format.h>

#include "import/onnx_text.h"
#include "import/relay_scope.h"

namespace nw::import {

using graph::Node;

RelayGraphBuilder::RelayGraphBuilder(size_t tokens) : tokens_(tokens) {
  constexpr size_t kTokensOfStatement = 8;  // a call of two arguments; most have more
  graph_.format = "Relay";
  graph_.reserve(tokens / kTokensOfStatement);
}

NodeId RelayGraphBuilder::add(Node node, const Token& at) {
  node.origin.span = at.span();
  if (node.origin.op.empty()) node.origin.op = node.op;
  node.name = fmt::format("?{}", graph_.size());  // until the text, or name_the_rest(), names it
  return graph_.add(std::move(node));
}

NodeId RelayGraphBuilder::opaque(const std::string& what, const Token& at) {
  Node node;
  node.kind = graph::NodeKind::Opaque;
  node.op = what;
  node.why_opaque = what;
  return add(std::move(node), at);
}

void RelayGraphBuilder::name(NodeId id, const std::string& name) {
  graph_.rename(id, name.starts_with('@') ? name : prefix_ + name);
  graph_.node(id).origin.name = name;
  note_named(id);
}

void RelayGraphBuilder::rename_to_source(NodeId id, const std::string& source) {
  graph_.rename(id, source);
  graph_.node(id).origin.name = source;
  if (source.find('/') != std::string::npos) graph_.node(id).origin.scope = scope_of(source);
  note_named(id);
}

void RelayGraphBuilder::note_named(NodeId id) {
  if (named_.size() <= id.index()) named_.resize(graph_.size());
  named_[id.index()] = true;
}

// Nodes are fewer than tokens: no higher number will be asked for.
void RelayGraphBuilder::note_bound(std::string_view number) {
  const std::optional<size_t> n = printed_number(number);
  if (!n || *n >= 2 * tokens_) return;
  if (*n >= bound_numbers_.size()) bound_numbers_.resize(*n + 1);
  bound_numbers_[*n] = true;
}

void RelayGraphBuilder::name_the_rest() {
  size_t next = 0;
  for (const Node& n : graph_.nodes()) {
    if (is_named(n.id)) continue;
    std::string name;
    do {
      while (next < bound_numbers_.size() && bound_numbers_[next]) ++next;
      name = fmt::format("%{}", next++);
    } while (graph_.find(name).valid());
    graph_.rename(n.id, name);
  }
}

}  // namespace nw::import
