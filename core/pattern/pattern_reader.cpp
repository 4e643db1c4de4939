// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/pattern_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.h"
#include "op/registry.h"
#include "pattern/literal_reader.h"

namespace nw::pattern {

namespace {
constexpr int kDeepestPattern = 1000;  // through names too: matching goes as deep

constexpr const char* kWords[] = {"wildcard",
                                  "is_constant",
                                  "is_var",
                                  "is_op",
                                  "is_expr",
                                  "is_tuple",
                                  "is_tuple_get_item",
                                  "is_if",
                                  "is_let",
                                  "dominates",
                                  "has_attr",
                                  "has_dtype",
                                  "has_shape",
                                  "has_type",
                                  "WildcardPattern",
                                  "ConstantPattern",
                                  "VarPattern",
                                  "ExprPattern",
                                  "TuplePattern",
                                  "TupleGetItemPattern",
                                  "IfPattern",
                                  "LetPattern",
                                  "DominatorPattern",
                                  "AltPattern",
                                  "FunctionPattern",
                                  "CallPattern"};
constexpr const char* kMethods[] = {"optional", "dominates", "has_attr", "has_dtype", "has_shape", "has_type"};

PatternNode of_kind(PatternKind kind) {
  PatternNode node;
  node.kind = kind;
  return node;
}

Mistake no_method(const Token& word, const std::vector<std::string>& methods) {
  return {fmt::format("`{}` is none of {}", word.text.substr(0, 40), fmt::join(methods, ", ")),
          word.span,
          Mistake().code,
          {},
          nearest(word.text, methods, 1)};
}
}  // namespace

std::string named_later(const std::string& name, int line) {
  return fmt::format("`{}` is named in line {}, and names are for later lines", name.substr(0, 60), line);
}

const KnownNames::Named* KnownNames::find(const std::string& name, int before) const {
  const auto known = patterns.find(name);
  if (known == patterns.end()) return nullptr;
  for (auto each = known->second.rbegin(); each != known->second.rend(); ++each)
    if (each->line < before) return &*each;
  return nullptr;
}

const KnownNames::Operator* KnownNames::find_operator(const std::string& name, int before) const {
  const auto known = custom_ops.find(name);
  return known == custom_ops.end() || known->second.line >= before ? nullptr : &known->second;
}

std::vector<std::string> KnownNames::names(int before) const {
  std::vector<std::string> all;
  for (const auto& [name, given] : patterns)
    if (const Named* known = find(name, before); known && known->pattern) all.push_back(name);
  return all;
}

Pattern PatternReader::built(PatternNode node, const Token& first) {
  node.span = cursor_.span_from(first);
  Pattern pattern = make(std::move(node));
  if (pattern->depth > kDeepestPattern)
    throw Mistake{"patterns stand too deep inside one another; 1000 can be", first.span};
  return pattern;
}

PatternReader::Part PatternReader::part() {
  const Token first = cursor_.peek();
  Pattern read = sum();
  return {std::move(read), cursor_.span_from(first)};
}

// `value`: it stands for a value, so an operator alone will never match.
void PatternReader::add(PatternNode& to, Part part, bool value) {
  if (value && part.pattern->kind == PatternKind::Operator) bare.push_back({part.pattern->name, part.span});
  to.parts.push_back(std::move(part.pattern));
  to.part_spans.push_back(part.span);
}

Pattern PatternReader::pattern() {
  const Token first = cursor_.peek();
  Pattern read = sum();
  if (read->kind == PatternKind::Operator) bare.push_back({read->name, cursor_.span_from(first)});
  return read;
}

// a | b | c, of a + b - c, of a * b / c
Pattern PatternReader::sum() {
  const TokenCursor::Depth depth(cursor_);
  const Token first = cursor_.peek();
  const auto terms = [&] {
    const Token start = cursor_.peek();
    Pattern left = product();
    while (cursor_.peek().is("+") || cursor_.peek().is("-")) {
      const TextSpan left_span = cursor_.span_from(start);
      const std::string op = cursor_.next().text == "+" ? "add" : "subtract";
      const Token right_start = cursor_.peek();
      Pattern right = product();
      left = arithmetic(start, op, {std::move(left), left_span}, {std::move(right), cursor_.span_from(right_start)});
    }
    return left;
  };
  Pattern left = terms();
  while (cursor_.peek().is("|")) {
    PatternNode either = of_kind(PatternKind::Either);
    add(either, {std::move(left), cursor_.span_from(first)}, false);
    cursor_.next();
    const Token right_start = cursor_.peek();
    Pattern right = terms();
    add(either, {std::move(right), cursor_.span_from(right_start)}, false);
    left = built(std::move(either), first);
  }
  return left;
}

Pattern PatternReader::product() {
  const Token first = cursor_.peek();
  Pattern left = postfix();
  while (cursor_.peek().is("*") || cursor_.peek().is("/")) {
    const TextSpan left_span = cursor_.span_from(first);
    const std::string op = cursor_.next().text == "*" ? "multiply" : "divide";
    const Token right_start = cursor_.peek();
    Pattern right = postfix();
    left = arithmetic(first, op, {std::move(left), left_span}, {std::move(right), cursor_.span_from(right_start)});
  }
  return left;
}

Pattern PatternReader::arithmetic(const Token& first, const std::string& op, Part left, Part right) {
  PatternNode callee = of_kind(PatternKind::Operator);
  callee.name = op;
  callee.span = callee.key = cursor_.span_from(first);
  PatternNode call = of_kind(PatternKind::Call);
  call.part_spans.push_back(callee.span);
  call.parts.push_back(make(std::move(callee)));
  add(call, std::move(left));
  add(call, std::move(right));
  return built(std::move(call), first);
}

Pattern PatternReader::postfix() {
  const Token first = cursor_.peek();
  Pattern read = primary();
  while (true) {
    const TextSpan so_far = cursor_.span_from(first);
    if (cursor_.take("("))
      read = call(first, {std::move(read), so_far});
    else if (cursor_.take("."))
      read = method(first, {std::move(read), so_far});
    else
      return read;
  }
}

Pattern PatternReader::primary() {
  const Token first = cursor_.peek();
  if (cursor_.take("(")) {
    Pattern inside = sum();
    cursor_.need(")");
    return inside;
  }
  if (first.kind != TokenKind::Name)
    cursor_.wrong("a pattern is wanted here: is_op(…), wildcard(), is_constant(), a name");
  for (auto bound = bound_.rbegin(); bound != bound_.rend(); ++bound) {
    if (bound->first != first.text) continue;
    cursor_.next();
    return bound->second;
  }
  if (const KnownNames::Named* known = names_.find(first.text, line_)) {
    if (!known->pattern) throw Poisoned{};
    cursor_.next();
    return known->pattern;
  }
  return form(first);
}

void PatternReader::comma_or_end(std::string_view close) {
  if (cursor_.take(",") && !cursor_.peek().is(close)) cursor_.wrong("`" + std::string(close) + "` is wanted here");
  cursor_.need(close);
}

Pattern PatternReader::form(const Token& first) {
  const std::string word = cursor_.next().text;
  if (!cursor_.take("(")) throw unknown_word(first);
  if (word == "wildcard" || word == "WildcardPattern") {
    cursor_.need(")");
    return built(of_kind(PatternKind::Wildcard), first);
  }
  if (word == "is_constant" || word == "ConstantPattern") {
    cursor_.need(")");
    return built(of_kind(PatternKind::Constant), first);
  }
  if (word == "is_var" || word == "VarPattern") {
    PatternNode node = of_kind(PatternKind::Variable);
    if (!cursor_.take(")")) {
      if (cursor_.take_word("name") || cursor_.take_word("name_hint")) cursor_.need("=");
      node.key = cursor_.peek().span;
      node.name = read_text(cursor_);
      comma_or_end(")");
    }
    return built(std::move(node), first);
  }
  if (word == "is_op") {
    PatternNode node = of_kind(PatternKind::Operator);
    node.key = cursor_.peek().span;
    node.name = operator_name();
    comma_or_end(")");
    return built(std::move(node), first);
  }
  if (word == "is_expr" || word == "ExprPattern") {
    PatternNode node = of_kind(PatternKind::Value);
    const Token value = cursor_.peek();
    node.value = read_constant(cursor_);
    node.key = cursor_.span_from(value);
    comma_or_end(")");
    return built(std::move(node), first);
  }
  if (word == "is_tuple" || word == "TuplePattern") return fields(first);
  if (word == "is_tuple_get_item" || word == "TupleGetItemPattern") return field(first);
  if (word == "is_if" || word == "IfPattern")
    return fixed(first, PatternKind::If, 3, "condition, branch and other branch");
  if (word == "is_let" || word == "LetPattern") return fixed(first, PatternKind::Let, 3, "variable, value and body");
  if (word == "dominates" || word == "DominatorPattern")
    return fixed(first, PatternKind::Dominates, 3, "parent, path and child");
  if (word == "AltPattern") return fixed(first, PatternKind::Either, 2, "two patterns");
  if (word == "FunctionPattern") return function(first);
  if (word == "CallPattern") return call_class(first);
  if (word.starts_with("has_")) {
    cursor_.back_to(cursor_.position() - 2);
    return condition(first, nullptr, {});
  }
  throw unknown_word(first);
}

// What is neither a word of the language nor a name so far.
Mistake PatternReader::unknown_word(const Token& word) const {
  if (names_.quiet) return {"", word.span};
  if (const auto later = names_.first_lines.find(word.text); later != names_.first_lines.end())
    return {named_later(word.text, later->second), word.span};
  std::vector<std::string> known = names_.names(line_);
  known.insert(known.end(), std::begin(kWords), std::end(kWords));
  return {fmt::format("`{}` is neither a pattern nor a name of an earlier line", word.text.substr(0, 60)),
          word.span,
          Mistake().code,
          {},
          nearest(word.text, known, 2)};
}

// [a, b] or None
Pattern PatternReader::fields(const Token& first) {
  PatternNode node = of_kind(PatternKind::Tuple);
  if (cursor_.take(")")) {
    node.any_args = true;
    return built(std::move(node), first);
  }
  if (cursor_.take_word("fields")) cursor_.need("=");
  if (cursor_.take_word("None")) {
    node.any_args = true;
  } else {
    const bool round = cursor_.peek().is("(");
    if (!round)
      cursor_.need("[");
    else
      cursor_.next();
    arguments(node, round ? ")" : "]");
  }
  comma_or_end(")");
  return built(std::move(node), first);
}

Pattern PatternReader::field(const Token& first) {
  PatternNode node = of_kind(PatternKind::Field);
  add(node, part());
  if (cursor_.take(",") && !cursor_.peek().is(")")) {
    if (cursor_.take_word("index")) cursor_.need("=");
    const Token index = cursor_.peek();
    if (!cursor_.take_word("None")) node.index = read_integer(cursor_);
    node.key = cursor_.span_from(index);
    if (node.index < -1) throw Mistake{"an index is 0 or more, or -1 for any", index.span};
  }
  comma_or_end(")");
  return built(std::move(node), first);
}

Pattern PatternReader::fixed(const Token& first, PatternKind kind, size_t count, const char* of) {
  PatternNode node = of_kind(kind);
  read_list(cursor_, ")", [&] { add(node, part()); });
  if (node.parts.size() != count)
    throw Mistake{fmt::format("`{}` has {} parts: {}; {} {} given", first.text, count, of, node.parts.size(),
                              node.parts.size() == 1 ? "is" : "are"),
                  first.span};
  return built(std::move(node), first);
}

Pattern PatternReader::function(const Token& first) {
  PatternNode node = of_kind(PatternKind::Function);
  if (cursor_.take_word("None")) {
    node.any_args = true;
  } else {
    cursor_.need("[");
    read_list(cursor_, "]", [&] { add(node, part()); });
  }
  cursor_.need(",");
  add(node, part());
  comma_or_end(")");
  return built(std::move(node), first);
}

Pattern PatternReader::call_class(const Token& first) {
  PatternNode node = of_kind(PatternKind::Call);
  add(node, part(), false);
  cursor_.need(",");
  if (cursor_.take_word("None")) {
    node.any_args = true;
  } else {
    cursor_.need("[");
    arguments(node, "]");
  }
  comma_or_end(")");
  return built(std::move(node), first);
}

void PatternReader::arguments(PatternNode& to, std::string_view close) {
  read_list(cursor_, close, [&] { add(to, part()); });
}

Pattern PatternReader::call(const Token& first, Part callee) {
  PatternNode node = of_kind(PatternKind::Call);
  add(node, std::move(callee), false);
  if (cursor_.peek().is_word("None") && cursor_.peek(1).is(")")) {
    cursor_.next(), cursor_.next();
    node.any_args = true;
  } else {
    arguments(node, ")");
  }
  return built(std::move(node), first);
}

Pattern PatternReader::method(const Token& first, Part of) {
  const Token& name = cursor_.peek();
  if (name.is_word("optional")) return optional(first, of);
  if (name.is_word("dominates")) return dominates(first, of);
  if (name.kind == TokenKind::Name && name.text.starts_with("has_")) return condition(first, &of.pattern, of.span);
  throw no_method(name, {std::begin(kMethods), std::end(kMethods)});
}

// .has_attr({…}), or has_attr({…}[, pattern])
Pattern PatternReader::condition(const Token& first, const Pattern* of, const TextSpan& of_span) {
  const Token word = cursor_.next();
  PatternNode node;
  cursor_.need("(");
  const Token value = cursor_.peek();
  if (word.text == "has_attr") {
    node.kind = PatternKind::WithAttrs;
    if (cursor_.take_word("attrs")) cursor_.need("=");
    node.attrs = read_attributes(cursor_, node.attr_spans);
  } else if (word.text == "has_dtype") {
    node.kind = PatternKind::WithDtype;
    node.type = graph::Type::tensor(read_dtype(cursor_), {});
  } else if (word.text == "has_shape") {
    node.kind = PatternKind::WithShape;
    node.type = graph::Type::tensor(DType::Float(32), read_shape(cursor_));
  } else if (word.text == "has_type") {
    node.kind = PatternKind::WithType;
    node.type = read_type(cursor_);
  } else {
    throw no_method(word, {std::begin(kMethods) + 2, std::end(kMethods)});
  }
  node.key = cursor_.span_from(value);
  if (of) {
    node.parts = {*of};
    node.part_spans = {of_span};
  } else if (cursor_.take(",") && !cursor_.peek().is(")")) {
    if (cursor_.take_word("pattern")) cursor_.need("=");
    add(node, part(), false);
  } else {
    node.parts = {wildcard()};
    node.part_spans = {word.span};
  }
  comma_or_end(")");
  return built(std::move(node), first);
}

// .optional(lambda x: …): the short form first, as TVM.
Pattern PatternReader::optional(const Token& first, const Part& of) {
  cursor_.next();
  cursor_.need("(");
  if (!cursor_.take_word("lambda")) cursor_.wrong("`lambda x: …` is wanted here");
  if (cursor_.peek().kind != TokenKind::Name) cursor_.wrong("the lambda's name is wanted here");
  bound_.emplace_back(cursor_.next().text, of.pattern);
  cursor_.need(":");
  PatternNode node = of_kind(PatternKind::Either);
  add(node, of, false);
  add(node, part(), false);
  bound_.pop_back();
  cursor_.need(")");
  return built(std::move(node), first);
}

Pattern PatternReader::dominates(const Token& first, const Part& child) {
  cursor_.next();
  cursor_.need("(");
  PatternNode node = of_kind(PatternKind::Dominates);
  add(node, part());
  if (cursor_.take(",") && !cursor_.peek().is(")")) {
    if (cursor_.take_word("path")) cursor_.need("=");
    add(node, part());
  } else {
    add(node, {wildcard(), cursor_.span_from(first)});
  }
  add(node, child);
  comma_or_end(")");
  return built(std::move(node), first);
}

std::string PatternReader::operator_name() {
  const TextSpan at = cursor_.peek().span;
  std::string name = read_text(cursor_);
  check_operator(name, at);
  return name;
}

void PatternReader::check_operator(const std::string& name, const TextSpan& at) const {
  const auto& ops = op::Registry::standard().ops();
  if (ops.contains(name) || names_.find_operator(name, line_)) return;
  if (names_.quiet) throw Mistake{"", at, "NW3102"};
  std::vector<std::string> known;
  for (const auto& [each, inputs] : names_.custom_ops) known.push_back(each);
  for (const auto& [each, info] : ops) known.push_back(each);
  throw Mistake{
      fmt::format("there is no operator `{}`", name.substr(0, 60)), at, "NW3102", {}, nearest(name, known, 3)};
}

}  // namespace nw::pattern
