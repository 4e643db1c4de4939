// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/comments.h"

#include <fmt/format.h>

#include "script/comment.h"

namespace nw::fixes {

namespace {

// The comment behind the code of a line, from its sign on; empty if there is none, or nothing else.
std::string_view comment_behind(std::string_view line) {
  const size_t at = script::comment_at(line);
  if (line.substr(0, at).find_first_not_of(" \t") == std::string_view::npos) return {};
  std::string_view comment = line.substr(at);
  while (!comment.empty() && (comment.back() == '\r' || comment.back() == ' ')) comment.remove_suffix(1);
  return comment;
}

std::string_view line_of_text(std::string_view text, int line) {
  for (; line > 1; --line) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

void keep_comments(Fix& fix, std::string_view text) {
  for (Edit& edit : fix.edits) {
    if (edit.kind != Edit::Kind::Replace || edit.text.empty()) continue;
    const std::string_view comment = comment_behind(line_of_text(text, edit.line));
    if (!comment.empty() && edit.text.find(comment) == std::string::npos) edit.text += fmt::format("  {}", comment);
  }
}

}  // namespace nw::fixes
