// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_attribute_parser.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "import/relay_diagnostics.h"
#include "import/relay_metadata_reference.h"
#include "import/relay_number.h"

namespace nw::import {

using graph::Attr;
using graph::AttrList;

namespace {

// What a string's escapes mean: those of JSON; with any other the text is taken as it is.
std::string unescaped(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  const auto value = nlohmann::json::parse('"' + std::string(text) + '"', nullptr, false);
  return value.is_string() ? value.get<std::string>() : std::string(text);
}

}  // namespace

bool RelayAttributeParser::at_attribute() const {
  if (cursor_.peek().kind != TokenKind::Ident) return false;
  if (cursor_.peek().is_word("meta") && cursor_.peek(1).is("[")) {
    MetadataReference reference;
    for (size_t i = 2; i < 16 && !cursor_.peek(i).is("]"); ++i) reference.type += cursor_.peek(i).text;
    return !reference.is_constant();
  }
  size_t i = 1;
  while (cursor_.peek(i).is(".") && cursor_.peek(i + 1).kind == TokenKind::Ident) i += 2;
  return cursor_.peek(i).is("=");
}

void RelayAttributeParser::attribute(graph::Attrs& attrs) {
  if (cursor_.peek().is_word("meta") && cursor_.peek(1).is("[")) return add_from_metadata(attrs);
  const std::string key = cursor_.dotted_name();
  if (!cursor_.expect("=")) return;
  if (key == "__dict__" && cursor_.peek().is_word("meta")) return add_from_metadata(attrs);
  attrs[key] = value();
}

void RelayAttributeParser::add_from_metadata(graph::Attrs& attrs) {
  const auto reference = metadata_reference(cursor_);
  if (!reference) return;
  if (const graph::Attrs* found = metadata_.attrs(reference->type, reference->index))
    attrs.insert(found->begin(), found->end());
}

Attr RelayAttributeParser::value() {
  if (!cursor_.enter()) {
    cursor_.leave();
    return {};
  }
  Attr result;
  const Token t = cursor_.peek();
  const bool negative = cursor_.accept("-");
  if (cursor_.peek().kind == TokenKind::Number || is_number_word(cursor_.peek().text)) {
    result = number(negative);
  } else if (t.kind == TokenKind::String) {
    result = Attr{unescaped(cursor_.take().text)};
  } else if (t.is("[") || t.is("(")) {
    result = list();
  } else if (t.kind == TokenKind::Ident) {
    result = word();
  } else if (t.kind == TokenKind::Local || t.kind == TokenKind::GraphVar || t.kind == TokenKind::Global) {
    cursor_.take();
    result = Attr{std::string(1, t.kind == TokenKind::Global ? '@' : '%') + std::string(t.text)};
  } else if (t.is("?")) {
    cursor_.take();
    result = Attr{std::string("?")};
  } else {
    cursor_.fail("an attribute's value");
  }
  cursor_.leave();
  return result;
}

Attr RelayAttributeParser::number(bool negative) {
  const Token digits = cursor_.take();
  const NDArray read = parse_relay_number(digits.text);
  if (!read.bytes()) {
    cursor_.report(bad_number(std::string(digits.text), digits.span()));
    return {};
  }
  if (read.dtype().is_bool()) return Attr{read.int_at(0) != 0};
  if (!read.dtype().is_float()) return Attr{negative ? -read.int_at(0) : read.int_at(0)};
  double d = 0;
  if (std::from_chars(digits.text.data(), digits.text.data() + digits.text.size(), d).ec != std::errc()) d = read.at(0);
  return Attr{negative ? -d : d};
}

// One value in parentheses is that value.
Attr RelayAttributeParser::list() {
  const bool brackets = cursor_.take().is("[");
  const std::string_view close = brackets ? "]" : ")";
  AttrList values;
  bool comma = false;
  while (!cursor_.failed() && !cursor_.peek().is(close)) {
    values.push_back(value());
    if (!cursor_.accept(",")) break;
    comma = true;
  }
  cursor_.expect(close);
  return !brackets && values.size() == 1 && !comma ? values[0] : Attr{std::move(values)};
}

Attr RelayAttributeParser::word() {
  const Token t = cursor_.peek();
  if (t.is_word("None") || t.is_word("nullptr")) {
    cursor_.take();
    return {};
  }
  return t.is_word("meta") && cursor_.peek(1).is("[") ? from_metadata() : object();
}

Attr RelayAttributeParser::from_metadata() {
  const auto reference = metadata_reference(cursor_);
  if (!reference) return {};
  if (reference->type == "relay.Constant") {
    if (const NDArray* data = metadata_.constant(reference->index)) return Attr{*data};
  }
  return Attr{reference->text()};
}

// A name, or an object as a log prints it: VirtualDevice(device_type=1, …)
Attr RelayAttributeParser::object() {
  const Token first = cursor_.peek();
  std::string name = cursor_.dotted_name();
  if (!cursor_.peek().is("(")) return Attr{std::move(name)};
  cursor_.skip_brackets();
  return Attr{cursor_.text_since(first)};
}

}  // namespace nw::import
