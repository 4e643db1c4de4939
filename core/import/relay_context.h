// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the parser of Relay text share.
#pragma once

#include "import/relay_attribute_parser.h"
#include "import/relay_graph_builder.h"
#include "import/relay_scope_stack.h"
#include "import/relay_type_parser.h"
#include "op/registry.h"

namespace nw::import {

struct RelayContext {
  RelayContext(std::vector<Token> tokens, const RelayMetadata& metadata, const op::Registry& registry);
  RelayContext(const RelayContext&) = delete;

  // What a printer left in the comment behind a node: its declared type, and the name that it had elsewhere.
  void note_comment(NodeId id, std::string_view comment);
  void note_comment(NodeId id) { note_comment(id, cursor.previous().comment); }  // behind what was read last

  RelayCursor cursor;
  RelayGraphBuilder nodes;
  RelayScopeStack scopes;
  RelayTypeParser types;
  RelayAttributeParser attributes;
  const RelayMetadata& metadata;
  const op::Registry& registry;

 private:
  void note_source(NodeId id, std::string_view span);
};

}  // namespace nw::import
