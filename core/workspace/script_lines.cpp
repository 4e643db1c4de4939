// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/script_lines.h"

#include <algorithm>
#include <cctype>

namespace nw::workspace {

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

std::string remark_of(const std::string& line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quote && line[i] == '\\')
      ++i;
    else if (quote && line[i] == quote)
      quote = 0;
    else if (!quote && (line[i] == '"' || line[i] == '\''))
      quote = line[i];
    else if (!quote && line[i] == '#')
      return line.substr(i);
  }
  return {};
}

std::string with_remark(const std::string& line, const std::string& former) {
  const std::string remark = remark_of(former);
  return remark.empty() ? line : line + "  " + remark;
}

}  // namespace nw::workspace
