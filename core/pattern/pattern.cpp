// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/pattern.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::pattern {

Pattern make(PatternNode node) {
  for (const Pattern& part : node.parts) node.depth = std::max(node.depth, part->depth + 1);
  return std::make_shared<const PatternNode>(std::move(node));
}

Pattern wildcard() {
  return make({});
}

std::string python_text(const graph::Attr& attr) {
  if (const auto* text = std::get_if<std::string>(&attr.value)) return '"' + *text + '"';
  if (const auto* number = std::get_if<double>(&attr.value)) {
    std::string shown = fmt::format("{}", *number);
    return shown.find_first_of(".en") == std::string::npos ? shown + ".0" : shown;
  }
  if (const auto* list = std::get_if<graph::AttrList>(&attr.value)) {
    std::string shown = "[";
    for (size_t i = 0; i < list->size(); ++i) shown += (i ? ", " : "") + python_text((*list)[i]);
    return shown + "]";
  }
  return graph::to_string(attr);
}

std::string python_text(const graph::Shape& shape) {
  std::string shown = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    shown += (i ? ", " : "") + (shape[i].constant() ? std::to_string(*shape[i].constant()) : "?");
  return shown + (shape.size() == 1 ? ",)" : ")");
}

std::string python_text(const graph::Type& type) {
  if (type.is_tensor()) return fmt::format("TensorType({}, \"{}\")", python_text(type.shape), to_string(type.dtype));
  if (!type.is_tuple()) return graph::brief(type);
  std::string shown = "TupleType([";
  for (size_t i = 0; i < type.fields.size(); ++i) shown += (i ? ", " : "") + python_text(type.fields[i]);
  return shown + "])";
}

namespace {

constexpr size_t kLongest = 300;

class Printer {
 public:
  std::string text;

  void print(const PatternNode& p) {
    if (text.size() > kLongest) return;
    switch (p.kind) {
      case PatternKind::Wildcard:
        text += "wildcard()";
        return;
      case PatternKind::Variable:
        text += p.name.empty() ? "is_var()" : "is_var(\"" + p.name + "\")";
        return;
      case PatternKind::Constant:
        text += "is_constant()";
        return;
      case PatternKind::Operator:
        text += "is_op(\"" + p.name + "\")";
        return;
      case PatternKind::Value:
        text += "is_expr(const(" + value_text(p.value) + "))";
        return;
      case PatternKind::Call:
        if (p.parts[0]->kind == PatternKind::Either) {
          text += '(', print(*p.parts[0]), text += ')';
        } else {
          print(*p.parts[0]);
        }
        return list("(", p, 1, p.any_args, ")");
      case PatternKind::Tuple:
        text += "is_tuple";
        return p.any_args ? list("(", p, 0, true, ")") : list("([", p, 0, false, "])");
      case PatternKind::Field:
        text += "is_tuple_get_item(", print(*p.parts[0]);
        text += p.index < 0 ? ")" : fmt::format(", {})", p.index);
        return;
      case PatternKind::If:
        return list("is_if(", p, 0, false, ")");
      case PatternKind::Let:
        return list("is_let(", p, 0, false, ")");
      case PatternKind::Function:
        return function(p);
      case PatternKind::Either:
        print(*p.parts[0]), text += " | ", print(*p.parts[1]);
        return;
      case PatternKind::WithAttrs:
        return with(p, "has_attr({" + attrs_text(p.attrs) + "})");
      case PatternKind::WithType:
        return with(p, "has_type(" + python_text(p.type) + ")");
      case PatternKind::WithDtype:
        return with(p, "has_dtype(\"" + to_string(p.type.dtype) + "\")");
      case PatternKind::WithShape:
        return with(p, "has_shape(" + python_text(p.type.shape) + ")");
      case PatternKind::Dominates:
        return list("dominates(", p, 0, false, ")");
    }
  }

 private:
  static std::string value_text(const NDArray& value) {
    if (!value.shape().empty() || !value.bytes()) return "…";
    return fmt::format("{}, \"{}\"",
                       value.dtype().is_float() ? fmt::format("{}", value.at(0)) : std::to_string(value.int_at(0)),
                       to_string(value.dtype()));
  }

  static std::string attrs_text(const graph::Attrs& attrs) {
    std::string shown;
    for (const auto& [key, value] : attrs) shown += (shown.empty() ? "\"" : ", \"") + key + "\": " + python_text(value);
    return shown;
  }

  void with(const PatternNode& p, const std::string& condition) {
    const bool bracket = p.parts[0]->kind == PatternKind::Either;
    if (bracket) text += '(';
    print(*p.parts[0]);
    text += (bracket ? ")." : ".") + condition;
  }

  void list(const char* open, const PatternNode& p, size_t first, bool any, const char* close) {
    text += open;
    if (any) text += "None";
    for (size_t i = first; !any && i < p.parts.size(); ++i) {
      if (i > first) text += ", ";
      print(*p.parts[i]);
    }
    text += close;
  }

  void function(const PatternNode& p) {
    text += p.any_args ? "FunctionPattern(None, " : "FunctionPattern([";
    for (size_t i = 0; i + 1 < p.parts.size(); ++i) {
      if (i) text += ", ";
      print(*p.parts[i]);
    }
    if (!p.any_args) text += "], ";
    print(*p.parts.back());
    text += ')';
  }
};

}  // namespace

std::string to_string(const Pattern& pattern) {
  Printer printer;
  printer.print(*pattern);
  if (printer.text.size() <= kLongest) return printer.text;
  size_t end = kLongest;
  while (end > 0 && (printer.text[end] & 0xC0) == 0x80) --end;
  return printer.text.substr(0, end) + "…";
}

}  // namespace nw::pattern
