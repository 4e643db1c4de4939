// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over Python's expression grammar. A statement that is not understood is reported once and skipped
// to its end; a block (`for`, `def`, …) is skipped with its body.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "script/ast.h"
#include "script/diagnostics.h"
#include "script/lexer.h"

namespace nw::script {

using NameIds = std::unordered_map<std::string_view, int32_t>;  // of the tree's names

inline constexpr uint32_t kHighest = 25'000;  // levels of an expression, also of a sum's operators

// The op_code of a literal, computed by the compiler.
struct Operator {
  template <size_t N>
  consteval Operator(const char (&text)[N]) : code(op_code({text, N - 1})) {}  // NOLINT(google-explicit-constructor)
  uint32_t code;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokenize(text)) {
    tree_.arena =
        std::make_unique<std::pmr::monotonic_buffer_resource>(std::min<size_t>(text.size() * 16 + 1024, 1 << 20));
    tree_.metadata = std::move(tokens_.metadata);
    tree_.diagnostics = std::move(tokens_.diagnostics);
  }

  // Goes on with the tree of earlier text, in which names have these ids.
  Parser(std::string_view text, SyntaxTree earlier, NameIds ids)
      : tokens_(tokenize(text)), tree_(std::move(earlier)), ids_(std::move(ids)) {
    append(tree_.diagnostics, std::move(tokens_.diagnostics));
  }
  NameIds take_names() { return std::move(ids_); }

  SyntaxTree run() {
    while (!is(Tok::End)) statement();
    std::stable_sort(tree_.diagnostics.begin(), tree_.diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
    return std::move(tree_);
  }

 private:
  // ── tokens ──
  const Token& peek() const { return tokens_.list[at_]; }
  const Token& peek(size_t ahead) const { return tokens_.list[std::min(at_ + ahead, tokens_.list.size() - 1)]; }
  bool is(Tok kind) const { return peek().kind == kind; }
  bool is_op(Operator op) const { return peek().op == op.code; }
  bool is_word(std::string_view word) const { return peek().kind == Tok::Name && peek().text == word; }
  const Token& next() {
    const Token& t = peek();
    if (at_ + 1 < tokens_.list.size()) ++at_;
    return t;
  }
  bool accept(Operator op) {
    if (!is_op(op)) return false;
    next();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!is_word(word)) return false;
    next();
    return true;
  }

  // ── nodes ──
  template <class T>
  std::span<const T> keep(const std::vector<T>& list) {
    if (list.empty()) return {};
    auto* memory = static_cast<T*>(tree_.arena->allocate(std::span<const T>(list).size_bytes(), alignof(T)));
    std::uninitialized_copy(list.begin(), list.end(), memory);
    return {memory, list.size()};
  }
  // A node that starts at token `first` and ends before the current one.
  Node* make(NodeKind kind, const Token& first) {
    auto* n = new (tree_.arena->allocate(sizeof(Node), alignof(Node))) Node;
    n->kind = kind;
    n->line = first.line;
    n->column = first.column;
    finish(n, first);
    return n;
  }
  void finish(Node* n, const Token& first) {
    const Token& last = tokens_.list[at_ == 0 ? 0 : at_ - 1];
    const char* begin = first.text.data();
    const char* end = last.text.data() ? last.text.data() + last.text.size() : begin;
    n->text = begin && end > begin ? std::string_view(begin, static_cast<size_t>(end - begin)) : first.text;
    const size_t length = last.line == first.line ? n->text.size() : std::min(n->text.find('\n'), n->text.size());
    n->length = static_cast<int>(length);
  }
  // The node over its operands, unless it is higher than later phases can recurse.
  const Node* over(Node* n) {
    uint32_t below = 0;
    const auto look = [&](const Node* operand) { below = std::max(below, operand ? operand->height : 0); };
    for (const Node* operand : {n->a, n->b, n->c}) look(operand);
    for (const Node* item : n->items) look(item);
    for (const Argument& argument : n->args) look(argument.value);
    n->height = below + 1;
    tree_.height = std::max(tree_.height, n->height);
    return n->height > kHighest ? fail(too_deep(n->span())) : n;
  }
  int32_t intern(std::string_view name) {
    const auto [it, fresh] = ids_.try_emplace(name, static_cast<int32_t>(tree_.names.size()));
    if (fresh) tree_.names.push_back(name);
    return it->second;
  }

  // ── failing: the first problem of a statement is reported, the rest of the statement is skipped ──
  Node* fail(Diagnostic d) {
    if (!failed_ && tree_.diagnostics.size() < 2 * kMaxDiagnostics) tree_.diagnostics.push_back(std::move(d));
    failed_ = true;
    return nullptr;
  }
  Node* expected(const char* what) {
    const Token& t = peek();
    if (t.bad) {  // reported by the lexer
      failed_ = true;
      return nullptr;
    }
    const bool at_end = t.kind == Tok::Newline || t.kind == Tok::End;
    return fail(syntax_error(what, at_end ? std::string_view() : t.text, t.span()));
  }
  bool expect(Operator op, const char* what) {
    if (accept(op)) return true;
    expected(what);
    return false;
  }

  // ── parse_statement.cpp ──
  void statement();
  void skip_line();
  void close(SyntaxStatement& s, size_t start);
  void after_statement();
  bool keyword_statement(SyntaxStatement& s);
  void import(const Token& keyword);
  void simple_statement(SyntaxStatement& s);
  void take_targets(SyntaxStatement& s);
  void add_target(SyntaxStatement& s, const Node* n);
  void refuse_target(const Node* n);

  // ── parse_expression.cpp: loosest binding first ──
  const Node* expression_list();
  const Node* starred();
  const Node* expression();
  const Node* lambda();
  const Node* disjunction();
  const Node* conjunction();
  const Node* logical(std::string_view word, NodeKind kind, const Node* (Parser::*operand)());
  const Node* negation();
  const Node* comparison();
  bool is_comparison() const;
  int binary_level() const;
  const Node* binary(int lowest);
  const Node* unary();
  const Node* power();

  // ── parse_atom.cpp: calls, indices, names, literals ──
  const Node* primary();
  const Node* call(const Node* function, const Token& first);
  const Node* index(const Node* object, const Token& first);
  const Node* slice();
  const Node* atom();
  const Node* name();
  const Node* parenthesized();
  const Node* list();
  const Node* dict();

  Tokens tokens_;
  size_t at_ = 0;
  SyntaxTree tree_;
  NameIds ids_;
  bool failed_ = false;
  int depth_ = 0;
  int block_column_ = 0;  // of the keyword whose body is being skipped
  bool after_block_ = false;
};

}  // namespace nw::script
