// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_context.h"

namespace nw::import {

RelayContext::RelayContext(std::vector<Token> tokens, const RelayMetadata& its_metadata, const op::Registry& operators)
    : cursor(std::move(tokens)),
      nodes(cursor.size()),
      scopes(cursor),
      types(cursor, nodes.graph()),
      attributes(cursor, its_metadata),
      metadata(its_metadata),
      registry(operators) {}

// `ty=Tensor[(1, 64), float32] span=/layer1/conv:0:0`
void RelayContext::note_comment(NodeId id, std::string_view comment) {
  if (comment.empty()) return;
  if (const size_t at = comment.find("span="); at != std::string_view::npos) {
    note_source(id, comment.substr(at + 5));
    comment = comment.substr(0, at);
  }
  graph::Graph& graph = nodes.graph();
  if (!comment.starts_with("ty=") || graph.node(id).type.kind != graph::Type::Kind::Unknown) return;
  const op::OpInfo* info = registry.find(graph.node(id).op);
  if (info && info->type && comment.find('?') != std::string_view::npos)
    return;  // inference names the dimension better
  RelayCursor inside(tokenize_relay(comment.substr(3)).list);
  graph::Graph scratch;
  scratch.symbols = graph.symbols;
  const std::string& name = graph.node(id).name;
  graph::Type declared = RelayTypeParser(inside, scratch).type(name.substr(name.find_first_not_of("%?")));
  if (!inside.diagnostics().empty()) return;
  graph.symbols = std::move(scratch.symbols);
  graph.node(id).type = std::move(declared);
}

void RelayContext::note_source(NodeId id, std::string_view span) {
  std::string_view source = span.substr(0, span.find(' '));
  for (int i = 0; i < 2; ++i) source = source.substr(0, source.rfind(':'));  // line and column
  const bool is_layer = !source.empty() && source != "from_string" && source != "GeneratedSource";
  const bool nameless = !nodes.is_named(id) || nodes.graph().node(id).kind == graph::NodeKind::Input;
  if (is_layer && nameless) nodes.rename_to_source(id, std::string(source));
}

}  // namespace nw::import
