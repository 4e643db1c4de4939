// SPDX-License-Identifier: GPL-3.0-or-later
// The recursive-descent parser of Relay text. It never gives up: after a mistake it goes on at the next statement, and
// what could not be read is an opaque node.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "import/relay_metadata.h"
#include "import/relay_scope.h"
#include "import/relay_token.h"
#include "op/registry.h"

namespace nw::import {

class RelayParser {
 public:
  RelayParser(Tokens tokens, const RelayMetadata& metadata, const op::Registry& registry);

  graph::Graph parse();
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }
  // Where the function of a text without version and `def` ended; line 0 if everything was read.
  int first_line_left() const { return first_line_left_; }
  bool found_function() const { return found_function_; }

 private:
  struct LetBinding {
    NodeId variable;
    NodeId value;
  };
  struct UnknownOp {
    int count = 0;
    TextSpan at;
  };

  // Tokens.
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(pos_ + ahead, tokens_.size() - 1)]; }
  const Token& previous() const { return tokens_[pos_ == 0 ? 0 : pos_ - 1]; }
  Token take();
  bool accept(std::string_view punct);
  bool accept_word(std::string_view word);
  bool expect(std::string_view punct);
  void fail(const std::string& expected);
  void report(Diagnostic diagnostic);
  void skip_statement();
  void skip_parameter();
  void skip_brackets();
  bool enter();
  void leave() { --depth_; }

  // Modules (relay_parse_module.cpp).
  void version();
  void definition();
  void type_definition();
  void bare_function();
  NodeId function(const std::string& global_name, bool is_main = false);
  void parameters(graph::Node& function);
  void main_is(const graph::Node& function);
  void finish();
  void unused_or_missing();

  // Blocks (relay_parse_block.cpp).
  NodeId block();
  NodeId sequence();
  bool statement(std::vector<LetBinding>& lets);
  void graph_binding();
  void let_binding(std::vector<LetBinding>& lets);
  void free_variable();
  void end_of_statement();
  NodeId wrap_lets(const std::vector<LetBinding>& lets, NodeId body);

  // Expressions (relay_parse_expr.cpp).
  NodeId expression(int min_precedence = 0);
  NodeId unary();
  NodeId call_chain();
  NodeId call(NodeId callee, const std::string& op, const Token& at);
  void arguments(graph::Node& node);
  NodeId atom();
  NodeId word_atom();
  NodeId number();
  NodeId parenthesized();
  NodeId tensor_literal();
  NodeId reference(graph::NodeKind kind, size_t operands);
  NodeId metadata_constant();
  NodeId variable(const Token& token);
  NodeId global(const Token& token);
  NodeId constructor(const std::string& name, const Token& at);
  std::string dotted_name();

  // if and match (relay_parse_control.cpp).
  NodeId if_expression();
  NodeId match_expression();
  std::string pattern(graph::Node& match);

  // Attributes and types (relay_parse_type.cpp).
  bool at_attribute() const;
  void attribute(graph::Attrs& attrs);
  graph::Attr attribute_value();
  std::optional<std::pair<std::string, size_t>> metadata_reference();
  graph::Type type(const std::string& symbol_prefix);
  graph::Type tensor_type(const std::string& symbol_prefix);
  graph::Dim dimension(const std::string& symbol_prefix, size_t axis);
  std::vector<graph::Type> type_list(const std::string& symbol_prefix);
  void note_comment(NodeId id, std::string_view comment);

  // Nodes.
  NodeId add(graph::Node node, const Token& at);
  NodeId opaque(const std::string& what, const Token& at);
  bool is_named(NodeId id) const { return id.index() < named_.size() && named_[id.index()]; }
  void note_named(NodeId id);
  void note_bound(std::string_view number);
  void name_node(NodeId id, const std::string& name);
  void define(const Token& name, NodeId node);
  void define_once(const Token& name, NodeId node);

  std::vector<Token> tokens_;
  size_t pos_ = 0;
  bool failed_ = false;  // a mistake was found; nothing more is read until the next statement
  int depth_ = 0;
  int errors_ = 0;
  const RelayMetadata& metadata_;
  const op::Registry& registry_;
  Diagnostics diagnostics_;
  graph::Graph graph_;
  std::vector<RelayScope> scopes_;
  std::string prefix_;               // of node names in functions other than main: "@f"
  std::vector<bool> named_;          // by node
  std::vector<bool> bound_numbers_;  // N: the text binds %N
  std::map<std::string, UnknownOp> unknown_ops_;
  std::map<std::string, Definition> globals_;
  std::map<std::string, TextSpan> missing_globals_;
  std::map<std::string, NodeId> global_refs_;
  std::map<size_t, NodeId> constants_;  // meta[relay.Constant][i]
  int first_line_left_ = 0;
  bool found_function_ = false;
};

}  // namespace nw::import
