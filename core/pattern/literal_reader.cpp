// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/literal_reader.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace nw::pattern {

using graph::Attr;
using graph::AttrList;

namespace {

constexpr size_t kMostElements = 1 << 16;

Attr number(const Token& token, bool negative) {
  const std::string& text = token.text;
  const char* end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string::npos) {
    int64_t value = 0;
    const std::string signed_text = (negative ? "-" : "") + text;
    const auto read = std::from_chars(signed_text.data(), signed_text.data() + signed_text.size(), value);
    if (read.ec != std::errc() || read.ptr != signed_text.data() + signed_text.size())
      throw Mistake{"`" + text.substr(0, 40) + "` is no number of 64 bits", token.span};
    return {value};
  }
  double value = 0;
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) throw Mistake{"`" + text.substr(0, 40) + "` is no number", token.span};
  return {negative ? -value : value};
}

// Values in row-major order with their shape; lists of unequal lengths are a mistake.
struct Elements {
  std::vector<int64_t> shape;
  std::vector<Attr> values;
};

void flatten(const Attr& value, size_t depth, Elements& to, const TextSpan& at) {
  const auto* list = std::get_if<AttrList>(&value.value);
  if (!list) {
    if (depth != to.shape.size()) throw Mistake{"the lists have unequal lengths", at};
    to.values.push_back(value);
    return;
  }
  const auto length = static_cast<int64_t>(list->size());
  if (to.values.empty() && depth == to.shape.size()) to.shape.push_back(length);
  if (depth >= to.shape.size() || to.shape[depth] != length) throw Mistake{"the lists have unequal lengths", at};
  for (const Attr& item : *list) flatten(item, depth + 1, to, at);
}

}  // namespace

void read_list(TokenCursor& cursor, std::string_view close, const std::function<void()>& read) {
  while (!cursor.take(close)) {
    read();
    if (cursor.take(",")) continue;
    cursor.need(close);
    return;
  }
}

int64_t read_integer(TokenCursor& cursor) {
  const Token at = cursor.peek();
  const bool negative = cursor.take("-");
  if (cursor.peek().kind != TokenKind::Number) {
    throw Mistake{"an integer is wanted here", at.span};
  }
  const Token token = cursor.next();
  const Attr value = number(token, negative);
  if (const auto* i = std::get_if<int64_t>(&value.value)) return *i;
  throw Mistake{"an integer is wanted here", at.span};
}

std::string read_text(TokenCursor& cursor) {
  if (cursor.peek().kind != TokenKind::Text) cursor.wrong("a text in quotes is wanted here");
  return cursor.next().text;
}

Attr read_literal(TokenCursor& cursor) {
  const TokenCursor::Depth depth(cursor);
  const Token& token = cursor.peek();
  if (token.kind == TokenKind::Text) return {cursor.next().text};
  if (token.is("[") || token.is("(")) {
    const char* close = token.is("[") ? "]" : ")";
    const bool round = token.is("(");
    cursor.next();
    AttrList items;
    bool comma = false;
    while (!cursor.take(close)) {
      items.push_back(read_literal(cursor));
      comma = cursor.take(",");
      if (!comma) {
        cursor.need(close);
        break;
      }
    }
    if (round && items.size() == 1 && !comma) return items[0];
    return {std::move(items)};
  }
  if (token.is_word("True") || token.is_word("False")) return {cursor.next().text == "True"};
  if (token.is_word("None")) return cursor.next(), Attr{};
  const bool negative = cursor.take("-");
  if (cursor.peek().kind != TokenKind::Number) cursor.wrong("a value is wanted here: a number, a text, a list");
  return number(cursor.next(), negative);
}

DType read_dtype(TokenCursor& cursor) {
  const TextSpan at = cursor.peek().span;
  const std::string text = read_text(cursor);
  const auto dtype = parse_dtype(text);
  if (!dtype) throw Mistake{"`" + text.substr(0, 40) + "` is no data type", at};
  return *dtype;
}

