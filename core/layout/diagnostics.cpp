// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::layout {
namespace {

Diagnostic make(const char* code, std::string message, Place place) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.where.push_back(std::move(place));
  return d;
}

}  // namespace

Diagnostic not_json(std::string_view text, size_t byte, const std::string& what) {
  byte = std::min(byte, text.size());
  const std::string_view before = text.substr(0, byte);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.rfind('\n');
  const size_t column = start == std::string_view::npos ? byte + 1 : byte - start;
  return make("NW1070", fmt::format("this is not JSON: {}", what),
              at_line(static_cast<int>(line), static_cast<int>(column), 1));
}

Diagnostic not_a_graph(const std::string& where, const std::string& what) {
  return make("NW1071", fmt::format("this is not a graph: {} {}", where, what), at_node(where));
}

Diagnostic edge_without_node(const std::string& where, const std::string& id) {
  return make("NW1072", fmt::format("{} names the node {}, which is not in the file", where, id), at_node(where));
}

Diagnostic id_given_twice(const std::string& where, const std::string& id) {
  return make("NW1073", fmt::format("{} has the id {}, which another node has already", where, id), at_node(where));
}

Diagnostic not_dot(int line, const std::string& what) {
  return make("NW1074", fmt::format("this is not DOT: {}", what), at_line(line));
}

Diagnostic no_dot_reader(const std::string& what) {
  Diagnostic d = make("NW1075", fmt::format("DOT cannot be read: {}", what), {});
  d.where.clear();
  d.because.push_back("DOT is read by the program nestwright-dot, which stands beside this one");
  return d;
}

}  // namespace nw::layout
