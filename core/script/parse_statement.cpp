// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: assignments, imports, expressions; and what is skipped.
#include <utility>

#include "script/parser.h"

namespace nw::script {

void Parser::statement() {
  if (is(Tok::Newline)) {
    next();
    return;
  }
  failed_ = false;
  depth_ = 0;
  const Token& first = peek();
  const size_t start = at_;
  if (first.column > 1) {
    const bool in_block = block_column_ > 0 && first.column > block_column_;
    if (!in_block) fail(unexpected_indent(first.span()));
    skip_line();
    return;
  }
  after_block_ = std::exchange(block_column_, 0) > 0;
  SyntaxStatement s;
  s.line = first.line;
  s.column = first.column;
  if (!keyword_statement(s)) simple_statement(s);
  if (!failed_ && !is(Tok::Newline) && !is(Tok::End)) after_statement();
  if (failed_) s.value = nullptr;
  skip_line();
  close(s, start);
  tree_.statements.push_back(std::move(s));
}

void Parser::skip_line() {
  while (!is(Tok::Newline) && !is(Tok::End)) next();
  if (is(Tok::Newline)) next();
}

void Parser::close(SyntaxStatement& s, size_t start) {
  size_t last = at_ == 0 ? 0 : at_ - 1;
  while (last > start && (tokens_.list[last].kind == Tok::Newline || tokens_.list[last].text.data() == nullptr)) --last;
  const Token &a = tokens_.list[start], &b = tokens_.list[last];
  s.last_line = b.line;
  const char* begin = a.text.data();
  const char* end = b.text.data() + b.text.size();
  if (begin && end > begin) s.text = std::string_view(begin, static_cast<size_t>(end - begin));
  if (a.bad ||
      std::any_of(tokens_.list.begin() + static_cast<std::ptrdiff_t>(start),
                  tokens_.list.begin() + static_cast<std::ptrdiff_t>(last) + 1, [](const Token& t) { return t.bad; }))
    s.value = nullptr;
}

void Parser::after_statement() {
  if (peek().bad) {
    failed_ = true;
    return;
  }
  if (is_op(";"))
    fail(not_in_language("';'", "write one statement a line", peek().span()));
  else if (is_word("for"))
    fail(not_in_language("comprehensions", "list the elements", peek().span()));
  else if (is_op(":=") || is_op("->") ||
           (peek().kind == Tok::Op && peek().text.size() >= 2 && peek().text.back() == '='))
    fail(not_in_language("'" + std::string(peek().text) + "'", "assign with '='", peek().span()));
  else
    expected("the end of the statement");
}

// Statements that begin with a keyword; true if this is one.
bool Parser::keyword_statement(SyntaxStatement& s) {
  const Token& t = peek();
  if (t.kind == Tok::Op && t.op == op_code("@")) {
    fail(not_in_language("decorators", "a script has no definitions", t.span()));
    return true;
  }
  if (t.kind != Tok::Name) return false;
  if (t.text == "import" || t.text == "from") {
    s.kind = SyntaxStatement::Kind::Import;
    import(t);
    return true;
  }
  struct Refused {
    std::string_view word;
    const char* advice;
  };
  static constexpr Refused kRefused[] = {{"for", "write out the steps, one a line"},
                                         {"while", "write out the steps, one a line"},
                                         {"if", "keep the branch that applies"},
                                         {"else", "keep the branch that applies"},
                                         {"elif", "keep the branch that applies"},
                                         {"def", "use a lambda, or write out the body"},
                                         {"class", "a script has no definitions"},
                                         {"with", "write its body without it"},
                                         {"try", "write its body without it"},
                                         {"except", "write its body without it"},
                                         {"finally", "write its body without it"},
                                         {"return", "a script has no functions"},
                                         {"assert", "leave it out"},
                                         {"del", "leave it out"},
                                         {"global", "leave it out"},
                                         {"raise", "leave it out"},
                                         {"pass", "leave it out"},
                                         {"async", "a script has no definitions"},
                                         {"yield", "a script has no functions"}};
  for (const Refused& r : kRefused) {
    if (t.text != r.word) continue;
    if (peek(1).kind == Tok::Op && (peek(1).op == op_code("=") || peek(1).op == op_code("."))) break;
    // What belongs to a block that was refused is no second mistake.
    const bool clause = r.word == "else" || r.word == "elif" || r.word == "except" || r.word == "finally";
    if (clause && after_block_)
      failed_ = true;
    else
      fail(not_in_language("'" + std::string(r.word) + "'", r.advice, t.span()));
    block_column_ = t.column;
    if (r.word == "def" && peek(1).kind == Tok::Name) {  // what it would define is poisoned
      s.targets.push_back(peek(1).text);
      s.target_ids.push_back(intern(peek(1).text));
      s.target_spans.push_back(peek(1).span());
    }
    return true;
  }
  return false;
}

void Parser::import(const Token& keyword) {
  next();
  bool known = false;
  if (keyword.text == "import") {
    known = is_word("tvm") || is_word("numpy");
    while (!is(Tok::Newline) && !is(Tok::End)) next();
  } else {
    known = is_word("tvm") || is_word("__future__");
    while (!is(Tok::Newline) && !is(Tok::End)) next();
  }
  if (!known) fail(unknown_import(keyword.span()));
}

void Parser::simple_statement(SyntaxStatement& s) {
  s.value = expression_list();
  if (!failed_ && is_op(":") && s.value->kind == NodeKind::Name) add_target(s, s.value);  // n: int = 4; poisoned
  if (failed_ || !is_op("=")) return;
  s.kind = SyntaxStatement::Kind::Assign;
  next();
  take_targets(s);
  if (failed_) return;
  s.value = expression_list();
  if (!failed_ && is_op("=")) fail(not_in_language("chained assignment", "write one assignment a line", peek().span()));
}

void Parser::take_targets(SyntaxStatement& s) {
  const Node* left = s.value;
  if (left->kind == NodeKind::Name) {
    add_target(s, left);
  } else if (left->kind == NodeKind::Tuple || left->kind == NodeKind::List) {
    s.unpacks = true;
    for (const Node* item : left->items) {
      if (item->kind != NodeKind::Name) return refuse_target(item);
      add_target(s, item);
    }
  } else {
    refuse_target(left);
  }
}

void Parser::add_target(SyntaxStatement& s, const Node* n) {
  s.targets.push_back(n->text);
  s.target_ids.push_back(n->name_id);
  s.target_spans.push_back(n->span());
}

void Parser::refuse_target(const Node* n) {
  const char* what = n->kind == NodeKind::Attribute ? "assignment to an attribute"
                     : n->kind == NodeKind::Index   ? "assignment to an element"
                     : n->kind == NodeKind::Star    ? "'*' in assignment"
                                                    : "assignment to this";
  fail(not_in_language(what, "assign to a name or a tuple of names", n->span()));
}

}  // namespace nw::script
