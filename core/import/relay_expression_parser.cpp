// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/nearest.h"
#include "import/relay_diagnostics.h"
#include "import/relay_number.h"

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

NodeId RelayExpressionParser::expression(int min_precedence) {
  if (!cursor_.enter()) {
    cursor_.leave();
    return {};
  }
  NodeId left = unary();
  while (!cursor_.failed() && left.valid()) {
    const Token sign = cursor_.peek();
    const Infix* op = infix(sign);
    if (!op || op->precedence <= min_precedence) break;
    cursor_.take();
    const NodeId right = expression(op->precedence);
    if (!right.valid()) break;
    Node node;
    node.op = std::string(op->op);
    node.inputs = {left, right};
    left = nodes_.add(std::move(node), sign);
    context_.note_comment(left);
  }
  cursor_.leave();
  return left;
}

// An odd number of '-' negates a number; before anything else it is the operator `negative`.
NodeId RelayExpressionParser::unary() {
  const Token sign = cursor_.peek();
  bool negative = false;
  bool any = false;
  while (cursor_.accept("-")) {
    negative = !negative;
    any = true;
  }
  const Token at = cursor_.peek();
  const NodeId value = call_chain();
  if (!any || !value.valid() || !negative) return value;
  const Node& n = nodes_.graph().node(value);
  if (n.kind == NodeKind::Constant && (at.kind == TokenKind::Number || is_number_word(at.text)) && n.data.bytes() &&
      n.data.size() == 1) {
    NDArray data(n.data.dtype(), {});
    if (data.dtype().is_float()) {
      data.set(0, -n.data.at(0));
    } else {
      data.set_int(0, static_cast<int64_t>(-static_cast<uint64_t>(n.data.int_at(0))));
    }
    nodes_.graph().node(value).data = data;
    return value;
  }
  Node node;
  node.op = "negative";
  node.inputs = {value};
  return nodes_.add(std::move(node), sign);
}

NodeId RelayExpressionParser::call_chain() {
  NodeId value = atom();
  while (!cursor_.failed() && value.valid()) {
    if (cursor_.peek().is("(") && !cursor_.peek().first_on_line) {
      value = call(value, "", cursor_.peek());
    } else if (cursor_.peek().is(".") && cursor_.peek(1).kind == TokenKind::Number) {
      value = tuple_field(value);
    } else {
      break;
    }
  }
  return value;
}

// tuple.0
NodeId RelayExpressionParser::tuple_field(NodeId tuple) {
  cursor_.take();  // .
  const Token index = cursor_.take();
  Node node;
  node.kind = NodeKind::TupleGet;
  node.inputs = {tuple};
  int64_t i = 0;
  std::from_chars(index.text.data(), index.text.data() + index.text.size(), i);
  node.attrs["index"] = graph::Attr{i};
  const NodeId id = nodes_.add(std::move(node), index);
  context_.note_comment(id);
  return id;
}

// The arguments and attributes of a call of `callee`, or of the operator `op`.
NodeId RelayExpressionParser::call(NodeId callee, const std::string& op, const Token& at) {
  Node node;
  node.kind = op.empty() ? NodeKind::CallNode : NodeKind::Call;
  node.op = op;
  if (op.empty()) node.inputs.push_back(callee);
  cursor_.expect("(");
  arguments(node);
  cursor_.expect(")");
  if (cursor_.failed()) return {};
  if (!op.empty() && !context_.registry.find(op)) {
    node.why_opaque = fmt::format("`{}` is not an operator of Relay that is known here", op);
    auto& use = unknown_ops_[op];
    if (use.count++ == 0) use.at = at.span();
  }
  const NodeId id = nodes_.add(std::move(node), at);
  context_.note_comment(id);
  return id;
}

void RelayExpressionParser::arguments(Node& node) {
  while (!cursor_.failed() && !cursor_.peek().is(")")) {
    if (context_.attributes.at_attribute()) {
      context_.attributes.attribute(node.attrs);
    } else {
      const NodeId argument = expression();
      if (!argument.valid()) return;
      node.inputs.push_back(argument);
    }
    if (!cursor_.accept(",")) return;
  }
}

NodeId RelayExpressionParser::atom() {
  if (cursor_.failed()) return {};
  const Token t = cursor_.peek();
  switch (t.kind) {
    case TokenKind::Number:
      return number();
    case TokenKind::Local:
    case TokenKind::GraphVar:
      cursor_.take();
      return variable(t);
    case TokenKind::Global:
      cursor_.take();
      return global(t);
    case TokenKind::Ident:
      return word_atom();
    case TokenKind::String:
      cursor_.take();
      return nodes_.opaque("a string", t);
    default:
      break;
  }
  if (t.is("(")) return parenthesized();
  if (t.is("{")) return blocks_.block();
  if (t.is("[")) return tensor_literal();
  cursor_.fail("an expression");
  return {};
}

NodeId RelayExpressionParser::word_atom() {
  const Token t = cursor_.peek();
  if (t.is_word("fn")) {
    cursor_.take();
    return functions_.function("");
  }
  if (t.is_word("if")) return if_expression();
  if (t.is_word("match")) return match_expression();
  if (t.is_word("ref") && cursor_.peek(1).is("(")) return reference(NodeKind::RefCreate, 1);
  if (t.is_word("ref_read")) return reference(NodeKind::RefRead, 1);
  if (t.is_word("ref_write")) return reference(NodeKind::RefWrite, 2);
  if (t.is_word("meta") && cursor_.peek(1).is("[")) return metadata_constant();
  if (is_number_word(t.text)) return number();
  const std::string name = cursor_.dotted_name();
  if (cursor_.peek().is("(") && !cursor_.peek().first_on_line) {
    const bool is_constructor = std::isupper(static_cast<unsigned char>(name[0])) != 0;
    return is_constructor ? constructor(name, t) : call({}, name, t);
  }
  if (std::isupper(static_cast<unsigned char>(name[0])) != 0) return nodes_.opaque(name, t);
  return nodes_.opaque(context_.registry.find(name) ? "the operator " + name + " as a value" : name, t);
}

