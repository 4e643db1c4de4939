// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of Relay text, behind `def @name` or `fn`: [type parameters] (parameters, attributes) -> type { body }.
#pragma once

#include <optional>
#include <string>

#include "import/relay_block_parser.h"

namespace nw::import {

class RelayFunctionParser {
 public:
  RelayFunctionParser(RelayContext& context, RelayBlockParser& blocks)
      : context_(context), cursor_(context.cursor), nodes_(context.nodes), scopes_(context.scopes), blocks_(blocks) {}

  // A node of the graph; anonymous where the name is empty.
  NodeId function(const std::string& global_name);
  // Not in the graph: of the main function only the inside is.
  std::optional<graph::Node> read();

 private:
  void type_parameters(graph::Node& function);
  void parameters(graph::Node& function);
  void parameter(graph::Node& function);

  RelayContext& context_;
  RelayCursor& cursor_;
  RelayGraphBuilder& nodes_;
  RelayScopeStack& scopes_;
  RelayBlockParser& blocks_;
};

}  // namespace nw::import
