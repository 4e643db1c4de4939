// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_block_parser.h"

#include <fmt/format.h>

#include "import/relay_diagnostics.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

NodeId RelayBlockParser::block() {
  if (!cursor_.expect("{")) return {};
  const NodeId body = sequence();
  cursor_.expect("}");
  return body;
}

NodeId RelayBlockParser::sequence() {
  std::vector<LetBinding> lets;
  if (!cursor_.enter()) {
    cursor_.leave();
    return {};
  }
  scopes_.open();
  while (statement(lets)) {
  }
  const NodeId result = value(lets);
  scopes_.close();
  cursor_.leave();
  return wrap_lets(lets, result);
}

NodeId RelayBlockParser::value(std::vector<LetBinding>& lets) {
  const Token at = cursor_.peek();
  if (at.is("}") || cursor_.at_end()) {
    cursor_.report(unexpected_token("an expression, the value of this block",
                                    at.is("}") ? "'}'" : "the end of the text", at.span()));
    return nodes_.opaque("a block without a value", at);
  }
  NodeId result = expressions_.expression();
  while (!cursor_.failed() && (cursor_.accept(";") || cursor_.accept(";;"))) {  // `a; b`: a is computed, b is the value
    if (cursor_.peek().is("}") || cursor_.at_end()) break;
    Node unnamed;
    unnamed.kind = NodeKind::Input;
    lets.push_back({nodes_.add(std::move(unnamed), at), result});
    while (statement(lets)) {
    }
    result = expressions_.expression();
  }
  if (!cursor_.failed()) return result;
  cursor_.skip_statement();
  return result.valid() ? result : nodes_.opaque("text that could not be read", at);
}

// One binding, if one is here.
bool RelayBlockParser::statement(std::vector<LetBinding>& lets) {
  if (cursor_.at_end()) return false;
  const bool is_binding = cursor_.peek().kind == TokenKind::GraphVar && cursor_.peek(1).is("=");
  if (is_binding) {
    graph_binding();
  } else if (cursor_.peek().is_word("let")) {
    let_binding(lets);
  } else if (cursor_.peek().is_word("free_var")) {
    free_variable();
  } else {
    return false;
  }
  if (cursor_.failed()) cursor_.skip_statement();
  return true;
}

// v0.0.1 ends statements by the line.
void RelayBlockParser::end_of_statement() {
  if (cursor_.accept(";") || cursor_.failed()) return;
  if (!cursor_.peek().first_on_line) cursor_.fail("';'");
}

void RelayBlockParser::graph_binding() {
  const Token name = cursor_.take();
  nodes_.note_bound(name.text);
  cursor_.take();  // =
  NodeId value = expressions_.expression();
  if (!value.valid()) value = nodes_.opaque("text that could not be read", name);
  if (!cursor_.failed()) end_of_statement();
  if (!nodes_.is_named(value)) {
    nodes_.name(value, fmt::format("%{}", name.text));
    nodes_.graph().node(value).origin.span = name.span();
  }
  scopes_.bind_number(name, value);
}

void RelayBlockParser::let_binding(std::vector<LetBinding>& lets) {
  cursor_.take();  // let
  const Token name = cursor_.peek();
  Node variable;
  variable.kind = NodeKind::Input;
  if (name.kind != TokenKind::Local && name.kind != TokenKind::GraphVar) {
    cursor_.fail("'%' and a name");
    return;
  }
  cursor_.take();
  if (cursor_.accept(":")) variable.type = context_.types.type("");
  const NodeId id = nodes_.add(std::move(variable), name);
  nodes_.name(id, fmt::format("%{}", name.text));
  context_.note_comment(id);
  cursor_.expect("=");
  const bool is_function = cursor_.peek().is_word("fn");  // a function may call itself
  if (is_function) scopes_.define(name, id);
  NodeId value = cursor_.failed() ? NodeId() : expressions_.expression();
  if (!value.valid()) value = nodes_.opaque("text that could not be read", name);
  if (!cursor_.failed()) end_of_statement();
  scopes_.define(name, id);
  lets.push_back({id, value});
}

void RelayBlockParser::free_variable() {
  cursor_.take();  // free_var
  const Token name = cursor_.peek();
  if (name.kind != TokenKind::Local && name.kind != TokenKind::GraphVar) {
    cursor_.fail("'%' and a name");
    return;
  }
  cursor_.take();
  Node variable;
  variable.kind = NodeKind::Input;
  if (cursor_.accept(":")) variable.type = context_.types.type(std::string(name.text));
  const NodeId id = nodes_.add(std::move(variable), name);
  nodes_.name(id, fmt::format("%{}", name.text));
  end_of_statement();
  scopes_.define(name, id);
  nodes_.graph().inputs.push_back(id);
}

NodeId RelayBlockParser::wrap_lets(const std::vector<LetBinding>& lets, NodeId body) {
  for (auto binding = lets.rbegin(); binding != lets.rend(); ++binding) {
    Node let;
    let.kind = NodeKind::Let;
    let.bound = binding->variable;
    let.inputs = {binding->value, body};
    const TextSpan at = nodes_.graph().node(binding->variable).origin.span;
    Token token;
    token.line = at.line;
    token.column = at.column;
    token.length = at.length;
    body = nodes_.add(std::move(let), token);
  }
  return body;
}

}  // namespace nw::import
