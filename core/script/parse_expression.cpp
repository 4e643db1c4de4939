// SPDX-License-Identifier: GPL-3.0-or-later
// Operators, conditionals and lambdas, loosest binding first.
#include "script/parser.h"

namespace nw::script {

namespace {

constexpr int kMaxDepth = 120;  // of brackets, lambdas, signs: what Python itself takes no deeper

}  // namespace

// `a, b` without parentheses is a tuple.
const Node* Parser::expression_list() {
  const Token& first = peek();
  const Node* one = starred();
  if (failed_ || !is_op(",")) {
    if (!failed_ && one->kind == NodeKind::Star) return fail(syntax_error("an expression", first.text, first.span()));
    return one;
  }
  std::vector<const Node*> items{one};
  while (!failed_ && accept(",")) {
    if (is(Tok::Newline) || is(Tok::End) || is_op("=") || is_op(")")) break;
    items.push_back(starred());
  }
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Tuple, first);
  n->items = keep(items);
  return over(n);
}

const Node* Parser::starred() {
  const Token& first = peek();
  if (!accept("*")) return expression();
  const Node* value = expression();
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Star, first);
  n->a = value;
  return over(n);
}

const Node* Parser::expression() {
  struct Depth {
    explicit Depth(int& d) : depth(++d) {}
    ~Depth() { --depth; }
    int& depth;
  } guard(depth_);
  if (depth_ > kMaxDepth) return fail(too_deep(peek().span()));
  if (is_word("lambda")) return lambda();
  const Token& first = peek();
  const Node* value = disjunction();
  if (failed_ || !is_word("if")) return value;
  next();
  const Node* condition = disjunction();
  if (failed_) return nullptr;
  if (!accept_word("else")) return expected("'else'");
  const Node* other = expression();
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Conditional, first);
  n->a = value;
  n->b = condition;
  n->c = other;
  return over(n);
}

const Node* Parser::lambda() {
  const Token& first = next();
  std::vector<std::string_view> params;
  std::vector<int32_t> ids;
  bool star = false;
  while (!is_op(":")) {
    if (star) return fail(syntax_error("':' after the '*' parameter", peek().text, peek().span()));
    star = accept("*");
    if (!is(Tok::Name)) return expected("a parameter name or ':'");
    params.push_back(peek().text);
    ids.push_back(intern(next().text));
    if (is_op("=")) return fail(not_in_language("default values of parameters", "leave them out", peek().span()));
    if (!accept(",") && !is_op(":")) return expected("',' or ':'");
  }
  next();
  const Node* body = expression();
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Lambda, first);
  n->a = body;
  n->star_param = star;
  n->params = keep(params);
  n->param_ids = keep(ids);
  return over(n);
}

const Node* Parser::disjunction() {
  return logical("or", NodeKind::Or, &Parser::conjunction);
}

const Node* Parser::conjunction() {
  return logical("and", NodeKind::And, &Parser::negation);
}

const Node* Parser::logical(std::string_view word, NodeKind kind, const Node* (Parser::*operand)()) {
  const Token& first = peek();
  const Node* left = (this->*operand)();
  while (!failed_ && is_word(word)) {
    next();
    const Node* right = (this->*operand)();
    if (failed_) return nullptr;
    Node* n = make(kind, first);
    n->a = left;
    n->b = right;
    left = over(n);
  }
  return left;
}

const Node* Parser::negation() {
  const Token& first = peek();
  if (!is_word("not")) return comparison();
  next();
  if (++depth_ > kMaxDepth) return fail(too_deep(first.span()));
  const Node* operand = negation();
  --depth_;
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Not, first);
  n->a = operand;
  return over(n);
}

const Node* Parser::comparison() {
  const Token& first = peek();
  const Node* left = binary(0);
  if (failed_ || !is_comparison()) return left;
  const uint32_t op = next().op;
  const Node* right = binary(0);
  if (failed_) return nullptr;
  if (is_comparison())
    return fail(not_in_language("chained comparison", "join two comparisons with tir.all(…)", peek().span()));
  Node* n = make(NodeKind::Compare, first);
  n->op = op;
  n->a = left;
  n->b = right;
  return over(n);
}

bool Parser::is_comparison() const {
  switch (peek().op) {
    case op_code("<"):
    case op_code(">"):
    case op_code("<="):
    case op_code(">="):
    case op_code("=="):
    case op_code("!="):
      return true;
    default:
      return false;
  }
}

// How tightly the next operator binds: 0 (|), then ^, &, shifts, sums, to 5 (products); -1 where there is none.
int Parser::binary_level() const {
  switch (peek().op) {
    case op_code("|"):
      return 0;
    case op_code("^"):
      return 1;
    case op_code("&"):
      return 2;
    case op_code("<<"):
    case op_code(">>"):
      return 3;
    case op_code("+"):
    case op_code("-"):
      return 4;
    case op_code("*"):
    case op_code("/"):
    case op_code("//"):
    case op_code("%"):
      return 5;
    default:
      return -1;
  }
}

// Precedence climbing: an operand, and then every operator that binds at least as tightly as `lowest`.
const Node* Parser::binary(int lowest) {
  const Token& first = peek();
  const Node* left = unary();
  while (!failed_) {
    const int level = binary_level();
    if (level < lowest) break;
    const uint32_t op = next().op;
    const Node* right = binary(level + 1);
    if (failed_) return nullptr;
    Node* n = make(NodeKind::Binary, first);
    n->op = op;
    n->a = left;
    n->b = right;
    left = over(n);
  }
  return left;
}

const Node* Parser::unary() {
  const Token& first = peek();
  if (!is_op("-") && !is_op("+") && !is_op("~")) return power();
  const uint32_t op = next().op;
  if (++depth_ > kMaxDepth) return fail(too_deep(first.span()));
  const Node* operand = unary();
  --depth_;
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Unary, first);
  n->op = op;
  n->a = operand;
  return over(n);
}

const Node* Parser::power() {
  const Token& first = peek();
  const Node* base = primary();
  if (failed_ || !is_op("**")) return base;
  const uint32_t op = next().op;
  if (++depth_ > kMaxDepth) return fail(too_deep(first.span()));
  const Node* exponent = unary();
  --depth_;
  if (failed_) return nullptr;
  Node* n = make(NodeKind::Binary, first);
  n->op = op;
  n->a = base;
  n->b = exponent;
  return over(n);
}

}  // namespace nw::script
