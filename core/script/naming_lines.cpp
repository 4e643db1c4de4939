// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/naming_lines.h"

#include <algorithm>

#include "script/text.h"

namespace nw::script {

namespace {

bool names_axes(const NamingLine& found) {
  std::string group = found.value;
  if (group.ends_with(']')) group.erase(group.rfind('['));  // "s[C].op.axis[0]"
  return group.ends_with(".op.axis") || group.ends_with(".op.reduce_axis");
}

bool used_below(const NamingLine& found, const std::vector<std::string>& lines, size_t line) {
  for (size_t i = line + 1; i < lines.size(); ++i) {
    const std::string code = lines[i].substr(0, lines[i].size() - comment_of(lines[i]).size());
    if (std::ranges::any_of(found.names, [&](const std::string& name) { return has_word(code, name); })) return true;
  }
  return false;
}

}  // namespace

std::optional<NamingLine> naming_line(const std::string& line) {
  std::string statement = line.substr(0, line.size() - comment_of(line).size());
  std::erase_if(statement, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  const size_t equals = statement.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  NamingLine found{{}, statement.substr(equals + 1)};
  for (size_t begin = 0; begin < equals;) {
    const size_t end = std::min(statement.find(',', begin), equals);
    found.names.push_back(statement.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

bool is_axis_line(const std::string& line) {
  const std::optional<NamingLine> found = naming_line(line);
  return found && names_axes(*found);
}

std::string without_unused_names(const std::string& before, const std::string& after, const std::set<std::string>& own,
                                 int& line) {
  const std::vector<std::string> former = lines_of(before);
  std::vector<std::string> lines = lines_of(after);
  const size_t all = lines.size();
  for (size_t i = all; i-- > 0;) {
    const std::optional<NamingLine> found = own.contains(lines[i]) ? naming_line(lines[i]) : std::nullopt;
    if (!found || used_below(*found, lines, i)) continue;
    const auto at = std::ranges::find(former, lines[i]);
    if (at == former.end() || !used_below(*found, former, static_cast<size_t>(at - former.begin()))) continue;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
    if (line > static_cast<int>(i) + 1) --line;
  }
  return lines.size() == all ? after : joined(lines);
}

std::set<std::string> axis_lines_added(const std::string& before, const std::string& after) {
  const std::vector<std::string> former = lines_of(before);
  std::set<std::string> added;
  for (const std::string& line : lines_of(after))
    if (const std::optional<NamingLine> found = naming_line(line);
        found && names_axes(*found) && std::ranges::find(former, line) == former.end())
      added.insert(line);
  return added;
}

}  // namespace nw::script
