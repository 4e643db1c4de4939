// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over Python's grammar. A statement that is not understood is reported once and left out with its
// block.
#pragma once

#include "flatten/diagnostics.h"
#include "flatten/syntax.h"
#include "flatten/tokens.h"

namespace nw::flatten {

inline constexpr uint32_t kHighest = 2'000;  // levels of an expression, also of a sum's operators

class Parser {
 public:
  Parser(Tokens tokens, Tree& tree) : tokens_(std::move(tokens)), tree_(tree) {
    append(tree_.diagnostics, std::move(tokens_.diagnostics));
  }

  std::vector<const Statement*> file();
  // The expression of a formatted string's field; null, without a report, if it is none.
  const Expr* field_expression();

 private:
  // ── tokens ──
  const Token& peek(size_t ahead = 0) const { return tokens_.list[std::min(at_ + ahead, tokens_.list.size() - 1)]; }
  bool is(Tok kind) const { return peek().kind == kind; }
  bool is_op(std::string_view op) const { return peek().kind == Tok::Op && peek().text == op; }
  bool is_word(std::string_view word) const { return peek().kind == Tok::Name && peek().text == word; }
  const Token& next() {
    const Token& t = peek();
    if (at_ + 1 < tokens_.list.size()) ++at_;
    return t;
  }
  bool accept(std::string_view op) { return is_op(op) ? (next(), true) : false; }
  bool accept_word(std::string_view word) { return is_word(word) ? (next(), true) : false; }
  bool expect(std::string_view op);
  std::string_view expect_name();

  // ── failing: the first problem of a statement is reported ──
  std::nullptr_t fail(Diagnostic d);
  std::nullptr_t expected(std::string_view what);

  // ── nodes ──
  Expr* make(ExprKind kind, const Token& first);
  const Expr* done(Expr* e);  // the node over its operands, unless it is too high

  // ── parse_statement.cpp ──
  void statement(std::vector<const Statement*>& into);
  void skip_statement();
  void block(std::vector<const Statement*>& into);
  bool compound(Statement& s);
  void simple_line(std::vector<const Statement*>& into);
  void simple(Statement& s);
  void if_statement(Statement& s);
  void for_statement(Statement& s);
  void def_statement(Statement& s);
  void class_statement(Statement& s);
  void with_statement(Statement& s);
  void try_statement(Statement& s);
  bool is_match() const;
  void match_statement(Statement& s);
  const Expr* pattern_list();
  void decorated(Statement& s);
  void import_statement(Statement& s);
  void from_statement(Statement& s);
  std::string dotted_name();
  void expression_statement(Statement& s);
  std::vector<Parameter> parameters(std::string_view end);
  void otherwise(Statement& s);

  // ── parse_expression.cpp: loosest binding first ──
  const Expr* expression_list();
  const Expr* starred();
  const Expr* expression();
  const Expr* lambda();
  const Expr* logic(bool is_or);
  const Expr* negation();
  const Expr* comparison();
  const Expr* binary(int level);
  const Expr* unary();
  const Expr* power();
  const Expr* primary();
  const Expr* call(const Expr* function, const Token& first);
  const Expr* index(const Expr* object, const Token& first);
  const Expr* slice();
  const Expr* atom();
  const Expr* parenthesized();
  const Expr* list_display();
  const Expr* brace_display();
  const Expr* comprehension(const Expr* element, const Token& first, std::string_view open);
  bool clauses(Expr* e);
  const Expr* string();
  void formatted(Expr* into, std::string_view body, bool raw, const Token& token, int depth);
  const Expr* number();
  const Expr* target_list();

  Tokens tokens_;
  Tree& tree_;
  size_t at_ = 0;
  bool failed_ = false;
  int depth_ = 0;
  int blocks_ = 0;
  bool yields_ = false;
};

}  // namespace nw::flatten
