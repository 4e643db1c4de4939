// SPDX-License-Identifier: GPL-3.0-or-later
// Statements and blocks.
#include <algorithm>
#include <utility>

#include "flatten/parser.h"

namespace nw::flatten {

namespace {

constexpr int kMaxBlocks = 100;

}  // namespace

Tree parse(std::string_view text) {
  Tree tree;
  Parser parser(tokenize(text), tree);
  tree.body = parser.file();
  std::stable_sort(tree.diagnostics.begin(), tree.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return tree;
}

bool Parser::expect(std::string_view op) {
  if (accept(op)) return true;
  expected("'" + std::string(op) + "'");
  return false;
}

std::string_view Parser::expect_name() {
  if (is(Tok::Name)) return next().text;
  expected("a name");
  return {};
}

std::nullptr_t Parser::fail(Diagnostic d) {
  if (!failed_ && tree_.diagnostics.size() < 2 * kMaxDiagnostics) tree_.diagnostics.push_back(std::move(d));
  failed_ = true;
  return nullptr;
}

std::nullptr_t Parser::expected(std::string_view what) {
  const Token& t = peek();
  const bool at_end = t.kind != Tok::Name && t.kind != Tok::Number && t.kind != Tok::String && t.kind != Tok::Op;
  return fail(syntax_error(what, at_end ? std::string_view() : t.text, t.span()));
}

std::vector<const Statement*> Parser::file() {
  std::vector<const Statement*> body;
  while (!is(Tok::End)) {
    if (is(Tok::Newline) || is(Tok::Dedent)) {
      next();
      continue;
    }
    if (is(Tok::Indent)) {  // of a file whose first line is indented, or after a line that was not understood
      if (!body.empty()) fail(unexpected_indent(peek(1).line));
      failed_ = false;
      next();
      continue;
    }
    statement(body);
  }
  return body;
}

void Parser::skip_statement() {
  while (!is(Tok::Newline) && !is(Tok::End)) next();
  if (is(Tok::Newline)) next();
  if (!is(Tok::Indent)) return;
  int depth = 0;
  do {  // its block
    if (is(Tok::Indent)) ++depth;
    if (is(Tok::Dedent)) --depth;
    next();
  } while (depth > 0 && !is(Tok::End));
}

void Parser::statement(std::vector<const Statement*>& into) {
  failed_ = false;
  depth_ = 0;
  const Token& first = peek();
  Statement s;
  s.line = first.line;
  const char* begin = first.text.data();
  if (compound(s)) {
    const bool failed = std::exchange(failed_, false);
    if (failed) skip_statement();
    s.text = std::string_view(begin, 0);
    if (failed && s.kind != Statement::Kind::Def) return;
    if (failed) s.body.clear();
    tree_.statements.push_back(std::move(s));
    into.push_back(&tree_.statements.back());
    return;
  }
  simple_line(into);
}

void Parser::block(std::vector<const Statement*>& into) {
  if (!expect(":")) return;
  if (++blocks_ > kMaxBlocks) {
    --blocks_;
    fail(too_deep(peek().line));
    return;
  }
  if (!is(Tok::Newline)) {
    simple_line(into);
  } else {
    next();
    if (!is(Tok::Indent)) {
      --blocks_;
      expected("an indented block");
      return;
    }
    next();
    while (!is(Tok::Dedent) && !is(Tok::End)) {
      if (is(Tok::Newline) || is(Tok::Indent))
        next();
      else
        statement(into);
    }
    if (is(Tok::Dedent)) next();
  }
  failed_ = false;
  --blocks_;
}

bool Parser::compound(Statement& s) {
  if (is_op("@")) {
    decorated(s);
    return true;
  }
  if (!is(Tok::Name)) return false;
  const std::string_view word = peek().text;
  if (word == "async") next();
  s.is_async = word == "async";
  if (word == "match" && is_match()) {
    match_statement(s);
    return true;
  }
  if (is_word("if"))
    if_statement(s);
  else if (is_word("for"))
    for_statement(s);
  else if (is_word("while")) {
    next();
    s.kind = Statement::Kind::While;
    s.value = expression();
    if (!failed_) block(s.body);
    if (!failed_) otherwise(s);
  } else if (is_word("def"))
    def_statement(s);
  else if (is_word("class"))
    class_statement(s);
  else if (is_word("with"))
    with_statement(s);
  else if (is_word("try"))
    try_statement(s);
  else
    return word == "async" ? (expected("'def'"), true) : false;
  return true;
}

void Parser::otherwise(Statement& s) {
  if (is_word("else")) {
    next();
    block(s.otherwise);
  }
}

void Parser::if_statement(Statement& s) {
  // elif: an If of its own in `otherwise`, in a loop, so that a long chain takes no stack.
  Statement* current = &s;
  for (;;) {
    current->kind = Statement::Kind::If;
    next();
    current->value = expression();
    if (failed_) return;
    block(current->body);
    if (failed_) return;
    if (!is_word("elif")) break;
    tree_.statements.emplace_back();
    Statement* more = &tree_.statements.back();
    more->line = peek().line;
    current->otherwise.push_back(more);
    current = more;
  }
  otherwise(*current);
}

void Parser::for_statement(Statement& s) {
  s.kind = Statement::Kind::For;
  next();
  s.targets.push_back(target_list());
  if (failed_) return;
  if (!accept_word("in")) {
    expected("'in'");
    return;
  }
  s.value = expression_list();
  if (failed_) return;
  block(s.body);
  if (!failed_) otherwise(s);
}

std::vector<Parameter> Parser::parameters(std::string_view end) {
  std::vector<Parameter> list;
  while (!is_op(end) && !failed_) {
    Parameter p;
    if (accept("/")) {
      // what stands before is positional
    } else {
      if (accept("**"))
        p.kind = Parameter::Kind::Keywords;
      else if (accept("*"))
        p.kind = Parameter::Kind::Rest;
      const bool bare = p.kind == Parameter::Kind::Rest && is_op(",");
      if (!bare) {
        p.name = expect_name();
        if (failed_) break;
        if (end != ":" && accept(":")) p.annotation = expression();
        if (accept("=")) p.fallback = expression();
        list.push_back(p);
      }
    }
    if (!accept(",")) break;
  }
  return list;
}

void Parser::def_statement(Statement& s) {
  s.kind = Statement::Kind::Def;
  next();
  s.name = expect_name();
  if (failed_ || !expect("(")) return;
  s.parameters = parameters(")");
  if (failed_ || !expect(")")) return;
  if (accept("->")) expression();
  const bool outer = std::exchange(yields_, false);
  if (!failed_) block(s.body);
  s.generates = std::exchange(yields_, outer);
}

void Parser::class_statement(Statement& s) {
  s.kind = Statement::Kind::Class;
  next();
  s.name = expect_name();
  if (accept("(")) {
    while (!is_op(")") && !failed_) {
      const bool is_base = !(is(Tok::Name) && peek(1).kind == Tok::Op && peek(1).text == "=");
      if (!is_base) next(), next();
      const Expr* base = starred();
      if (is_base && base) s.contexts.push_back(base);
      if (!accept(",")) break;
    }
    if (!failed_) expect(")");
  }
  if (!failed_) block(s.body);
}

void Parser::with_statement(Statement& s) {
  s.kind = Statement::Kind::With;
  next();
  const bool bracketed = is_op("(") && [&] {  // with (a as b, c as d):
    int depth = 0;
    bool named = false;
    for (size_t i = 0; at_ + i < tokens_.list.size(); ++i) {
      const Token& t = peek(i);
      if (t.kind == Tok::Newline || t.kind == Tok::End) return false;
      if (t.kind == Tok::Name && t.text == "as" && depth == 1) named = true;
      if (t.kind != Tok::Op) continue;
      if (t.text == "(" || t.text == "[" || t.text == "{") ++depth;
      if (t.text == ")" || t.text == "]" || t.text == "}") --depth;
      if (depth == 0) return named && peek(i + 1).text == ":";
    }
    return false;
  }();
  if (bracketed) next();
  while (!failed_) {
    s.contexts.push_back(expression());
    s.targets.push_back(nullptr);
    if (!failed_ && accept_word("as")) s.targets.back() = starred();
    if (!accept(",") || is_op(")")) break;
  }
  if (failed_ || (bracketed && !expect(")"))) return;
  block(s.body);
}

void Parser::try_statement(Statement& s) {
  s.kind = Statement::Kind::Try;
  next();
  block(s.body);
  while (!failed_ && is_word("except")) {
    Statement::Handler handler;
    handler.line = next().line;
    accept("*");
    if (!is_op(":")) handler.type = expression_list();
    if (!failed_ && accept_word("as")) handler.name = expect_name();
    if (!failed_) block(handler.body);
    s.handlers.push_back(std::move(handler));
  }
  if (!failed_) otherwise(s);
  if (!failed_ && accept_word("finally")) block(s.finally_);
}

// `match` is a keyword only where a block of `case` follows.
bool Parser::is_match() const {
  size_t end = 1;
  while (peek(end).kind != Tok::Newline && peek(end).kind != Tok::End) ++end;
  return end > 2 && peek(end - 1).text == ":" && peek(end + 1).kind == Tok::Indent && peek(end + 2).text == "case";
}

// Each case is a statement of its own: its pattern as target, its guard as value.
void Parser::match_statement(Statement& s) {
  s.kind = Statement::Kind::Match;
  next();
  s.value = expression_list();
  if (failed_ || !expect(":")) return;
  next();
  next();
  while (!failed_ && !is(Tok::Dedent) && !is(Tok::End)) {
    if (is(Tok::Newline)) {
      next();
      continue;
    }
    Statement one;
    one.kind = Statement::Kind::Match;
    one.line = peek().line;
    if (!accept_word("case")) {
      expected("'case'");
      return;
    }
    const Expr* pattern = pattern_list();
    if (failed_) return;
    one.targets.push_back(pattern);
    if (accept_word("as")) one.name = expect_name();
    if (!failed_ && accept_word("if")) one.value = expression();
    if (failed_) return;
    block(one.body);
    tree_.statements.push_back(std::move(one));
    s.body.push_back(&tree_.statements.back());
  }
  if (is(Tok::Dedent)) next();
}

const Expr* Parser::pattern_list() {
  const Token first = peek();
  std::vector<const Expr*> items;
  bool several = false;
  while (!failed_ && !is_op(":") && !is_word("if") && !is_word("as")) {
    if (accept("*")) {
      Expr* star = make(ExprKind::Star, first);
      star->a = atom();
      items.push_back(done(star));
    } else {
      items.push_back(binary(0));
    }
    if (!accept(",")) break;
    several = true;
  }
  if (failed_) return nullptr;
  if (items.empty()) return expected("a pattern");
  if (!several && items[0]->kind != ExprKind::Star) return items[0];
  Expr* tuple = make(ExprKind::Tuple, first);
  tuple->items = std::move(items);
  return done(tuple);
}

void Parser::decorated(Statement& s) {
  std::vector<const Expr*> decorators;
  while (!failed_ && accept("@")) {
    decorators.push_back(expression());
    if (failed_) return;
    if (!is(Tok::Newline)) {
      expected("the end of the line");
      return;
    }
    next();
  }
  s.is_async = accept_word("async");
  if (is_word("def"))
    def_statement(s);
  else if (is_word("class"))
    class_statement(s);
  else
    expected("'def'");
  s.decorators = std::move(decorators);
}

// a; b; c
void Parser::simple_line(std::vector<const Statement*>& into) {
  for (;;) {
    failed_ = false;
    depth_ = 0;
    Statement s;
    const Token first = peek();
    s.line = first.line;
    simple(s);
    if (!failed_ && !is(Tok::Newline) && !is(Tok::End) && !is_op(";")) expected("the end of the statement");
    if (failed_) break;
    const Token& last = peek();
    const auto length = static_cast<size_t>(std::max<std::ptrdiff_t>(last.text.data() - first.text.data(), 0));
    s.text = std::string_view(first.text.data(), length);
    s.text = s.text.substr(0, s.text.find('\n'));
    while (!s.text.empty() && (s.text.back() == ' ' || s.text.back() == '\r')) s.text.remove_suffix(1);
    tree_.statements.push_back(std::move(s));
    into.push_back(&tree_.statements.back());
    if (!accept(";") || is(Tok::Newline) || is(Tok::End)) break;
  }
  if (failed_) return skip_statement();
  if (is(Tok::Newline)) next();
}

void Parser::simple(Statement& s) {
  using Kind = Statement::Kind;
  const Token& t = peek();
  const std::string_view after = peek(1).kind == Tok::Op ? peek(1).text : std::string_view();
  const bool assigned = after == "=" || after == "." || after == ":";
  if (t.kind == Tok::Name && !assigned) {
    const std::pair<std::string_view, Kind> alone[] = {
        {"pass", Kind::Pass}, {"break", Kind::Break}, {"continue", Kind::Continue}};
    for (const auto& [word, kind] : alone) {
      if (t.text != word) continue;
      s.kind = kind;
      next();
      return;
    }
    const std::pair<std::string_view, Kind> with_value[] = {
        {"return", Kind::Return}, {"assert", Kind::Assert}, {"raise", Kind::Raise}, {"del", Kind::Delete}};
    for (const auto& [word, kind] : with_value) {
      if (t.text != word) continue;
      s.kind = kind;
      next();
      if (!is(Tok::Newline) && !is(Tok::End) && !is_op(";")) s.value = expression_list();
      if (!failed_ && accept_word("from")) expression();
      return;
    }
    if (t.text == "import") return import_statement(s);
    if (t.text == "from") return from_statement(s);
    if (t.text == "global" || t.text == "nonlocal") {
      s.kind = Kind::Scope;
      next();
      do s.names.push_back(expect_name());
      while (!failed_ && accept(","));
      return;
    }
  }
  expression_statement(s);
}

std::string Parser::dotted_name() {
  std::string path;
  while (accept(".") || accept("...")) {
  }
  if (is_word("import")) return path;
  path = expect_name();
  while (!failed_ && accept(".")) path += "." + std::string(expect_name());
  return path;
}

void Parser::import_statement(Statement& s) {
  s.kind = Statement::Kind::Import;
  next();
  do {
    const std::string path = dotted_name();
    if (failed_) return;
    if (accept_word("as"))
      s.imports.push_back({path, std::string(expect_name())});
    else
      s.imports.push_back({path.substr(0, path.find('.')), path.substr(0, path.find('.'))});
  } while (!failed_ && accept(","));
}

void Parser::from_statement(Statement& s) {
  s.kind = Statement::Kind::Import;
  next();
  const std::string path = dotted_name();
  if (failed_) return;
  if (!accept_word("import")) {
    expected("'import'");
    return;
  }
  if (accept("*")) {
    s.imports.push_back({path, "*"});
    return;
  }
  const bool bracketed = accept("(");
  do {
    if (bracketed && is_op(")")) break;
    const std::string name(expect_name());
    std::string as = name;
    if (!failed_ && accept_word("as")) as = expect_name();
    s.imports.push_back({path + "." + name, as});
  } while (!failed_ && accept(","));
  if (bracketed && !failed_) expect(")");
}

void Parser::expression_statement(Statement& s) {
  s.value = expression_list();
  if (failed_) return;
  if (is_op(":")) {  // n: int = 4
    next();
    s.annotation = expression();
    s.targets.push_back(s.value);
    s.value = nullptr;
    s.kind = Statement::Kind::Assign;
    if (failed_) return;
    if (accept("=")) s.value = expression_list();
    if (!s.value) s.kind = Statement::Kind::Pass;
    return;
  }
  if (is(Tok::Op) && peek().text.size() >= 2 && peek().text.back() == '=' && peek().text != "==" &&
      peek().text != "<=" && peek().text != ">=" && peek().text != "!=" && peek().text != ":=") {
    s.kind = Statement::Kind::Augmented;
    const std::string_view op = next().text;
    s.name = op.substr(0, op.size() - 1);
    s.targets.push_back(s.value);
    s.value = expression_list();
    return;
  }
  while (!failed_ && accept("=")) {
    s.kind = Statement::Kind::Assign;
    s.targets.push_back(s.value);
    s.value = expression_list();
  }
}

}  // namespace nw::flatten
