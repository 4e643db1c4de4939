// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/pattern.h"

namespace nw::pattern {

namespace {

Pattern make(PatternNode node) {
  return Pattern(std::make_shared<const PatternNode>(std::move(node)));
}

Pattern make(PatternKind kind, std::vector<Pattern> parts) {
  PatternNode node;
  node.kind = kind;
  node.parts = std::move(parts);
  return make(std::move(node));
}

std::string list(const std::vector<Pattern>& parts) {
  std::string text = "(";
  for (size_t i = 0; i < parts.size(); ++i) text += (i ? ", " : "") + to_string(parts[i]);
  return text + ")";
}

std::string attrs_text(const graph::Attrs& attrs) {
  std::string text;
  for (const auto& [key, value] : attrs) text += (text.empty() ? "" : ", ") + key + "=" + graph::to_string(value);
  return text;
}

}  // namespace

Pattern Pattern::has_attr(graph::Attrs attrs) const {
  PatternNode node;
  node.kind = PatternKind::WithAttrs;
  node.parts = {*this};
  node.attrs = std::move(attrs);
  return make(std::move(node));
}

Pattern Pattern::has_type(graph::Type type) const {
  PatternNode node;
  node.kind = PatternKind::WithType;
  node.parts = {*this};
  node.type = std::move(type);
  return make(std::move(node));
}

Pattern Pattern::has_dtype(DType dtype) const {
  PatternNode node;
  node.kind = PatternKind::WithDtype;
  node.parts = {*this};
  node.type = graph::Type::tensor(dtype, {});
  return make(std::move(node));
}

Pattern Pattern::has_shape(graph::Shape shape) const {
  PatternNode node;
  node.kind = PatternKind::WithShape;
  node.parts = {*this};
  node.type = graph::Type::tensor(DType::Float(32), std::move(shape));
  return make(std::move(node));
}

Pattern wildcard() {
  return make(PatternKind::Wildcard, {});
}
Pattern is_constant() {
  return make(PatternKind::Constant, {});
}

Pattern is_var(std::string name) {
  PatternNode node;
  node.kind = PatternKind::Variable;
  node.name = std::move(name);
  return make(std::move(node));
}

Pattern is_op(std::string op, std::vector<Pattern> args) {
  PatternNode node;
  node.kind = PatternKind::Call;
  node.name = std::move(op);
  node.parts = std::move(args);
  return make(std::move(node));
}

Pattern is_op(std::string op) {
  PatternNode node;
  node.kind = PatternKind::Call;
  node.name = std::move(op);
  node.any_args = true;
  return make(std::move(node));
}

Pattern is_tuple(std::vector<Pattern> fields) {
  return make(PatternKind::Tuple, std::move(fields));
}

Pattern is_tuple() {
  PatternNode node;
  node.kind = PatternKind::Tuple;
  node.any_args = true;
  return make(std::move(node));
}

Pattern is_tuple_get(Pattern tuple, int64_t index) {
  PatternNode node;
  node.kind = PatternKind::TupleGet;
  node.parts = {std::move(tuple)};
  node.index = index;
  return make(std::move(node));
}

Pattern is_if(Pattern condition, Pattern then, Pattern otherwise) {
  return make(PatternKind::If, {std::move(condition), std::move(then), std::move(otherwise)});
}
Pattern is_function(Pattern body) {
  return make(PatternKind::Function, {std::move(body)});
}
Pattern is_let(Pattern value, Pattern body) {
  return make(PatternKind::Let, {std::move(value), std::move(body)});
}

Pattern operator|(const Pattern& a, const Pattern& b) {
  return make(PatternKind::Either, {a, b});
}
Pattern operator+(const Pattern& a, const Pattern& b) {
  return is_op("add", {a, b});
}
Pattern operator-(const Pattern& a, const Pattern& b) {
  return is_op("subtract", {a, b});
}
Pattern operator*(const Pattern& a, const Pattern& b) {
  return is_op("multiply", {a, b});
}
Pattern operator/(const Pattern& a, const Pattern& b) {
  return is_op("divide", {a, b});
}

Pattern dominates(Pattern parent, Pattern path, Pattern child) {
  return make(PatternKind::Dominates, {std::move(parent), std::move(path), std::move(child)});
}

std::string to_string(const Pattern& p) {
  if (!p) return "?";
  switch (p->kind) {
    case PatternKind::Wildcard:
      return "*";
    case PatternKind::Variable:
      return p->name.empty() ? "a variable" : "the variable " + p->name;
    case PatternKind::Constant:
      return "a constant";
    case PatternKind::Call:
      return p->name + (p->any_args ? "(…)" : list(p->parts));
    case PatternKind::Tuple:
      return p->any_args ? "a tuple" : list(p->parts);
    case PatternKind::TupleGet:
      return to_string(p->parts[0]) + (p->index < 0 ? ".*" : "." + std::to_string(p->index));
    case PatternKind::If:
      return "if " + list(p->parts);
    case PatternKind::Function:
      return "fn " + list(p->parts);
    case PatternKind::Let:
      return "let " + list(p->parts);
    case PatternKind::Either:
      return to_string(p->parts[0]) + " or " + to_string(p->parts[1]);
    case PatternKind::WithAttrs:
      return to_string(p->parts[0]) + " with " + attrs_text(p->attrs);
    case PatternKind::WithType:
      return to_string(p->parts[0]) + " of type " + graph::to_string(p->type);
    case PatternKind::WithDtype:
      return to_string(p->parts[0]) + " of " + to_string(p->type.dtype);
    case PatternKind::WithShape:
      return to_string(p->parts[0]) + " of shape " + graph::to_string(p->type.shape);
    case PatternKind::Dominates:
      return to_string(p->parts[0]) + " above " + to_string(p->parts[2]);
  }
  return "*";
}

}  // namespace nw::pattern