NodeId RelayExpressionParser::constructor(const std::string& name, const Token& at) {
  Node node;
  node.kind = NodeKind::Opaque;
  node.op = name;
  node.why_opaque = "a constructor of the user's own type";
  cursor_.expect("(");
  arguments(node);
  cursor_.expect(")");
  return cursor_.failed() ? NodeId() : nodes_.add(std::move(node), at);
}

NodeId RelayExpressionParser::number() {
  const Token t = cursor_.take();
  const NDArray value = parse_relay_number(t.text);
  if (!value.bytes()) {
    cursor_.report(bad_number(std::string(t.text), t.span()));
    return nodes_.opaque("a number that could not be read", t);
  }
  Node node;
  node.kind = NodeKind::Constant;
  node.type = graph::Type::tensor(value.dtype(), {});
  node.data = value;
  return nodes_.add(std::move(node), t);
}

NodeId RelayExpressionParser::parenthesized() {
  const Token open = cursor_.take();
  Node tuple;
  tuple.kind = NodeKind::Tuple;
  bool comma = false;
  while (!cursor_.failed() && !cursor_.peek().is(")")) {
    const NodeId field = expression();
    if (!field.valid()) return {};
    tuple.inputs.push_back(field);
    if (!cursor_.accept(",")) break;
    comma = true;
  }
  if (!cursor_.expect(")")) return {};
  if (tuple.inputs.size() == 1 && !comma) return tuple.inputs[0];
  const NodeId id = nodes_.add(std::move(tuple), open);
  context_.note_comment(id);
  return id;
}

// v0.0.4's `[1f, 2f]`: a tensor of its elements.
NodeId RelayExpressionParser::tensor_literal() {
  const Token open = cursor_.take();
  Node stack;
  stack.kind = NodeKind::Tuple;
  while (!cursor_.failed() && !cursor_.peek().is("]")) {
    const NodeId element = expression();
    if (!element.valid()) return {};
    stack.inputs.push_back(element);
    if (!cursor_.accept(",")) break;
  }
  if (!cursor_.expect("]")) return {};
  Node node;
  node.op = "stack";
  node.attrs["axis"] = graph::Attr{int64_t{0}};
  node.inputs = {nodes_.add(std::move(stack), open)};
  return nodes_.add(std::move(node), open);
}

NodeId RelayExpressionParser::reference(NodeKind kind, size_t operands) {
  const Token at = cursor_.take();
  Node node;
  node.kind = kind;
  cursor_.expect("(");
  arguments(node);
  if (!cursor_.failed() && node.inputs.size() != operands) cursor_.fail(operands == 1 ? "one operand" : "two operands");
  cursor_.expect(")");
  return cursor_.failed() ? NodeId() : nodes_.add(std::move(node), at);
}

// meta[relay.Constant][i]: one node however often it is there.
NodeId RelayExpressionParser::metadata_constant() {
  const Token at = cursor_.peek();
  const auto reference = metadata_reference(cursor_);
  if (!reference) return {};
  if (!reference->is_constant()) return nodes_.opaque(reference->text(), at);
  if (const auto it = constants_.find(reference->index); it != constants_.end()) return it->second;
  Node node;
  node.kind = NodeKind::Constant;
  if (const NDArray* data = context_.metadata.constant(reference->index)) {
    node.data = *data;
    node.type = graph::Type::tensor(data->dtype(), graph::Shape(data->shape().begin(), data->shape().end()));
  }
  node.origin.name = fmt::format("meta[relay.Constant][{}]", reference->index);
  const NodeId id = nodes_.add(std::move(node), at);
  constants_.emplace(reference->index, id);
  context_.note_comment(id);
  return id;
}

NodeId RelayExpressionParser::variable(const Token& token) {
  const Definition* known = scopes_.find(token.text);
  return known ? known->node : undefined(token);
}

// Reported once: from here on it is an input.
NodeId RelayExpressionParser::undefined(const Token& token) {
  constexpr size_t kMaxNames = 10000;  // among which the nearest is looked for
  const std::string key = fmt::format("%{}", token.text);
  const std::vector<std::string> names = scopes_.names();
  const std::vector<std::string> close = names.size() > kMaxNames ? std::vector<std::string>() : nearest(key, names, 1);
  cursor_.report(undefined_variable(key, close.empty() ? "" : close[0], token.span()));
  Node unknown;
  unknown.kind = NodeKind::Input;
  const NodeId id = nodes_.add(std::move(unknown), token);
  nodes_.name(id, key);
  scopes_.define_outermost(token, id);
  return id;
}

NodeId RelayExpressionParser::global(const Token& token) {
  const std::string name = fmt::format("@{}", token.text);
  globals_.emplace(std::string(token.text), token.span());
  NodeId& known = global_refs_[name];  // one node however often it is in the text
  if (known.valid()) return known;
  Node node;
  node.kind = NodeKind::GlobalRef;
  node.op = name;
  known = nodes_.add(std::move(node), token);
  nodes_.name(known, name);
  return known;
}

}  // namespace nw::import
