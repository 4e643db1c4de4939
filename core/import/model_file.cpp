// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/model_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/input_file.h"
#include "import/mapped_file.h"
#include "import/onnx.h"
#include "import/relay.h"

namespace nw::import {

namespace {

bool ends_with(const std::string& path, std::string_view ending) {
  if (path.size() < ending.size()) return false;
  return std::equal(ending.rbegin(), ending.rend(), path.rbegin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

// Past blanks, comments and lines that Graphviz takes for a preprocessor's.
std::string_view past_dot_comments(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool line = text.starts_with("//") || text.starts_with("#"), block = text.starts_with("/*");
    if (!line && !block) return text;
    const size_t end = line ? text.find('\n') : text.find("*/", 2);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + (line ? 1 : 2));
  }
}

bool take_dot_word(std::string_view& text, std::string_view word) {
  const bool same = text.size() > word.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
                      return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
                    });
  if (!same || std::string_view(" \t\r\n{\"/").find(text[word.size()]) == std::string_view::npos) return false;
  text = past_dot_comments(text.substr(word.size()));
  return true;
}

// No ONNX file and no Relay program starts so.
bool looks_like_dot(std::string_view text) {
  text = past_dot_comments(text);
  take_dot_word(text, "strict");
  return (take_dot_word(text, "digraph") || take_dot_word(text, "graph")) && text.find('{') != std::string_view::npos;
}

Diagnostic dot_is_no_model(const std::string& path) {
  Diagnostic d;
  d.code = "NW1022";
  d.message = fmt::format(
      "this is a graph in the DOT language, which knows no operators and no types; `nestwright-cli layout {}` lays it "
      "out",
      path);
  d.legal = {"an ONNX file", "Relay text"};
  Place place;
  place.file = path;
  place.byte_offset = 0;
  d.where.push_back(std::move(place));
  return d;
}

}  // namespace

Result<graph::Graph> read_model(const std::string& path, const Overrides& overrides, const Operators& operators) {
  if (ends_with(path, ".onnx")) return read_onnx(path, overrides, operators);
  const bool named_text = ends_with(path, ".relay") || ends_with(path, ".txt");
  const Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path);
  if (!file.value) return file.diagnostics;
  const std::span<const std::byte> bytes = (*file)->bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (looks_like_dot(text)) return dot_is_no_model(path);
  if (!named_text && !looks_like_relay(text)) return read_onnx(path, overrides, operators);
  if (static_cast<int64_t>(text.size()) > kLargestText)
    return cannot_read(path,
                       fmt::format("it has {} bytes; at most {} of Relay text are read", text.size(), kLargestText));
  return read_relay(text, operators);
}

}  // namespace nw::import
