// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the reader that is about what a rule puts in a pattern's place.
#include <fmt/format.h>

#include "base/nearest.h"
#include "op/attribute_defaults.h"
#include "op/registry.h"
#include "pattern/literal_reader.h"
#include "pattern/pattern_reader.h"

namespace nw::pattern {

namespace {

ReplacementNode replacement_of(ReplacementNode::Kind kind) {
  ReplacementNode node;
  node.kind = kind;
  return node;
}

}  // namespace

Mistake PatternReader::unknown_name(const Token& word) const {
  if (names_.quiet) return {"", word.span};
  if (const auto later = names_.first_lines.find(word.text); later != names_.first_lines.end())
    return {named_later(word.text, later->second), word.span};
  std::vector<std::string> known = names_.names(line_);
  known.insert(known.end(), {"relay", "custom"});
  return {fmt::format("`{}` is no name of an earlier line", word.text.substr(0, 60)),
          word.span,
          Mistake().code,
          {},
          nearest(word.text, known, 2)};
}

Replacement PatternReader::made(ReplacementNode node, const Token& first) {
  node.span = cursor_.span_from(first);
  return std::make_shared<const ReplacementNode>(std::move(node));
}

Replacement PatternReader::replacement() {
  return replacement_sum();
}

Replacement PatternReader::replacement_sum() {
  const TokenCursor::Depth depth(cursor_);
  const Token first = cursor_.peek();
  Replacement left = replacement_product();
  for (int length = 0; cursor_.peek().is("+") || cursor_.peek().is("-"); ++length) {
    if (length > 500) cursor_.wrong("the sum is too long");
    ReplacementNode call = replacement_of(ReplacementNode::Kind::Call);
    call.name = cursor_.next().text == "+" ? "add" : "subtract";
    call.parts = {std::move(left), replacement_product()};
    left = made(std::move(call), first);
  }
  return left;
}

Replacement PatternReader::replacement_product() {
  const Token first = cursor_.peek();
  Replacement left = replacement_postfix();
  for (int length = 0; cursor_.peek().is("*") || cursor_.peek().is("/"); ++length) {
    if (length > 500) cursor_.wrong("the product is too long");
    ReplacementNode call = replacement_of(ReplacementNode::Kind::Call);
    call.name = cursor_.next().text == "*" ? "multiply" : "divide";
    call.parts = {std::move(left), replacement_postfix()};
    left = made(std::move(call), first);
  }
  return left;
}

Replacement PatternReader::replacement_postfix() {
  const Token first = cursor_.peek();
  Replacement read = replacement_primary();
  for (int length = 0; cursor_.take("["); ++length) {
    if (length > 100) cursor_.wrong("too many fields of fields");
    ReplacementNode field = replacement_of(ReplacementNode::Kind::Field);
    const TextSpan at = cursor_.peek().span;
    field.index = read_integer(cursor_);
    if (field.index < 0) throw Mistake{"a field's index is 0 or more", at};
    cursor_.need("]");
    field.parts = {std::move(read)};
    read = made(std::move(field), first);
  }
  return read;
}

Replacement PatternReader::replacement_primary() {
  const Token first = cursor_.peek();
  if (first.is("(") || first.is("[")) {
    const bool round = first.is("(");
    cursor_.next();
    return replacement_tuple(round ? ")" : "]", first);
  }
  if (first.kind != TokenKind::Name)
    cursor_.wrong("a name of an earlier line, relay.OP(…), relay.const(…) or relay.Tuple([…]) is wanted here");
  if ((first.is_word("relay") && cursor_.peek(1).is(".")) || (first.is_word("custom") && cursor_.peek(1).is("(")))
    return replacement_call(first);
  const KnownNames::Named* known = names_.find(first.text, line_);
  if (!known) throw unknown_name(first);
  if (!known->pattern) throw Poisoned{};
  cursor_.next();
  ReplacementNode node = replacement_of(ReplacementNode::Kind::Matched);
  node.name = first.text;
  node.pattern = known->pattern;
  return made(std::move(node), first);
}

// Brackets around an expression, or a tuple of several.
Replacement PatternReader::replacement_tuple(std::string_view close, const Token& first) {
  ReplacementNode tuple = replacement_of(ReplacementNode::Kind::Tuple);
  bool comma = close == "]";
  while (!cursor_.take(close)) {
    tuple.parts.push_back(replacement_sum());
    if (cursor_.take(",")) {
      comma = true;
      continue;
    }
    cursor_.need(close);
    break;
  }
  if (!comma && tuple.parts.size() == 1) return tuple.parts[0];
  return made(std::move(tuple), first);
}

Replacement PatternReader::replacement_call(const Token& first) {
  ReplacementNode call = replacement_of(ReplacementNode::Kind::Call);
  TextSpan named = first.span;
  if (cursor_.take_word("custom")) {
    cursor_.need("(");
    named = cursor_.peek().span;
    call.name = operator_name();
    if (!cursor_.take(",") && !cursor_.peek().is(")")) cursor_.need(",");
  } else {
    cursor_.next();  // relay
    if (cursor_.peek(1).is_word("const")) {
      cursor_.next();
      call.kind = ReplacementNode::Kind::Constant;
      call.value = read_constant(cursor_);
      return made(std::move(call), first);
    }
    const Token at = cursor_.peek(1);
    while (cursor_.take(".")) {
      if (cursor_.peek().kind != TokenKind::Name) cursor_.wrong("an operator's name is wanted here");
      const std::string part = cursor_.next().text;
      if (part != "op") call.name += (call.name.empty() ? "" : ".") + part;  // a module of Python's, not of the name
    }
    named = cursor_.span_from(at);
    cursor_.need("(");
    if (call.name == "Tuple") {
      cursor_.need("[");
      Replacement tuple = replacement_tuple("]", first);
      comma_or_end(")");
      return tuple;
    }
    check_operator(call.name, named);
  }
  replacement_arguments(call);
  check_count(call, named);
  return as_python_makes_it(std::move(call), first);
}

// What TVM's Python functions add to the operator of their name.
Replacement PatternReader::as_python_makes_it(ReplacementNode call, const Token& first) {
  if (call.name == "nn.batch_matmul") call.attrs.try_emplace("transpose_b", graph::Attr{true});
  if (call.name == "nn.pad" && call.parts.size() == 1) {
    ReplacementNode value = replacement_of(ReplacementNode::Kind::Constant);
    const auto given = call.attrs.find("pad_value");
    const graph::Attr number = given == call.attrs.end() ? graph::Attr{int64_t{0}} : given->second;
    const auto* real = std::get_if<double>(&number.value);
    value.value = NDArray(real ? DType::Float(32) : DType::Int(32), {});
    if (real)
      value.value.set(0, *real);
    else if (const auto* whole = std::get_if<int64_t>(&number.value))
      value.value.set_int(0, *whole);
    call.attrs.erase("pad_value");
    call.parts.push_back(made(std::move(value), first));
  }
  if (call.name != "nn.dropout") return made(std::move(call), first);
  ReplacementNode field = replacement_of(ReplacementNode::Kind::Field);
  field.parts = {made(std::move(call), first)};
  return made(std::move(field), first);
}

// By the operator's declaration. Its arguments' types are known where the rule is applied.
void PatternReader::check_count(const ReplacementNode& call, const TextSpan& at) const {
  const KnownNames::Operator* custom = names_.find_operator(call.name, line_);
  const op::OpInfo* info = op::Registry::standard().find(call.name);
  const int wanted = custom ? custom->inputs : info ? info->num_inputs : -1;
  const size_t given = call.parts.size();
  if (wanted < 0 || given == static_cast<size_t>(wanted)) return;
  throw Mistake{fmt::format("`{}` takes {} argument{}, and {} {} given", call.name, wanted, wanted == 1 ? "" : "s",
                            given, given == 1 ? "is" : "are"),
                at, "NW3117"};
}

void PatternReader::check_attribute(const std::string& op, const std::string& key, const TextSpan& at) const {
  const op::OpInfo* info = op::Registry::standard().find(op);
  if (!info) return;  // one of the table's own
  const op::AttributeFields* fields = op::attribute_fields(op);
  const bool elementwise = info->traits.pattern <= graph::OpPattern::Broadcast;
  if (fields ? fields->contains(key) || (op == "nn.pad" && key == "pad_value") : !elementwise) return;
  std::vector<std::string> known;
  if (fields)
    for (const auto& [name, value] : *fields) known.push_back(name);
  throw Mistake{
      fmt::format("`{}` has no attribute `{}`", op, key.substr(0, 60)), at, "NW3117", {}, nearest(key, known, 2)};
}

void PatternReader::replacement_arguments(ReplacementNode& call) {
  read_list(cursor_, ")", [&] {
    if (cursor_.peek().kind == TokenKind::Name && cursor_.peek(1).is("=")) {
      const Token named = cursor_.next();
      check_attribute(call.name, named.text, named.span);
      cursor_.next();
      call.attrs[named.text] = read_literal(cursor_);
      return;
    }
    if (cursor_.peek().kind == TokenKind::Number || cursor_.peek().kind == TokenKind::Text)
      cursor_.wrong("an attribute is written with its name: attr=value");
    if (!call.attrs.empty()) cursor_.wrong("tensors stand before attributes");
    call.parts.push_back(replacement_sum());
  });
}

}  // namespace nw::pattern
