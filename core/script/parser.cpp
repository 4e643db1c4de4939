// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over Python's expression grammar. A statement that is not understood is reported once and skipped
// to its end; a block (`for`, `def`, …) is skipped with its body.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "script/ast.h"
#include "script/diagnostics.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

constexpr int kMaxDepth = 120;  // of nested expressions
constexpr int kMaxChain = 500;  // operators in one statement

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokenize(text)) {
    tree_.arena =
        std::make_unique<std::pmr::monotonic_buffer_resource>(std::min<size_t>(text.size() * 16 + 1024, 1 << 20));
    tree_.metadata = std::move(tokens_.metadata);
    tree_.diagnostics = std::move(tokens_.diagnostics);
  }

  SyntaxTree run() {
    while (!is(Tok::End)) statement();
    std::stable_sort(tree_.diagnostics.begin(), tree_.diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
    return std::move(tree_);
  }

 private:
  // ── tokens ──
  const Token& peek(size_t ahead = 0) const { return tokens_.list[std::min(at_ + ahead, tokens_.list.size() - 1)]; }
  bool is(Tok kind) const { return peek().kind == kind; }
  bool is_op(std::string_view op) const { return peek().kind == Tok::Op && peek().op == op_code(op); }
  bool is_word(std::string_view word) const { return peek().kind == Tok::Name && peek().text == word; }
  const Token& next() {
    const Token& t = peek();
    if (at_ + 1 < tokens_.list.size()) ++at_;
    return t;
  }
  bool accept(std::string_view op) {
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
    n->length = static_cast<int>(std::min(n->text.find('\n'), n->text.size()));
  }
  int32_t intern(std::string_view name) {
    const auto [it, fresh] = ids_.try_emplace(name, static_cast<int32_t>(tree_.names.size()));
    if (fresh) tree_.names.push_back(name);
    return it->second;
  }

  // ── failing: the first problem of a statement is reported, the rest of the statement is skipped ──
  Node* fail(Diagnostic d) {
    if (!failed_) tree_.diagnostics.push_back(std::move(d));
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
  bool expect(std::string_view op, const char* what) {
    if (accept(op)) return true;
    expected(what);
    return false;
  }

  // ── statements ──
  void statement() {
    if (is(Tok::Newline)) {
      next();
      return;
    }
    failed_ = false;
    chain_ = 0;
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
  void skip_line() {
    while (!is(Tok::Newline) && !is(Tok::End)) next();
    if (is(Tok::Newline)) next();
  }
  void close(SyntaxStatement& s, size_t start) {
    size_t last = at_ == 0 ? 0 : at_ - 1;
    while (last > start && (tokens_.list[last].kind == Tok::Newline || tokens_.list[last].text.data() == nullptr))
      --last;
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
  void after_statement() {
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
  bool keyword_statement(SyntaxStatement& s) {
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
  void import(const Token& keyword) {
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

  void simple_statement(SyntaxStatement& s) {
    s.value = expression_list();
    if (!failed_ && is_op(":") && s.value->kind == NodeKind::Name) add_target(s, s.value);  // n: int = 4; poisoned
    if (failed_ || !is_op("=")) return;
    s.kind = SyntaxStatement::Kind::Assign;
    next();
    take_targets(s);
    if (failed_) return;
    s.value = expression_list();
    if (!failed_ && is_op("="))
      fail(not_in_language("chained assignment", "write one assignment a line", peek().span()));
  }
  void take_targets(SyntaxStatement& s) {
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
  void add_target(SyntaxStatement& s, const Node* n) {
    s.targets.push_back(n->text);
    s.target_ids.push_back(n->name_id);
    s.target_spans.push_back(n->span());
  }
  void refuse_target(const Node* n) {
    const char* what = n->kind == NodeKind::Attribute ? "assignment to an attribute"
                       : n->kind == NodeKind::Index   ? "assignment to an element"
                       : n->kind == NodeKind::Star    ? "'*' in assignment"
                                                      : "assignment to this";
    fail(not_in_language(what, "assign to a name or a tuple of names", n->span()));
  }

  // ── expressions, loosest binding first ──
  // `a, b` without parentheses is a tuple.
  const Node* expression_list() {
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
    return n;
  }
  const Node* starred() {
    const Token& first = peek();
    if (!accept("*")) return expression();
    const Node* value = expression();
    if (failed_) return nullptr;
    Node* n = make(NodeKind::Star, first);
    n->a = value;
    return n;
  }
  const Node* expression() {
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
    return n;
  }
  const Node* lambda() {
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
    return n;
  }
  const Node* disjunction() { return logical("or", NodeKind::Or, &Parser::conjunction); }
  const Node* conjunction() { return logical("and", NodeKind::And, &Parser::negation); }
  const Node* logical(std::string_view word, NodeKind kind, const Node* (Parser::*operand)()) {
    const Token& first = peek();
    const Node* left = (this->*operand)();
    while (!failed_ && is_word(word) && chain()) {
      next();
      const Node* right = (this->*operand)();
      if (failed_) return nullptr;
      Node* n = make(kind, first);
      n->a = left;
      n->b = right;
      left = n;
    }
    return left;
  }
  const Node* negation() {
    const Token& first = peek();
    if (!is_word("not")) return comparison();
    next();
    if (!chain()) return nullptr;
    const Node* operand = negation();
    if (failed_) return nullptr;
    Node* n = make(NodeKind::Not, first);
    n->a = operand;
    return n;
  }
  bool chain() {
    if (++chain_ <= kMaxChain) return true;
    fail(too_deep(peek().span()));
    return false;
  }
  const Node* comparison() {
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
    return n;
  }
  bool is_comparison() const {
    return is_op("<") || is_op(">") || is_op("<=") || is_op(">=") || is_op("==") || is_op("!=");
  }
  // |, ^, &, shifts, sums, products: level 0 to 5.
  bool is_level(int level) const {
    switch (level) {
      case 0:
        return is_op("|");
      case 1:
        return is_op("^");
      case 2:
        return is_op("&");
      case 3:
        return is_op("<<") || is_op(">>");
      case 4:
        return is_op("+") || is_op("-");
      default:
        return is_op("*") || is_op("/") || is_op("//") || is_op("%");
    }
  }
  const Node* binary(int level) {
    if (level > 5) return unary();
    const Token& first = peek();
    const Node* left = binary(level + 1);
    while (!failed_ && is_level(level) && chain()) {
      const uint32_t op = next().op;
      const Node* right = binary(level + 1);
      if (failed_) return nullptr;
      Node* n = make(NodeKind::Binary, first);
      n->op = op;
      n->a = left;
      n->b = right;
      left = n;
    }
    return left;
  }
  const Node* unary() {
    const Token& first = peek();
    if (!is_op("-") && !is_op("+") && !is_op("~")) return power();
    const uint32_t op = next().op;
    if (!chain() || ++depth_ > kMaxDepth) return fail(too_deep(first.span()));
    const Node* operand = unary();
    --depth_;
    if (failed_) return nullptr;
    Node* n = make(NodeKind::Unary, first);
    n->op = op;
    n->a = operand;
    return n;
  }
  const Node* power() {
    const Token& first = peek();
    const Node* base = primary();
    if (failed_ || !is_op("**")) return base;
    const uint32_t op = next().op;
    if (!chain() || ++depth_ > kMaxDepth) return fail(too_deep(first.span()));
    const Node* exponent = unary();
    --depth_;
    if (failed_) return nullptr;
    Node* n = make(NodeKind::Binary, first);
    n->op = op;
    n->a = base;
    n->b = exponent;
    return n;
  }
  const Node* primary() {
    const Token& first = peek();
    const Node* value = atom();
    while (!failed_ && chain()) {
      if (accept(".")) {
        if (!is(Tok::Name)) return expected("a name after '.'");
        const std::string_view attribute = next().text;
        Node* n = make(NodeKind::Attribute, first);
        n->attr = attribute;
        n->a = value;
        value = n;
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
  const Node* call(const Node* function, const Token& first) {
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
      if (!failed_ && is_word("for"))
        return fail(not_in_language("comprehensions", "list the elements", peek().span()));
      if (!failed_ && !accept(",") && !is_op(")")) return expected("',' or ')'");
    }
    if (failed_) return nullptr;
    next();
    Node* n = make(NodeKind::Call, first);
    n->a = function;
    n->args = keep(args);
    return n;
  }
  const Node* index(const Node* object, const Token& first) {
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
    return n;
  }
  const Node* slice() {
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
    return n;
  }
  const Node* atom() {
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
  const Node* name() {
    const Token& t = next();
    if (t.text == "True") return make(NodeKind::True, t);
    if (t.text == "False") return make(NodeKind::False, t);
    if (t.text == "None") return make(NodeKind::None, t);
    Node* n = make(NodeKind::Name, t);
    n->name_id = intern(t.text);
    return n;
  }
  const Node* parenthesized() {
    const Token& first = next();
    std::vector<const Node*> items;
    bool comma = false;
    while (!failed_ && !is_op(")")) {
      items.push_back(starred());
      if (!failed_ && is_word("for"))
        return fail(not_in_language("comprehensions", "list the elements", peek().span()));
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
    return n;
  }
  const Node* list() {
    const Token& first = next();
    std::vector<const Node*> items;
    while (!failed_ && !is_op("]")) {
      items.push_back(starred());
      if (!failed_ && is_word("for"))
        return fail(not_in_language("comprehensions", "list the elements", peek().span()));
      if (!failed_ && !accept(",") && !is_op("]")) return expected("',' or ']'");
    }
    if (failed_) return nullptr;
    next();
    Node* n = make(NodeKind::List, first);
    n->items = keep(items);
    return n;
  }

  const Node* dict() {
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
    return n;
  }

  Tokens tokens_;
  size_t at_ = 0;
  SyntaxTree tree_;
  std::unordered_map<std::string_view, int32_t> ids_;
  bool failed_ = false;
  int depth_ = 0;
  int chain_ = 0;
  int block_column_ = 0;  // of the keyword whose body is being skipped
  bool after_block_ = false;
};

}  // namespace

SyntaxTree parse(std::string_view text) {
  return Parser(text).run();
}

}  // namespace nw::script
