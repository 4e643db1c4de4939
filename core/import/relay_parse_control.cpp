// SPDX-License-Identifier: GPL-3.0-or-later
// `if` and `match`, with the patterns of its cases.
#include <fmt/format.h>

#include "import/relay_diagnostics.h"
#include "import/relay_parser.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

NodeId RelayParser::if_expression() {
  const Token at = take();
  Node node;
  node.kind = NodeKind::If;
  expect("(");
  const NodeId condition = expression();
  expect(")");
  const NodeId then = failed_ ? NodeId() : block();
  if (!failed_ && !accept_word("else")) fail("'else'");
  const NodeId otherwise = failed_ ? NodeId() : block();
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  node.inputs = {condition, then, otherwise};
  const NodeId id = add(std::move(node), at);
  note_comment(id, previous().comment);
  return id;
}

NodeId RelayParser::match_expression() {
  const Token at = take();
  Node node;
  node.kind = NodeKind::Match;
  node.attrs["complete"] = graph::Attr{!accept("?")};
  const NodeId data = call_chain();
  if (!data.valid() || !expect("{")) return {};
  node.inputs = {data};
  graph::AttrList patterns;
  while (!failed_ && !peek().is("}")) {
    scopes_.emplace_back();
    patterns.push_back(graph::Attr{pattern(node)});
    expect("=>");
    const NodeId value = failed_ ? NodeId() : peek().is("{") ? block() : expression();
    scopes_.pop_back();
    if (!value.valid()) return {};
    node.inputs.push_back(value);
    if (!accept(",")) break;
  }
  if (!expect("}")) return {};
  node.attrs["patterns"] = graph::Attr{std::move(patterns)};
  return add(std::move(node), at);
}

// As text; its variables become parameters of the match, in order.
std::string RelayParser::pattern(Node& match) {
  if (!enter()) {
    leave();
    return {};
  }
  std::string text;
  const Token t = peek();
  if (t.kind == TokenKind::Local) {
    take();
    Node variable;
    variable.kind = NodeKind::Input;
    if (accept(":")) variable.type = type("");
    const NodeId id = add(std::move(variable), t);
    name_node(id, fmt::format("%{}", t.text));
    define(t, id);
    match.params.push_back(id);
    text = "%";
  } else if (t.kind == TokenKind::Ident || t.is("(")) {
    if (t.kind == TokenKind::Ident) text = dotted_name();
    if (accept("(")) {
      text += '(';
      while (!failed_ && !peek().is(")")) {
        text += pattern(match);
        if (!accept(",")) break;
        text += ", ";
      }
      expect(")");
      text += ')';
    }
  } else {
    fail("a pattern");
  }
  leave();
  return text;
}

}  // namespace nw::import
