// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions: operators, calls, constants, names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "import/nearest.h"
#include "import/relay_diagnostics.h"
#include "import/relay_number.h"
#include "import/relay_parser.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

namespace {

struct Infix {
  std::string_view sign;
  std::string_view op;
  int precedence;
};
constexpr std::array<Infix, 10> kInfix = {{{"*", "multiply", 12},
                                           {"/", "divide", 12},
                                           {"+", "add", 10},
                                           {"-", "subtract", 10},
                                           {"<", "less", 8},
                                           {"<=", "less_equal", 8},
                                           {">", "greater", 8},
                                           {">=", "greater_equal", 8},
                                           {"==", "equal", 7},
                                           {"!=", "not_equal", 7}}};

const Infix* infix(const Token& token) {
  for (const Infix& i : kInfix) {
    if (token.is(i.sign)) return &i;
  }
  return nullptr;
}

}  // namespace

NodeId RelayParser::expression(int min_precedence) {
  if (!enter()) {
    leave();
    return {};
  }
  NodeId left = unary();
  while (!failed_ && left.valid()) {
    const Token sign = peek();
    const Infix* op = infix(sign);
    if (!op || op->precedence <= min_precedence) break;
    take();
    const NodeId right = expression(op->precedence);
    if (!right.valid()) break;
    Node node;
    node.op = std::string(op->op);
    node.inputs = {left, right};
    left = add(std::move(node), sign);
    note_comment(left, previous().comment);
  }
  leave();
  return left;
}

// An odd number of '-' negates a number; before anything else it is the operator `negative`.
NodeId RelayParser::unary() {
  const Token sign = peek();
  bool negative = false;
  bool any = false;
  while (accept("-")) {
    negative = !negative;
    any = true;
  }
  const Token at = peek();
  const NodeId value = call_chain();
  if (!any || !value.valid() || !negative) return value;
  const Node& n = graph_.node(value);
  if (n.kind == NodeKind::Constant && (at.kind == TokenKind::Number || is_number_word(at.text)) && n.data.bytes() &&
      n.data.size() == 1) {
    NDArray data(n.data.dtype(), {});
    if (data.dtype().is_float()) {
      data.set(0, -n.data.at(0));
    } else {
      data.set_int(0, static_cast<int64_t>(-static_cast<uint64_t>(n.data.int_at(0))));
    }
    graph_.node(value).data = data;
    return value;
  }
  Node node;
  node.op = "negative";
  node.inputs = {value};
  return add(std::move(node), sign);
}

NodeId RelayParser::call_chain() {
  NodeId value = atom();
  while (!failed_ && value.valid()) {
    if (peek().is("(") && !peek().first_on_line) {
      value = call(value, "", peek());
    } else if (peek().is(".") && peek(1).kind == TokenKind::Number) {
      take();
      const Token index = take();
      Node node;
      node.kind = NodeKind::TupleGet;
      node.inputs = {value};
      int64_t i = 0;
      std::from_chars(index.text.data(), index.text.data() + index.text.size(), i);
      node.attrs["index"] = graph::Attr{i};
      value = add(std::move(node), index);
      note_comment(value, index.comment);
    } else {
      break;
    }
  }
  return value;
}

// The arguments and attributes of a call of `callee`, or of the operator `op`.
NodeId RelayParser::call(NodeId callee, const std::string& op, const Token& at) {
  Node node;
  node.kind = op.empty() ? NodeKind::CallNode : NodeKind::Call;
  node.op = op;
  if (op.empty()) node.inputs.push_back(callee);
  expect("(");
  arguments(node);
  expect(")");
  if (failed_) return {};
  if (!op.empty() && !registry_.find(op)) {
    node.why_opaque = fmt::format("`{}` is not an operator of Relay that is known here", op);
    auto& use = unknown_ops_[op];
    if (use.count++ == 0) use.at = at.span();
  }
  const NodeId id = add(std::move(node), at);
  note_comment(id, previous().comment);
  return id;
}

void RelayParser::arguments(Node& node) {
  while (!failed_ && !peek().is(")")) {
    if (at_attribute()) {
      attribute(node.attrs);
    } else {
      const NodeId argument = expression();
      if (!argument.valid()) return;
      node.inputs.push_back(argument);
    }
    if (!accept(",")) return;
  }
}

NodeId RelayParser::atom() {
  if (failed_) return {};
  const Token t = peek();
  switch (t.kind) {
    case TokenKind::Number:
      return number();
    case TokenKind::Local:
    case TokenKind::GraphVar:
      take();
      return variable(t);
    case TokenKind::Global:
      take();
      return global(t);
    case TokenKind::Ident:
      return word_atom();
    case TokenKind::String:
      take();
      return opaque("a string", t);
    default:
      break;
  }
  if (t.is("(")) return parenthesized();
  if (t.is("{")) return block();
  if (t.is("[")) return tensor_literal();
  fail("an expression");
  return {};
}

