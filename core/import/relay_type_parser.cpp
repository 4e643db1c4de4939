// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_type_parser.h"

#include <fmt/format.h>

#include <charconv>

#include "import/relay_diagnostics.h"
#include "import/relay_metadata_reference.h"

namespace nw::import {

using graph::Type;

Type RelayTypeParser::type(const std::string& symbol_prefix) {
  if (cursor_.failed() || !cursor_.enter()) {
    cursor_.leave();
    return {};
  }
  Type result;
  const Token t = cursor_.peek();
  if (t.is_word("Tensor") && cursor_.peek(1).is("[")) {
    result = tensor(symbol_prefix);
  } else if (t.is("(")) {
    result = Type::tuple(list(symbol_prefix));
  } else if (t.is_word("fn")) {
    result = function(symbol_prefix);
  } else if (t.is_word("_") || t.is("?")) {
    cursor_.take();
  } else if (t.kind == TokenKind::Ident) {
    result = named(symbol_prefix);
  } else {
    cursor_.fail("a type");
  }
  cursor_.leave();
  return result;
}

std::vector<Type> RelayTypeParser::list(const std::string& symbol_prefix) {
  std::vector<Type> types;
  cursor_.expect("(");
  while (!cursor_.failed() && !cursor_.peek().is(")")) {
    types.push_back(type(symbol_prefix));
    if (!cursor_.accept(",")) break;
  }
  cursor_.expect(")");
  return types;
}

Type RelayTypeParser::function(const std::string& symbol_prefix) {
  cursor_.take();  // fn
  if (cursor_.peek().is("[")) cursor_.skip_brackets();
  Type result;
  result.kind = Type::Kind::Function;
  std::vector<Type> fields = list(symbol_prefix);
  cursor_.expect("->");
  fields.push_back(type(symbol_prefix));
  result.fields = std::move(fields);
  return result;
}

// A scalar's type, a reference, or a type of the user's own, which is kept as text.
Type RelayTypeParser::named(const std::string& symbol_prefix) {
  const Token first = cursor_.peek();
  const std::string name = cursor_.dotted_name();
  if (const std::optional<DType> dtype = parse_dtype(name)) return Type::tensor(*dtype, {});
  Type result;
  if (name == "ref" && cursor_.peek().is("(")) {
    result.fields = list(symbol_prefix);  // as inference types a reference: what it refers to is its field
  } else if (cursor_.peek().is("[")) {
    cursor_.skip_brackets();
  }
  result.kind = Type::Kind::Other;
  result.text = cursor_.text_since(first);
  return result;
}

Type RelayTypeParser::tensor(const std::string& symbol_prefix) {
  cursor_.take();  // Tensor
  cursor_.take();  // [
  Type result = Type::tensor(DType::Float(32), {});
  if (cursor_.accept("(")) {
    while (!cursor_.failed() && !cursor_.peek().is(")")) {
      result.shape.push_back(dimension(symbol_prefix, result.shape.size()));
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(")");
  } else if (cursor_.accept("?") || cursor_.accept_word("_")) {
    result.rank_known = false;
  } else {
    cursor_.fail("'(' and a shape");
  }
  cursor_.expect(",");
  const Token name = cursor_.peek();
  if (cursor_.failed()) return {};
  const std::string dtype_name = name.kind == TokenKind::Ident ? std::string(cursor_.take().text) : std::string();
  if (const std::optional<DType> dtype = parse_dtype(dtype_name)) {
    result.dtype = *dtype;
  } else {
    cursor_.report(bad_type(dtype_name, name.span()));
    result = {};
  }
  cursor_.expect("]");
  return result;
}

graph::Dim RelayTypeParser::dimension(const std::string& symbol_prefix, size_t axis) {
  const Token t = cursor_.take();
  if (t.kind == TokenKind::Number) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(t.text.data(), t.text.data() + t.text.size(), value);
    if (error == std::errc()) return value;
  }
  if (t.is("?")) return unknown_dimension(t, symbol_prefix, axis);
  if (t.is_word("meta") && cursor_.peek().is("[")) {
    cursor_.put_back();
    metadata_reference(cursor_);
    return graph::Dim(graph_.symbol(fmt::format("meta_{}", graph_.symbols.size())));
  }
  if (t.kind == TokenKind::Ident) return graph::Dim(graph_.symbol(std::string(t.text)));
  if (!cursor_.failed()) {
    cursor_.put_back();
    cursor_.fail("a dimension");
  }
  return int64_t{0};
}

// `?` is a symbol named by the comment behind it, or after its parameter and axis.
graph::Dim RelayTypeParser::unknown_dimension(const Token& mark, const std::string& symbol_prefix, size_t axis) {
  const std::string_view named = mark.comment;
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

}  // namespace nw::import
