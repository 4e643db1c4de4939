// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/text.h"

#include <algorithm>
#include <cctype>

#include "script/comment.h"

namespace nw::script {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool has_word(const std::string& text, const std::string& word) {
  const auto of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !of_word(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !of_word(text[at + word.size()]);
    const size_t line = text.rfind('\n', at), lambda = text.rfind("lambda", at);
    const bool local = lambda != std::string::npos && (line == std::string::npos || lambda > line);
    if (starts && ends && !local) return true;
  }
  return false;
}

std::string without_lines(const std::string& text, const std::set<int>& lines) {
  std::string kept;
  int number = 0;
  for (const std::string& line : lines_of(text)) kept += (lines.contains(++number) ? std::string() : line) + "\n";
  return kept;
}

std::string without_statements(const std::string& text, const Program& program,
                               const std::function<bool(const Statement&)>& goes) {
  std::vector<std::string> lines = lines_of(text);
  std::vector<bool> gone(lines.size(), false);
  for (const Statement& s : program.statements)
    if (goes(s))
      for (int line = s.span.line; line <= s.last_line && line <= std::ssize(lines); ++line)
        gone[static_cast<size_t>(line) - 1] = true;
  std::vector<std::string> kept;
  for (size_t i = 0; i < lines.size(); ++i)
    if (!gone[i]) kept.push_back(std::move(lines[i]));
  return joined(kept);
}

std::string computation_text(const std::string& text, const Program& program) {
  const auto schedule = std::ranges::find(program.statements, Statement::Part::Schedule, &Statement::part);
  const int end = schedule == program.statements.end() ? 0 : schedule->span.line;
  std::string part;
  const std::vector<std::string> lines = lines_of(text);
  if (std::ranges::none_of(lines, [](const std::string& line) { return line.starts_with("import tvm"); }))
    part = "import tvm\n";
  int number = 0;
  for (const std::string& line : lines) {
    if (++number == end) break;
    if (line != "# schedule" && !line.starts_with("# nestwright:")) part += line + "\n";
  }
  return part;
}

std::string comment_of(const std::string& line) {
  return line.substr(comment_at(line));
}

std::string with_comment(const std::string& line, const std::string& former) {
  const std::string comment = comment_of(former);
  return comment.empty() ? line : line + "  " + comment;
}

}  // namespace nw::script
