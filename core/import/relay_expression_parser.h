// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of Relay text: operators, calls, constants, names; `if` and `match` (relay_expression_control.cpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "import/relay_block_parser.h"
#include "import/relay_function_parser.h"
#include "import/relay_metadata_reference.h"

namespace nw::import {

class RelayExpressionParser : public RelayExpressions {
 public:
  struct UnknownOp {
    int count = 0;
    TextSpan at;
  };

  explicit RelayExpressionParser(RelayContext& context)
      : context_(context),
        cursor_(context.cursor),
        nodes_(context.nodes),
        scopes_(context.scopes),
        blocks_(context, *this),
        functions_(context, blocks_) {}

  NodeId expression() override { return expression(0); }
  RelayBlockParser& blocks() { return blocks_; }
  RelayFunctionParser& functions() { return functions_; }

  // What was read so far mentions: operators that the registry lacks, and where each global function is used first.
  const std::map<std::string, UnknownOp>& unknown_ops() const { return unknown_ops_; }
  const std::map<std::string, TextSpan>& globals() const { return globals_; }

 private:
  NodeId expression(int min_precedence);
  NodeId unary();
  NodeId call_chain();
  NodeId call(NodeId callee, const std::string& op, const Token& at);
  NodeId tuple_field(NodeId tuple);
  void arguments(graph::Node& node);
  NodeId atom();
  NodeId word_atom();
  NodeId number();
  NodeId parenthesized();
  NodeId tensor_literal();
  NodeId reference(graph::NodeKind kind, size_t operands);
  NodeId metadata_constant();
  NodeId variable(const Token& token);
  NodeId undefined(const Token& token);
  NodeId global(const Token& token);
  NodeId constructor(const std::string& name, const Token& at);

  // relay_expression_control.cpp
  NodeId if_expression();
  NodeId match_expression();
  std::string pattern(graph::Node& match);
  std::string constructor_pattern(graph::Node& match);

  RelayContext& context_;
  RelayCursor& cursor_;
  RelayGraphBuilder& nodes_;
  RelayScopeStack& scopes_;
  RelayBlockParser blocks_;
  RelayFunctionParser functions_;
  std::map<std::string, UnknownOp> unknown_ops_;
  std::map<std::string, TextSpan> globals_;    // without '@'
  std::map<std::string, NodeId> global_refs_;  // with '@'
  std::map<size_t, NodeId> constants_;         // meta[relay.Constant][i]
};

}  // namespace nw::import
