// SPDX-License-Identifier: GPL-3.0-or-later
// `if` and `match`, with the patterns of its cases.
#include <fmt/format.h>

#include "import/relay_expression_parser.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

NodeId RelayExpressionParser::if_expression() {
  const Token at = cursor_.take();
  Node node;
  node.kind = NodeKind::If;
  cursor_.expect("(");
  const NodeId condition = expression();
  cursor_.expect(")");
  const NodeId then = cursor_.failed() ? NodeId() : blocks_.block();
  if (!cursor_.failed() && !cursor_.accept_word("else")) cursor_.fail("'else'");
  const NodeId otherwise = cursor_.failed() ? NodeId() : blocks_.block();
  if (!condition.valid() || !then.valid() || !otherwise.valid()) return {};
  node.inputs = {condition, then, otherwise};
  const NodeId id = nodes_.add(std::move(node), at);
  context_.note_comment(id);
  return id;
}

NodeId RelayExpressionParser::match_expression() {
  const Token at = cursor_.take();
  Node node;
  node.kind = NodeKind::Match;
  node.attrs["complete"] = graph::Attr{!cursor_.accept("?")};
  const NodeId data = call_chain();
  if (!data.valid() || !cursor_.expect("{")) return {};
  node.inputs = {data};
  graph::AttrList patterns;
  while (!cursor_.failed() && !cursor_.peek().is("}")) {
    scopes_.open();
    patterns.push_back(graph::Attr{pattern(node)});
    cursor_.expect("=>");
    const NodeId value = cursor_.failed() ? NodeId() : cursor_.peek().is("{") ? blocks_.block() : expression();
    scopes_.close();
    if (!value.valid()) return {};
    node.inputs.push_back(value);
    if (!cursor_.accept(",")) break;
  }
  if (!cursor_.expect("}")) return {};
  node.attrs["patterns"] = graph::Attr{std::move(patterns)};
  return nodes_.add(std::move(node), at);
}

// As text; its variables become parameters of the match, in order.
std::string RelayExpressionParser::pattern(Node& match) {
  if (!cursor_.enter()) {
    cursor_.leave();
    return {};
  }
  std::string text;
  const Token t = cursor_.peek();
  if (t.kind == TokenKind::Local) {
    cursor_.take();
    Node variable;
    variable.kind = NodeKind::Input;
    if (cursor_.accept(":")) variable.type = context_.types.type("");
    const NodeId id = nodes_.add(std::move(variable), t);
    nodes_.name(id, fmt::format("%{}", t.text));
    scopes_.define(t, id);
    match.params.push_back(id);
    text = "%";
  } else if (t.kind == TokenKind::Ident || t.is("(")) {
    text = constructor_pattern(match);
  } else {
    cursor_.fail("a pattern");
  }
  cursor_.leave();
  return text;
}

// A constructor with the patterns of its fields, or a tuple.
std::string RelayExpressionParser::constructor_pattern(Node& match) {
  std::string text = cursor_.peek().kind == TokenKind::Ident ? cursor_.dotted_name() : std::string();
  if (!cursor_.accept("(")) return text;
  text += '(';
  while (!cursor_.failed() && !cursor_.peek().is(")")) {
    text += pattern(match);
    if (!cursor_.accept(",")) break;
    text += ", ";
  }
  cursor_.expect(")");
  return text + ')';
}

}  // namespace nw::import
