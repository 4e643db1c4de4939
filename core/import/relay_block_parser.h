// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of Relay text: a graph binding `%3 = …;` names a node that may be shared; a `let` makes a Let node. After a
// mistake reading goes on at the next statement, and what could not be read is an opaque node.
#pragma once

#include <vector>

#include "import/relay_context.h"
#include "import/relay_expressions.h"

namespace nw::import {

class RelayBlockParser {
 public:
  RelayBlockParser(RelayContext& context, RelayExpressions& expressions)
      : context_(context),
        cursor_(context.cursor),
        nodes_(context.nodes),
        scopes_(context.scopes),
        expressions_(expressions) {}

  NodeId block();     // { … }
  NodeId sequence();  // statements and a value

 private:
  struct LetBinding {
    NodeId variable;
    NodeId value;
  };
  bool statement(std::vector<LetBinding>& lets);
  NodeId value(std::vector<LetBinding>& lets);
  void graph_binding();
  void let_binding(std::vector<LetBinding>& lets);
  void free_variable();
  void end_of_statement();
  NodeId wrap_lets(const std::vector<LetBinding>& lets, NodeId body);

  RelayContext& context_;
  RelayCursor& cursor_;
  RelayGraphBuilder& nodes_;
  RelayScopeStack& scopes_;
  RelayExpressions& expressions_;
};

}  // namespace nw::import
