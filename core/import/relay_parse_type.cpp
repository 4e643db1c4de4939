// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes, types, references into the metadata, and the comments that a printer left types and spans in.
#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "import/onnx_text.h"
#include "import/relay_diagnostics.h"
#include "import/relay_number.h"
#include "import/relay_parser.h"

namespace nw::import {

using graph::Attr;
using graph::AttrList;
using graph::Type;

namespace {

// What a string's escapes mean: those of JSON; with any other the text is taken as it is.
std::string unescaped(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  const auto value = nlohmann::json::parse('"' + std::string(text) + '"', nullptr, false);
  return value.is_string() ? value.get<std::string>() : std::string(text);
}

}  // namespace

// `key=`, `a.b=`, or meta[attrs.…][i] where an argument could be.
bool RelayParser::at_attribute() const {
  if (peek().kind != TokenKind::Ident) return false;
  if (peek().is_word("meta") && peek(1).is("[")) {
    std::string type;
    for (size_t i = 2; i < 16 && !peek(i).is("]"); ++i) type += peek(i).text;
    return type != "relay.Constant" && type != "Constant";
  }
  size_t i = 1;
  while (peek(i).is(".") && peek(i + 1).kind == TokenKind::Ident) i += 2;
  return peek(i).is("=");
}

void RelayParser::attribute(graph::Attrs& attrs) {
  const auto spread = [&] {
    const auto reference = metadata_reference();
    if (!reference) return;
    if (const graph::Attrs* found = metadata_.attrs(reference->first, reference->second)) {
      attrs.insert(found->begin(), found->end());
    }
  };
  if (peek().is_word("meta") && peek(1).is("[")) return spread();
  const std::string key = dotted_name();
  if (!expect("=")) return;
  if (key == "__dict__" && peek().is_word("meta")) return spread();
  attrs[key] = attribute_value();
}

Attr RelayParser::attribute_value() {
  if (!enter()) {
    leave();
    return {};
  }
  Attr value;
  const Token t = peek();
  const bool negative = accept("-");
  if (peek().kind == TokenKind::Number || is_number_word(peek().text)) {
    const Token digits = take();
    const NDArray number = parse_relay_number(digits.text);
    if (!number.bytes()) {
      report(bad_number(std::string(digits.text), digits.span()));
    } else if (number.dtype().is_bool()) {
      value = Attr{number.int_at(0) != 0};
    } else if (number.dtype().is_float()) {
      double d = 0;
      if (std::from_chars(digits.text.data(), digits.text.data() + digits.text.size(), d).ec != std::errc())
        d = number.at(0);
      value = Attr{negative ? -d : d};
    } else {
      value = Attr{negative ? -number.int_at(0) : number.int_at(0)};
    }
  } else if (t.kind == TokenKind::String) {
    value = Attr{unescaped(take().text)};
  } else if (t.is("[") || t.is("(")) {
    take();
    AttrList list;
    const std::string_view close = t.is("[") ? "]" : ")";
    bool comma = false;
    while (!failed_ && !peek().is(close)) {
      list.push_back(attribute_value());
      if (!accept(",")) break;
      comma = true;
    }
    expect(close);
    value = t.is("(") && list.size() == 1 && !comma ? list[0] : Attr{std::move(list)};
  } else if (t.is_word("None") || t.is_word("nullptr")) {
    take();
  } else if (t.is_word("meta") && peek(1).is("[")) {
    if (const auto reference = metadata_reference()) {
      if (const NDArray* data =
              reference->first == "relay.Constant" ? metadata_.constant(reference->second) : nullptr) {
        value = Attr{*data};
      } else {
        value = Attr{fmt::format("meta[{}][{}]", reference->first, reference->second)};
      }
    }
  } else if (t.kind == TokenKind::Ident) {
    std::string name = dotted_name();
    if (peek().is("(")) {  // an object as a log prints it: VirtualDevice(device_type=1, …)
      skip_brackets();
      const char* begin = t.text.data();
      name.assign(begin, &previous().text.back() + 1);
    }
    value = Attr{std::move(name)};
  } else if (t.kind == TokenKind::Local || t.kind == TokenKind::GraphVar || t.kind == TokenKind::Global) {
    take();
    value = Attr{std::string(1, t.kind == TokenKind::Global ? '@' : '%') + std::string(t.text)};
  } else if (t.is("?")) {
    take();
    value = Attr{std::string("?")};
  } else {
    fail("an attribute's value");
  }
  leave();
  return value;
}

// meta[a.b][3]
std::optional<std::pair<std::string, size_t>> RelayParser::metadata_reference() {
  take();  // meta
  expect("[");
  std::string type;
  if (peek().kind == TokenKind::Ident) {
    type = dotted_name();
  } else {
    fail("the name of a type");
  }
  expect("]");
  expect("[");
  size_t index = 0;
  const Token number = peek();
  if (number.kind == TokenKind::Number) {
    take();
    const auto [end, error] = std::from_chars(number.text.data(), number.text.data() + number.text.size(), index);
    if (error != std::errc() || index > 1'000'000'000) fail("an index");
  } else {
    fail("an index");
  }
  expect("]");
  if (failed_) return std::nullopt;
  return std::pair{type, index};
}

std::vector<Type> RelayParser::type_list(const std::string& symbol_prefix) {
  std::vector<Type> list;
  expect("(");
  while (!failed_ && !peek().is(")")) {
    list.push_back(type(symbol_prefix));
    if (!accept(",")) break;
  }
  expect(")");
  return list;
}

Type RelayParser::type(const std::string& symbol_prefix) {
  if (failed_ || !enter()) {
    leave();
    return {};
  }
  Type result;
  const Token t = peek();
  if (t.is_word("Tensor") && peek(1).is("[")) {
    result = tensor_type(symbol_prefix);
  } else if (t.is("(")) {
    result = Type::tuple(type_list(symbol_prefix));
  } else if (t.is_word("fn")) {
    take();
    if (peek().is("[")) skip_brackets();
    result.kind = Type::Kind::Function;
    std::vector<Type> fields = type_list(symbol_prefix);
    expect("->");
    fields.push_back(type(symbol_prefix));
    result.fields = std::move(fields);
  } else if (t.is_word("_") || t.is("?")) {
    take();
  } else if (t.kind == TokenKind::Ident) {
    const size_t from = pos_;
    const std::string name = dotted_name();
    const std::optional<DType> dtype = parse_dtype(name);
    if (dtype) {
      result = Type::tensor(*dtype, {});
    } else {
      if (name == "ref" && peek().is("(")) {
        result.fields = type_list(symbol_prefix);  // as inference types a reference: what it refers to is its field
      } else if (peek().is("[")) {
        skip_brackets();
      }
      result.kind = Type::Kind::Other;
      const char* begin = tokens_[from].text.data();
      result.text = std::string(begin, static_cast<size_t>(previous().text.data() + previous().text.size() - begin));
    }
  } else {
    fail("a type");
  }
  leave();
  return result;
}

Type RelayParser::tensor_type(const std::string& symbol_prefix) {
  take();  // Tensor
  take();  // [
  Type result = Type::tensor(DType::Float(32), {});
  if (accept("(")) {
    while (!failed_ && !peek().is(")")) {
      result.shape.push_back(dimension(symbol_prefix, result.shape.size()));
      if (!accept(",")) break;
    }
    expect(")");
  } else if (accept("?") || accept_word("_")) {
    result.rank_known = false;
  } else {
    fail("'(' and a shape");
  }
  expect(",");
  const Token name = peek();
  if (failed_) return {};
  const std::string dtype_name = name.kind == TokenKind::Ident ? std::string(take().text) : std::string();
  if (const std::optional<DType> dtype = parse_dtype(dtype_name)) {
    result.dtype = *dtype;
  } else {
    report(bad_type(dtype_name, name.span()));
    result = {};
  }
  expect("]");
  return result;
}

// `?` is a symbol named by the comment behind it, or after its parameter and axis.
graph::Dim RelayParser::dimension(const std::string& symbol_prefix, size_t axis) {
  const Token t = take();
  if (t.kind == TokenKind::Number) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(t.text.data(), t.text.data() + t.text.size(), value);
    if (error == std::errc()) return value;
  }
  if (t.is("?")) {
    const std::string_view named = t.comment;
    const bool is_name = !named.empty() && named.find_first_not_of(
                                               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "0123456789_") == std::string_view::npos;
    if (is_name) return graph::Dim(graph_.symbol(std::string(named)));
    std::string name = fmt::format("{}_{}", symbol_prefix.empty() ? "n" : symbol_prefix, axis);
    for (char& c : name) c = c == '.' || c == '/' || c == ':' ? '_' : c;
    std::string unique = name;
    for (int k = 1; graph_.symbols.contains(unique); ++k) unique = fmt::format("{}_{}", name, k);
    return graph::Dim(graph_.symbol(unique));
  }
  if (t.is_word("meta") && peek().is("[")) {
    --pos_;
    metadata_reference();
    return graph::Dim(graph_.symbol(fmt::format("meta_{}", graph_.symbols.size())));
  }
  if (t.kind == TokenKind::Ident) return graph::Dim(graph_.symbol(std::string(t.text)));
  if (!failed_) {
    --pos_;
    fail("a dimension");
  }
  return int64_t{0};
}

// `ty=Tensor[(1, 64), float32] span=/layer1/conv:0:0`: the declared type, and the name that the node had elsewhere.
void RelayParser::note_comment(NodeId id, std::string_view comment) {
  if (comment.empty()) return;
  if (const size_t at = comment.find("span="); at != std::string_view::npos) {
    std::string_view source = comment.substr(at + 5);
    source = source.substr(0, source.find(' '));
    for (int i = 0; i < 2; ++i) source = source.substr(0, source.rfind(':'));  // line and column
    const bool is_layer = !source.empty() && source != "from_string" && source != "GeneratedSource";
    const bool nameless = !is_named(id) || graph_.node(id).kind == graph::NodeKind::Input;
    if (is_layer && nameless) {
      graph_.rename(id, std::string(source));
      graph_.node(id).origin.name = std::string(source);
      if (source.find('/') != std::string_view::npos) graph_.node(id).origin.scope = scope_of(source);
      note_named(id);
    }
    comment = comment.substr(0, at);
  }
  if (!comment.starts_with("ty=") || graph_.node(id).type.kind != Type::Kind::Unknown) return;
  const op::OpInfo* info = registry_.find(graph_.node(id).op);
  if (info && info->type && comment.find('?') != std::string_view::npos)
    return;  // inference names the dimension better
  Tokens inside = tokenize_relay(comment.substr(3));
  RelayParser parser(std::move(inside), metadata_, registry_);
  parser.graph_.symbols = graph_.symbols;
  Type declared = parser.type(graph_.node(id).name.substr(graph_.node(id).name.find_first_not_of("%?")));
  if (!parser.diagnostics_.empty()) return;
  graph_.symbols = std::move(parser.graph_.symbols);
  graph_.node(id).type = std::move(declared);
}

}  // namespace nw::import