NodeId RelayParser::word_atom() {
  const Token t = peek();
  if (t.is_word("fn")) {
    take();
    return function("");
  }
  if (t.is_word("if")) return if_expression();
  if (t.is_word("match")) return match_expression();
  if (t.is_word("ref") && peek(1).is("(")) return reference(NodeKind::RefCreate, 1);
  if (t.is_word("ref_read")) return reference(NodeKind::RefRead, 1);
  if (t.is_word("ref_write")) return reference(NodeKind::RefWrite, 2);
  if (t.is_word("meta") && peek(1).is("[")) return metadata_constant();
  if (is_number_word(t.text)) return number();
  const std::string name = dotted_name();
  if (peek().is("(") && !peek().first_on_line) {
    const bool is_constructor = std::isupper(static_cast<unsigned char>(name[0])) != 0;
    return is_constructor ? constructor(name, t) : call({}, name, t);
  }
  if (std::isupper(static_cast<unsigned char>(name[0])) != 0) return opaque(name, t);
  return opaque(registry_.find(name) ? "the operator " + name + " as a value" : name, t);
}

std::string RelayParser::dotted_name() {
  std::string name(take().text);
  while (peek().is(".") && peek(1).kind == TokenKind::Ident && !peek().first_on_line) {
    take();
    name += '.';
    name += take().text;
  }
  return name;
}

NodeId RelayParser::constructor(const std::string& name, const Token& at) {
  Node node;
  node.kind = NodeKind::Opaque;
  node.op = name;
  node.why_opaque = "a constructor of the user's own type";
  expect("(");
  arguments(node);
  expect(")");
  return failed_ ? NodeId() : add(std::move(node), at);
}

NodeId RelayParser::number() {
  const Token t = take();
  const NDArray value = parse_relay_number(t.text);
  if (!value.bytes()) {
    report(bad_number(std::string(t.text), t.span()));
    return opaque("a number that could not be read", t);
  }
  Node node;
  node.kind = NodeKind::Constant;
  node.type = graph::Type::tensor(value.dtype(), {});
  node.data = value;
  return add(std::move(node), t);
}

NodeId RelayParser::parenthesized() {
  const Token open = take();
  Node tuple;
  tuple.kind = NodeKind::Tuple;
  bool comma = false;
  while (!failed_ && !peek().is(")")) {
    const NodeId field = expression();
    if (!field.valid()) return {};
    tuple.inputs.push_back(field);
    if (!accept(",")) break;
    comma = true;
  }
  if (!expect(")")) return {};
  if (tuple.inputs.size() == 1 && !comma) return tuple.inputs[0];
  const NodeId id = add(std::move(tuple), open);
  note_comment(id, previous().comment);
  return id;
}

// v0.0.4's `[1f, 2f]`: a tensor of its elements.
NodeId RelayParser::tensor_literal() {
  const Token open = take();
  Node stack;
  stack.kind = NodeKind::Tuple;
  while (!failed_ && !peek().is("]")) {
    const NodeId element = expression();
    if (!element.valid()) return {};
    stack.inputs.push_back(element);
    if (!accept(",")) break;
  }
  if (!expect("]")) return {};
  Node node;
  node.op = "stack";
  node.attrs["axis"] = graph::Attr{int64_t{0}};
  node.inputs = {add(std::move(stack), open)};
  return add(std::move(node), open);
}

NodeId RelayParser::reference(NodeKind kind, size_t operands) {
  const Token at = take();
  Node node;
  node.kind = kind;
  expect("(");
  arguments(node);
  if (!failed_ && node.inputs.size() != operands) fail(operands == 1 ? "one operand" : "two operands");
  expect(")");
  return failed_ ? NodeId() : add(std::move(node), at);
}

// meta[relay.Constant][i]: one node however often it is there.
NodeId RelayParser::metadata_constant() {
  const Token at = peek();
  const auto reference = metadata_reference();
  if (!reference) return {};
  if (reference->first != "relay.Constant" && reference->first != "Constant") {
    return opaque(fmt::format("meta[{}][{}]", reference->first, reference->second), at);
  }
  if (const auto it = constants_.find(reference->second); it != constants_.end()) return it->second;
  Node node;
  node.kind = NodeKind::Constant;
  if (const NDArray* data = metadata_.constant(reference->second)) {
    node.data = *data;
    node.type = graph::Type::tensor(data->dtype(), graph::Shape(data->shape().begin(), data->shape().end()));
  }
  node.origin.name = fmt::format("meta[relay.Constant][{}]", reference->second);
  const NodeId id = add(std::move(node), at);
  constants_.emplace(reference->second, id);
  note_comment(id, previous().comment);
  return id;
}

NodeId RelayParser::variable(const Token& token) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const Definition* known = scope->find(token.text)) return known->node;
  }
  std::vector<std::string> names;
  for (const RelayScope& scope : scopes_) {
    for (std::string& name : scope.names()) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  const std::string key = fmt::format("%{}", token.text);
  const std::vector<std::string> close = names.size() > 10000 ? std::vector<std::string>() : nearest(key, names, 1);
  report(undefined_variable(key, close.empty() ? "" : close[0], token.span()));
  Node unknown;
  unknown.kind = NodeKind::Input;
  const NodeId id = add(std::move(unknown), token);
  name_node(id, key);
  scopes_.front().define(token.text, {id, token.span()});
  return id;
}

NodeId RelayParser::global(const Token& token) {
  const std::string name = fmt::format("@{}", token.text);
  missing_globals_.emplace(std::string(token.text), token.span());
  NodeId& known = global_refs_[name];  // one node however often it is in the text
  if (known.valid()) return known;
  Node node;
  node.kind = NodeKind::GlobalRef;
  node.op = name;
  known = add(std::move(node), token);
  name_node(known, name);
  return known;
}

}  // namespace nw::import
