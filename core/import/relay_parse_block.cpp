// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: a graph binding `%3 = …;` names a node that may be shared; a `let` makes a Let node.
#include <fmt/format.h>

#include "import/relay_diagnostics.h"
#include "import/relay_parser.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

NodeId RelayParser::block() {
  if (!expect("{")) return {};
  const NodeId body = sequence();
  expect("}");
  return body;
}

NodeId RelayParser::sequence() {
  std::vector<LetBinding> lets;
  if (!enter()) {
    leave();
    return {};
  }
  scopes_.emplace_back();
  NodeId result;
  while (statement(lets)) {
  }
  if (peek().is("}") || peek().kind == TokenKind::End) {
    report(unexpected_token("an expression, the value of this block", peek().is("}") ? "'}'" : "the end of the text",
                            peek().span()));
    result = opaque("a block without a value", peek());
  } else {
    const Token at = peek();
    result = expression();
    while (!failed_ && (accept(";") || accept(";;"))) {  // `a; b`: a is computed, b is the value
      if (peek().is("}") || peek().kind == TokenKind::End) break;
      Node unnamed;
      unnamed.kind = NodeKind::Input;
      lets.push_back({add(std::move(unnamed), at), result});
      while (statement(lets)) {
      }
      result = expression();
    }
    if (failed_) {
      skip_statement();
      if (!result.valid()) result = opaque("text that could not be read", at);
    }
  }
  scopes_.pop_back();
  leave();
  return wrap_lets(lets, result);
}

// One binding, if one is here.
bool RelayParser::statement(std::vector<LetBinding>& lets) {
  if (peek().kind == TokenKind::End) return false;
  const bool is_binding = peek().kind == TokenKind::GraphVar && peek(1).is("=");
  if (is_binding) {
    graph_binding();
  } else if (peek().is_word("let")) {
    let_binding(lets);
  } else if (peek().is_word("free_var")) {
    free_variable();
  } else {
    return false;
  }
  if (failed_) skip_statement();
  return true;
}

// v0.0.1 ends statements by the line.
void RelayParser::end_of_statement() {
  if (accept(";") || failed_) return;
  if (!peek().first_on_line) fail("';'");
}

void RelayParser::graph_binding() {
  const Token name = take();
  note_bound(name.text);
  take();  // =
  NodeId value = expression();
  if (!value.valid()) value = opaque("text that could not be read", name);
  if (!failed_) end_of_statement();
  if (!is_named(value)) {
    name_node(value, fmt::format("%{}", name.text));
    graph_.node(value).origin.span = name.span();
  }
  define_once(name, value);
}

void RelayParser::let_binding(std::vector<LetBinding>& lets) {
  take();  // let
  const Token name = peek();
  Node variable;
  variable.kind = NodeKind::Input;
  if (name.kind != TokenKind::Local && name.kind != TokenKind::GraphVar) {
    fail("'%' and a name");
    return;
  }
  take();
  if (accept(":")) variable.type = type("");
  const NodeId id = add(std::move(variable), name);
  name_node(id, fmt::format("%{}", name.text));
  note_comment(id, previous().comment);
  expect("=");
  const bool is_function = peek().is_word("fn");  // a function may call itself
  if (is_function) define(name, id);
  NodeId value = failed_ ? NodeId() : expression();
  if (!value.valid()) value = opaque("text that could not be read", name);
  if (!failed_) end_of_statement();
  define(name, id);
  lets.push_back({id, value});
}

void RelayParser::free_variable() {
  take();  // free_var
  const Token name = peek();
  if (name.kind != TokenKind::Local && name.kind != TokenKind::GraphVar) {
    fail("'%' and a name");
    return;
  }
  take();
  Node variable;
  variable.kind = NodeKind::Input;
  if (accept(":")) variable.type = type(std::string(name.text));
  const NodeId id = add(std::move(variable), name);
  name_node(id, fmt::format("%{}", name.text));
  end_of_statement();
  define(name, id);
  graph_.inputs.push_back(id);
}

NodeId RelayParser::wrap_lets(const std::vector<LetBinding>& lets, NodeId body) {
  for (auto binding = lets.rbegin(); binding != lets.rend(); ++binding) {
    Node let;
    let.kind = NodeKind::Let;
    let.bound = binding->variable;
    let.inputs = {binding->value, body};
    const TextSpan at = graph_.node(binding->variable).origin.span;
    Token token;
    token.line = at.line;
    token.column = at.column;
    token.length = at.length;
    body = add(std::move(let), token);
  }
  return body;
}

}  // namespace nw::import
