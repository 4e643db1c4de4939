// SPDX-License-Identifier: GPL-3.0-or-later
// Calls, indices, names, numbers, lists and dictionaries.
#include "script/parser.h"

namespace nw::script {

const Node* Parser::primary() {
  const Token& first = peek();
  const Node* value = atom();
  while (!failed_) {
    if (accept(".")) {
      if (!is(Tok::Name)) return expected("a name after '.'");
      const std::string_view attribute = next().text;
      Node* n = make(NodeKind::Attribute, first);
      n->attr = attribute;
      n->a = value;
      value = over(n);
    } else if (is_op("(")) {
      value = call(value, first);
    } else if (is_op("[")) {
      value = index(value, first);
    } else {
      return value;
    }
  }
  return failed_ ? nullptr : value;
}

const Node* Parser::call(const Node* function, const Token& first) {
  next();
  std::vector<Argument> args;
  while (!failed_ && !is_op(")")) {
    if (is(Tok::Name) && peek(1).kind == Tok::Op && peek(1).op == op_code("=")) {
      const std::string_view keyword = next().text;
      next();
      args.push_back({keyword, expression()});
    } else if (is_op("**")) {
      return fail(not_in_language("'**' in a call", "write the keyword arguments", peek().span()));
    } else {
      args.push_back({{}, starred()});
    }
    if (!failed_ && is_word("for")) return fail(not_in_language("comprehensions", "list the elements", peek().span()));
    if (!failed_ && !accept(",") && !is_op(")")) return expected("',' or ')'");
  }
  if (failed_) return nullptr;
  next();
  Node* n = make(NodeKind::Call, first);
  n->a = function;
  n->args = keep(args);
  return over(n);
}

const Node* Parser::index(const Node* object, const Token& first) {
  next();
  std::vector<const Node*> items;
  while (!failed_ && !is_op("]")) {
    items.push_back(slice());
    if (!failed_ && !accept(",") && !is_op("]")) return expected("',' or ']'");
  }
  if (failed_) return nullptr;
  if (items.empty()) return expected("an index");
  next();
  Node* n = make(NodeKind::Index, first);
  n->a = object;
  n->items = keep(items);
  return over(n);
}

const Node* Parser::slice() {
  const Token& first = peek();
  const Node* low = is_op(":") ? nullptr : starred();
  if (failed_ || !is_op(":")) return low;
  next();
  const Node *high = nullptr, *step = nullptr;
  if (!is_op("]") && !is_op(",") && !is_op(":")) high = expression();
  if (!failed_ && accept(":") && !is_op("]") && !is_op(",")) step = expression();
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Slice, first);
  n->a = low;
  n->b = high;
  n->c = step;
  return over(n);
}

const Node* Parser::atom() {
  const Token& t = peek();
  if (t.bad) {
    failed_ = true;
    return nullptr;
  }
  switch (t.kind) {
    case Tok::Name:
      return name();
    case Tok::Int:
      next();
      return make(NodeKind::Int, t);
    case Tok::Float:
      next();
      return make(NodeKind::Float, t);
    case Tok::String: {
      next();
      if (is(Tok::String)) return fail(not_in_language("adjacent strings", "write one string", peek().span()));
      return make(NodeKind::String, t);
    }
    default:
      break;
  }
  if (is_op("(")) return parenthesized();
  if (is_op("[")) return list();
  if (is_op("{")) return dict();
  return expected("an expression");
}

const Node* Parser::name() {
  const Token& t = next();
  if (t.text == "True") return make(NodeKind::True, t);
  if (t.text == "False") return make(NodeKind::False, t);
  if (t.text == "None") return make(NodeKind::None, t);
  Node* n = make(NodeKind::Name, t);
  n->name_id = intern(t.text);
  return n;
}

const Node* Parser::parenthesized() {
  const Token& first = next();
  std::vector<const Node*> items;
  bool comma = false;
  while (!failed_ && !is_op(")")) {
    items.push_back(starred());
    if (!failed_ && is_word("for")) return fail(not_in_language("comprehensions", "list the elements", peek().span()));
    if (!failed_ && is_op(":=")) return fail(not_in_language("':='", "assign with '='", peek().span()));
    if (failed_) return nullptr;
    if (accept(","))
      comma = true;
    else if (!is_op(")"))
      return expected("',' or ')'");
  }
  if (failed_) return nullptr;
  next();
  if (items.size() == 1 && !comma && items[0]->kind != NodeKind::Star) return items[0];
  Node* n = make(NodeKind::Tuple, first);
  n->items = keep(items);
  return over(n);
}

const Node* Parser::list() {
  const Token& first = next();
  std::vector<const Node*> items;
  while (!failed_ && !is_op("]")) {
    items.push_back(starred());
    if (!failed_ && is_word("for")) return fail(not_in_language("comprehensions", "list the elements", peek().span()));
    if (!failed_ && !accept(",") && !is_op("]")) return expected("',' or ']'");
  }
  if (failed_) return nullptr;
  next();
  Node* n = make(NodeKind::List, first);
  n->items = keep(items);
  return over(n);
}

const Node* Parser::dict() {
  const Token& first = next();
  std::vector<const Node*> items;
  while (!failed_ && !is_op("}")) {
    items.push_back(expression());
    if (failed_ || !expect(":", "':'")) return nullptr;
    items.push_back(expression());
    if (!failed_ && !accept(",") && !is_op("}")) return expected("',' or '}'");
  }
  if (failed_) return nullptr;
  next();
  Node* n = make(NodeKind::Dict, first);
  n->items = keep(items);
  return over(n);
}

}  // namespace nw::script
