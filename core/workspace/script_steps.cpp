// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/script_steps.h"

#include <algorithm>

#include "workspace/script_lines.h"

namespace nw::workspace {

std::vector<int> step_lines(const script::Program& program) {
  std::vector<int> lines;
  for (const script::Statement& s : program.statements)
    if (!s.primitive.empty()) lines.push_back(s.span.line);
  return lines;
}

std::vector<int> step_lines(const std::string& text) {
  script::ReadOptions quick;
  quick.verify = quick.explain = false;
  return step_lines(script::read(text, quick));
}

std::optional<int> stop_before_last(const std::vector<int>& steps, int stop_after) {
  const auto end = stop_after == 0 ? steps.end() : std::upper_bound(steps.begin(), steps.end(), stop_after);
  if (end == steps.begin()) return std::nullopt;
  return end - steps.begin() == 1 ? steps.front() - 1 : *(end - 2);
}

int stop_with(const TextChange& change, const std::string& text, const script::Program& program) {
  const std::vector<std::string> lines = lines_of(text);
  size_t last = 0, end = lines.size();
  for (const script::Statement& s : program.statements)
    if (s.part == script::Statement::Part::Kernel)
      end = std::min(end, static_cast<size_t>(s.span.line) - 1);
    else
      last = std::max(last, static_cast<size_t>(s.last_line));
  const bool stopped = std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(std::min(last, end)),
                                   lines.begin() + static_cast<std::ptrdiff_t>(end), [](const std::string& line) {
                                     const size_t first = line.find_first_not_of(" \t\r");
                                     return first != std::string::npos && line[first] != '#';
                                   });
  if (!stopped) return 0;
  const auto ran = static_cast<int>(last);
  const int more = static_cast<int>(lines_of(change.text).size()) - static_cast<int>(lines.size());
  return more < 0 ? ran + more : std::max(change.line, ran + more);
}

}  // namespace nw::workspace
