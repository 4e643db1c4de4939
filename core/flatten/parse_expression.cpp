// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions.
#include <algorithm>

#include "flatten/parser.h"

namespace nw::flatten {

namespace {

constexpr int kMaxBrackets = 200;  // brackets within brackets

// How tightly a binary operator binds; -1 for what is none.
int level_of(const Token& t) {
  if (t.kind != Tok::Op || t.text.empty()) return -1;
  if (t.text.size() == 2) return t.text == "<<" || t.text == ">>" ? 3 : t.text == "//" ? 5 : -1;
  if (t.text.size() != 1) return -1;
  switch (t.text[0]) {
    case '|':
      return 0;
    case '^':
      return 1;
    case '&':
      return 2;
    case '+':
    case '-':
      return 4;
    case '*':
    case '/':
    case '%':
    case '@':
      return 5;
    default:
      return -1;
  }
}

bool is_keyword(std::string_view word) {
  static constexpr std::string_view words[] = {"and",    "as",     "assert", "break",  "class",   "continue", "def",
                                               "del",    "elif",   "else",   "except", "for",     "from",     "global",
                                               "if",     "import", "in",     "is",     "or",      "pass",     "raise",
                                               "return", "try",    "while",  "with",   "finally", "nonlocal"};
  return std::ranges::find(words, word) != std::end(words);
}

}  // namespace

Expr* Parser::make(ExprKind kind, const Token& first) {
  tree_.expressions.emplace_back();
  Expr* e = &tree_.expressions.back();
  e->kind = kind;
  e->line = first.line;
  e->column = first.column;
  return e;
}

const Expr* Parser::done(Expr* e) {
  if (failed_) return nullptr;
  uint32_t below = 0;
  const auto look = [&](const Expr* operand) { below = std::max(below, operand ? operand->height : 0); };
  for (const Expr* operand : {e->a, e->b, e->c}) look(operand);
  for (const Expr* item : e->items) look(item);
  for (const Argument& argument : e->arguments) look(argument.value);
  for (const Clause& clause : e->clauses) look(clause.over);
  e->height = below + 1;
  return e->height > kHighest ? fail(too_deep(e->line)) : e;
}

const Expr* Parser::field_expression() {
  const Expr* e = expression_list();
  return failed_ || !is(Tok::Newline) ? nullptr : e;
}

// a, b or *a, b: a tuple where there is a comma.
const Expr* Parser::expression_list() {
  const Token& first = peek();
  const Expr* e = starred();
  if (failed_ || !is_op(",")) return e;
  Expr* tuple = make(ExprKind::Tuple, first);
  tuple->items.push_back(e);
  while (!failed_ && accept(",")) {
    if (is(Tok::Newline) || is(Tok::End) || is_op("=") || is_op(")") || is_op(":") || is_op(";")) break;
    tuple->items.push_back(starred());
  }
  return done(tuple);
}

// The targets of a loop: operators bind tighter than 'in'.
const Expr* Parser::target_list() {
  const Token& first = peek();
  const auto target = [&] {
    const Token& at = peek();
    if (!accept("*")) return binary(0);
    Expr* star = make(ExprKind::Star, at);
    star->a = binary(0);
    return done(star);
  };
  const Expr* e = target();
  if (failed_ || !is_op(",")) return e;
  Expr* tuple = make(ExprKind::Tuple, first);
  tuple->items.push_back(e);
  while (!failed_ && accept(",")) {
    if (is_word("in")) break;
    tuple->items.push_back(target());
  }
  return done(tuple);
}

const Expr* Parser::starred() {
  const Token& first = peek();
  if (!is_op("*")) return expression();
  next();
  Expr* star = make(ExprKind::Star, first);
  star->a = binary(0);
  return done(star);
}

const Expr* Parser::expression() {
  if (++depth_ > kMaxBrackets) return fail(too_deep(peek().line));
  const Token& first = peek();
  const Expr* e = nullptr;
  if (is_word("lambda")) {
    e = lambda();
  } else if (is_word("yield")) {
    yields_ = true;
    next();
    accept_word("from");
    Expr* y = make(ExprKind::Yield, first);
    if (!is(Tok::Newline) && !is_op(")")) y->a = expression_list();
    e = done(y);
  } else {
    e = logic(true);
    if (!failed_ && is_op(":=") && e->kind == ExprKind::Name) {
      next();
      Expr* w = make(ExprKind::Walrus, first);
      w->text = e->text;
      w->a = expression();
      e = done(w);
    } else if (!failed_ && is_word("if")) {
      next();
      Expr* choice = make(ExprKind::Conditional, first);
      choice->a = e;
      choice->b = logic(true);
      if (!failed_ && !accept_word("else")) expected("'else'");
      if (!failed_) choice->c = expression();
      e = done(choice);
    }
  }
  --depth_;
  return e;
}

const Expr* Parser::lambda() {
  Expr* e = make(ExprKind::Lambda, next());
  e->parameters = parameters(":");
  if (failed_ || !expect(":")) return nullptr;
  e->a = expression();
  return done(e);
}

const Expr* Parser::logic(bool is_or) {
  const Token& first = peek();
  const auto operand = [&] { return is_or ? logic(false) : negation(); };
  const Expr* e = operand();
  const std::string_view word = is_or ? "or" : "and";
  if (failed_ || !is_word(word)) return e;
  Expr* all = make(is_or ? ExprKind::Or : ExprKind::And, first);
  all->items.push_back(e);
  while (!failed_ && accept_word(word)) all->items.push_back(operand());
  return done(all);
}

const Expr* Parser::negation() {
  int count = 0;
  const Token& first = peek();
  while (accept_word("not")) ++count;
  const Expr* e = comparison();
  if (failed_ || count == 0) return e;
  Expr* n = make(ExprKind::Not, first);
  n->a = e;
  if (count % 2 != 0) return done(n);
  Expr* twice = make(ExprKind::Not, first);
  twice->a = done(n);
  return done(twice);
}

const Expr* Parser::comparison() {
  const Token& first = peek();
  const Expr* e = binary(0);
  Expr* chain = nullptr;
  while (!failed_) {
    std::string_view op;
    if (is(Tok::Op) && (is_op("<") || is_op(">") || is_op("==") || is_op(">=") || is_op("<=") || is_op("!="))) {
      op = next().text;
    } else if (is_word("in")) {
      op = next().text;
    } else if (is_word("not") && peek(1).text == "in") {
      next(), next();
      op = "not in";
    } else if (is_word("is")) {
      next();
      op = accept_word("not") ? "is not" : "is";
    } else {
      break;
    }
    if (!chain) {
      chain = make(ExprKind::Compare, first);
      chain->items.push_back(e);
    }
    chain->operators.push_back(op);
    chain->items.push_back(binary(0));
  }
  return chain ? done(chain) : e;
}

// Operators of this level and those that bind tighter, from the left.
const Expr* Parser::binary(int level) {
  const Token& first = peek();
  const Expr* e = unary();
  for (int found = level_of(peek()); !failed_ && found >= level; found = level_of(peek())) {
    Expr* b = make(ExprKind::Binary, first);
    b->text = next().text;
    b->a = e;
    b->b = binary(found + 1);
    e = done(b);
  }
  return failed_ ? nullptr : e;
}

const Expr* Parser::unary() {
  const Token& first = peek();
  if (is_word("await") && (peek(1).kind == Tok::Name || peek(1).text == "(")) {
    next();
    Expr* e = make(ExprKind::Await, first);
    e->a = primary();
    return done(e);
  }
  if (!is_op("-") && !is_op("+") && !is_op("~")) return power();
  if (++depth_ > kMaxBrackets) return fail(too_deep(first.line));
  next();
  Expr* e = make(ExprKind::Unary, first);
  e->text = first.text;
  e->a = unary();
  --depth_;
  return done(e);
}

const Expr* Parser::power() {
  const Token& first = peek();
  const Expr* e = primary();
  if (failed_ || !is_op("**")) return e;
  if (++depth_ > kMaxBrackets) return fail(too_deep(first.line));
  Expr* b = make(ExprKind::Binary, first);
  b->text = next().text;
  b->a = e;
  b->b = unary();
  --depth_;
  return done(b);
}

const Expr* Parser::primary() {
  const Token& first = peek();
  const Expr* e = atom();
  while (!failed_) {
    if (is_op(".")) {
      next();
      Expr* attribute = make(ExprKind::Attribute, first);
      attribute->a = e;
      attribute->text = expect_name();
      e = done(attribute);
    } else if (is_op("(")) {
      e = call(e, first);
    } else if (is_op("[")) {
      e = index(e, first);
    } else {
      break;
    }
  }
  return failed_ ? nullptr : e;
}

const Expr* Parser::call(const Expr* function, const Token& first) {
  next();
  Expr* e = make(ExprKind::Call, first);
  e->a = function;
  while (!failed_ && !is_op(")")) {
    Argument a;
    const Token& at = peek();
    if (is(Tok::Name) && peek(1).kind == Tok::Op && peek(1).text == "=") {
      a.keyword = next().text;
      next();
      a.value = expression();
    } else if (accept("**")) {
      Expr* star = make(ExprKind::DoubleStar, at);
      star->a = expression();
      a.value = done(star);
    } else {
      a.value = starred();
      if (!failed_ && is_word("for")) a.value = comprehension(a.value, at, "(");
    }
    e->arguments.push_back(a);
    if (!accept(",")) break;
  }
  if (failed_ || !expect(")")) return nullptr;
  return done(e);
}

const Expr* Parser::index(const Expr* object, const Token& first) {
  next();
  Expr* e = make(ExprKind::Index, first);
  e->a = object;
  const Token& at = peek();
  const Expr* item = slice();
  if (!failed_ && is_op(",")) {
    Expr* tuple = make(ExprKind::Tuple, at);
    tuple->items.push_back(item);
    while (!failed_ && accept(",")) {
      if (is_op("]")) break;
      tuple->items.push_back(slice());
    }
    item = done(tuple);
  }
  e->b = item;
  if (failed_ || !expect("]")) return nullptr;
  return done(e);
}

const Expr* Parser::slice() {
  const Token& first = peek();
  const Expr* parts[3] = {};
  bool is_slice = false;
  for (int k = 0; k < 3 && !failed_; ++k) {
    if (!is_op(":") && !is_op("]") && !is_op(",")) parts[k] = starred();
    if (failed_ || k == 2 || !accept(":")) break;
    is_slice = true;
  }
  if (failed_) return nullptr;
  if (!is_slice) return parts[0] ? parts[0] : expected("an index");
  Expr* e = make(ExprKind::Slice, first);
  e->a = parts[0];
  e->b = parts[1];
  e->c = parts[2];
  return done(e);
}

const Expr* Parser::atom() {
  const Token& t = peek();
  switch (t.kind) {
    case Tok::Number:
      return number();
    case Tok::String:
      return string();
    case Tok::Name: {
      if (is_keyword(t.text)) return expected("an expression");
      next();
      const ExprKind kind = t.text == "True"    ? ExprKind::True
                            : t.text == "False" ? ExprKind::False
                            : t.text == "None"  ? ExprKind::None
                                                : ExprKind::Name;
      Expr* e = make(kind, t);
      e->text = t.text;
      return e;
    }
    case Tok::Op:
      if (t.text == "(") return parenthesized();
      if (t.text == "[") return list_display();
      if (t.text == "{") return brace_display();
      if (t.text == "...") return make(ExprKind::Ellipsis, next());
      break;
    default:
      break;
  }
  return expected("an expression");
}

const Expr* Parser::parenthesized() {
  const Token& first = next();
  if (accept(")")) return make(ExprKind::Tuple, first);
  const Expr* e = starred();
  if (!failed_ && is_word("for")) {
    e = comprehension(e, first, "(");
  } else if (!failed_ && is_op(",")) {
    Expr* tuple = make(ExprKind::Tuple, first);
    tuple->items.push_back(e);
    while (!failed_ && accept(",")) {
      if (is_op(")")) break;
      tuple->items.push_back(starred());
    }
    e = done(tuple);
  }
  if (failed_ || !expect(")")) return nullptr;
  return e;
}

const Expr* Parser::list_display() {
  const Token& first = next();
  Expr* list = make(ExprKind::List, first);
  while (!failed_ && !is_op("]")) {
    const Expr* item = starred();
    if (!failed_ && is_word("for") && list->items.empty()) {
      const Expr* e = comprehension(item, first, "[");
      return failed_ || !expect("]") ? nullptr : e;
    }
    list->items.push_back(item);
    if (!accept(",")) break;
  }
  if (failed_ || !expect("]")) return nullptr;
  return done(list);
}

const Expr* Parser::brace_display() {
  const Token& first = next();
  Expr* e = make(ExprKind::Dict, first);
  while (!failed_ && !is_op("}")) {
    if (accept("**")) {
      e->items.push_back(nullptr);
      e->items.push_back(binary(0));
    } else {
      const Expr* key = starred();
      if (failed_) return nullptr;
      if (is_word("for") && e->items.empty()) {
        const Expr* set = comprehension(key, first, "{");
        return failed_ || !expect("}") ? nullptr : set;
      }
      if (!is_op(":")) {
        e->kind = ExprKind::Set;
        e->items.push_back(key);
      } else {
        next();
        const Expr* value = expression();
        if (!failed_ && is_word("for") && e->items.empty()) {
          e->kind = ExprKind::DictComprehension;
          e->a = key;
          e->b = value;
          return clauses(e) && expect("}") ? done(e) : nullptr;
        }
        e->items.push_back(key);
        e->items.push_back(value);
      }
    }
    if (!accept(",")) break;
  }
  if (failed_ || !expect("}")) return nullptr;
  return done(e);
}

const Expr* Parser::comprehension(const Expr* element, const Token& first, std::string_view open) {
  Expr* e = make(ExprKind::Comprehension, first);
  e->text = open;
  e->a = element;
  return clauses(e) ? done(e) : nullptr;
}

bool Parser::clauses(Expr* e) {
  while (!failed_ && (is_word("for") || is_word("async"))) {
    accept_word("async");
    next();
    Clause c;
    c.target = target_list();
    if (!failed_ && !accept_word("in")) expected("'in'");
    if (!failed_) c.over = logic(true);
    while (!failed_ && accept_word("if")) c.conditions.push_back(logic(true));
    e->clauses.push_back(std::move(c));
  }
  return !failed_;
}

const Expr* Parser::number() {
  const Token& t = next();
  const std::string_view text = t.text;
  const bool based = text.size() > 1 && text[0] == '0' && std::string_view("xXbBoO").find(text[1]) != text.npos;
  if (text.back() == 'j' || text.back() == 'J') return fail(bad_number(text, t.span()));
  Expr* e = make(!based && text.find_first_of(".eE") != text.npos ? ExprKind::Float : ExprKind::Int, t);
  e->text = text;
  return e;
}

}  // namespace nw::flatten