graph::Shape read_shape(TokenCursor& cursor) {
  const bool round = cursor.peek().is("(");
  if (!round && !cursor.peek().is("[")) cursor.wrong("a shape is wanted here: (1, 8, 16, 16)");
  cursor.next();
  graph::Shape shape;
  read_list(cursor, round ? ")" : "]", [&] {
    if (cursor.peek().kind == TokenKind::Name) cursor.wrong("an extent of a shape is an integer");
    shape.emplace_back(read_integer(cursor));
  });
  return shape;
}

graph::Type read_type(TokenCursor& cursor) {
  const TokenCursor::Depth depth(cursor);
  if (cursor.take_word("relay")) cursor.need(".");
  if (cursor.take_word("TensorType")) {
    cursor.need("(");
    graph::Shape shape = read_shape(cursor);
    const DType dtype = cursor.take(",") ? read_dtype(cursor) : DType::Float(32);
    cursor.need(")");
    return graph::Type::tensor(dtype, std::move(shape));
  }
  if (!cursor.take_word("TupleType")) cursor.wrong("TensorType((…), \"…\") or TupleType([…]) is wanted here");
  cursor.need("(");
  cursor.need("[");
  std::vector<graph::Type> fields;
  read_list(cursor, "]", [&] { fields.push_back(read_type(cursor)); });
  cursor.need(")");
  return graph::Type::tuple(std::move(fields));
}

// As relay.const: integers are int32 and other numbers float32 if nothing else is said.
NDArray read_constant(TokenCursor& cursor) {
  if (cursor.take_word("relay")) cursor.need(".");
  if (!cursor.take_word("const")) cursor.wrong("const(…) is wanted here");
  cursor.need("(");
  const TextSpan at = cursor.peek().span;
  Elements elements;
  flatten(read_literal(cursor), 0, elements, at);
  if (elements.values.size() > kMostElements) throw Mistake{"the constant has more than 65,536 elements", at};
  bool floats = false, bools = !elements.values.empty();
  for (const Attr& value : elements.values) {
    const bool is_bool = std::holds_alternative<bool>(value.value);
    const bool is_float = std::holds_alternative<double>(value.value);
    if (!is_bool && !is_float && !std::holds_alternative<int64_t>(value.value))
      throw Mistake{"a constant holds numbers", at};
    floats = floats || is_float;
    bools = bools && is_bool;
  }
  DType dtype = bools ? DType::Bool() : floats ? DType::Float(32) : DType::Int(32);
  if (cursor.take(",")) {
    if (cursor.take_word("dtype")) cursor.need("=");
    dtype = read_dtype(cursor);
  }
  cursor.need(")");
  if (dtype.is_string()) throw Mistake{"a constant holds numbers", at};
  NDArray data(dtype, elements.shape);
  for (size_t i = 0; i < elements.values.size(); ++i) {
    const auto at_i = static_cast<int64_t>(i);
    const auto& value = elements.values[i].value;
    if (const auto* number_value = std::get_if<double>(&value))
      data.set(at_i, *number_value);
    else if (dtype.is_float())
      data.set(at_i, static_cast<double>(std::holds_alternative<bool>(value) ? std::get<bool>(value)
                                                                             : std::get<int64_t>(value)));
    else
      data.set_int(at_i, std::holds_alternative<bool>(value) ? std::get<bool>(value) : std::get<int64_t>(value));
  }
  return data;
}

graph::Attrs read_attributes(TokenCursor& cursor, std::map<std::string, TextSpan>& spans) {
  graph::Attrs attrs;
  cursor.need("{");
  read_list(cursor, "}", [&] {
    const std::string key = read_text(cursor);
    cursor.need(":");
    const Token first = cursor.peek();
    attrs[key] = read_literal(cursor);
    spans[key] = cursor.span_from(first);
  });
  return attrs;
}

}  // namespace nw::pattern
