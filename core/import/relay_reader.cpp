// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>

#include "import/relay.h"
#include "import/relay_diagnostics.h"
#include "import/relay_metadata.h"
#include "import/relay_module_parser.h"

namespace nw::import {

namespace {

bool starts_program(std::string_view line) {
  const auto word = [&](std::string_view w) { return line.starts_with(w); };
  return word("#[version") || word("v0.0.") || word("def @") || word("fn (") || word("fn(") || word("free_var %") ||
         word("fn [");
}

// Where the program begins in a pasted text: at a line that can begin one, or at 0.
size_t program_start(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(at, end - at);
    const size_t indent = line.find_first_not_of(" \t\r");
    if (indent != std::string_view::npos && starts_program(line.substr(indent))) return at + indent;
    at = end + 1;
  }
  return std::string_view::npos;
}

int line_at(std::string_view text, size_t pos) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(pos), '\n'));
}

bool is_blank_or_comment(std::string_view text) {
  const Tokens tokens = tokenize_relay(text);
  return tokens.list.size() == 1 && tokens.diagnostics.empty();
}

// Texts copied from a terminal bring its colours along: ESC [ … letter.
std::string without_colours(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b') {
      plain += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '[') ++i;
    while (i + 1 < text.size() && text[i + 1] != '\n' && std::isalpha(static_cast<unsigned char>(text[i + 1])) == 0)
      ++i;
    if (i + 1 < text.size() && text[i + 1] != '\n') ++i;
  }
  return plain;
}

// The first line, counted in what was cut off before, moves all places.
void move_lines(Diagnostics& diagnostics, int by) {
  for (Diagnostic& d : diagnostics) {
    for (Place& p : d.where) {
      if (p.span.valid()) p.span.line += by;
    }
  }
}

bool lost_its_data(const graph::Node& n) {
  return n.kind == graph::NodeKind::Constant && !n.data.bytes() && n.data.shape().empty();
}

// A word or two read as an expression make a graph, but no program.
bool has_operator(const graph::Graph& graph, const op::Registry& registry) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                     [&](const graph::Node& n) { return !n.op.empty() && registry.find(n.op); });
}

// Constants whose values were in a metadata section that the text does not have.
void report_lost_data(const graph::Graph& graph, Diagnostics& diagnostics) {
  if (std::none_of(graph.nodes().begin(), graph.nodes().end(), lost_its_data)) return;
  int count = 0;
  const graph::Node* first = nullptr;
  for (const NodeId id : graph.post_order()) {
    if (lost_its_data(graph.node(id)) && count++ == 0) first = &graph.node(id);
  }
  if (first) diagnostics.push_back(constant_without_data(first->origin.name, count, first->origin.span));
}

}  // namespace

bool looks_like_relay(std::string_view text) {
  if (text.find('\x1b') != std::string_view::npos) return looks_like_relay(without_colours(text));
  return program_start(text) != std::string_view::npos;
}

Result<graph::Graph> read_relay(std::string_view text, const Operators& operators) {
  if (text.find('\x1b') != std::string_view::npos) return read_relay(without_colours(text), operators);
  const op::Registry& registry = operators ? *operators : op::Registry::standard();
  Diagnostics notes;
  size_t start = program_start(text);
  const bool begins = start != std::string_view::npos;
  if (start == std::string_view::npos || is_blank_or_comment(text.substr(0, start))) start = 0;
  const int skipped_lines = line_at(text, start) - 1;
  if (start > 0) notes.push_back(text_ignored("before the program", 1, std::max(1, skipped_lines)));

  Tokens tokens = tokenize_relay(text.substr(start));
  RelayMetadata metadata;
  if (tokens.has_metadata) {
    size_t length = 0;
    Diagnostics problems;
    metadata = RelayMetadata::read(tokens.metadata, length, problems);
    append(notes, std::move(problems));
  }
  Diagnostics lexical = std::move(tokens.diagnostics);
  RelayModuleParser parser(std::move(tokens), metadata, registry);
  graph::Graph graph = parser.parse();
  graph.operators = operators;
  Diagnostics diagnostics = parser.take_diagnostics();
  const int left = parser.first_line_left();
  if (left > 0) std::erase_if(lexical, [&](const Diagnostic& d) { return line_of(d) >= left; });
  diagnostics.insert(diagnostics.begin(), lexical.begin(), lexical.end());
  if (!parser.found_function() || (!begins && !has_operator(graph, registry))) {
    diagnostics.insert(diagnostics.begin(), no_function());
    move_lines(diagnostics, skipped_lines);
    return Result<graph::Graph>(std::move(diagnostics));
  }
  append(diagnostics, op::infer_types(graph));
  report_lost_data(graph, diagnostics);
  move_lines(diagnostics, skipped_lines);
  if (left > 0)
    diagnostics.push_back(text_ignored("behind the function", left + skipped_lines, line_at(text, text.size() - 1)));
  for (NodeId id{int32_t{0}}; id.index() < graph.size(); ++id.value) {
    if (graph.node(id).origin.span.valid()) graph.node(id).origin.span.line += skipped_lines;
  }
  append(notes, std::move(diagnostics));
  return {std::move(graph), std::move(notes)};
}

}  // namespace nw::import
