// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/nest_diff.h"

namespace nw::workspace {

std::vector<DiffLine> nest_diff(const tir::PrintedNest& before, const tir::PrintedNest& now) {
  const std::vector<bool> changed = changed_lines(before, now);
  std::vector<DiffLine> lines;
  size_t old = 0;
  // The unchanged lines of `now` are a subsequence of `before`: what stands between two of them there is gone.
  for (size_t i = 0; i < now.lines.size(); ++i) {
    const std::string& text = now.lines[i].text;
    if (changed[i]) {
      lines.push_back({DiffLine::Kind::New, text});
      continue;
    }
    size_t before_new = lines.size();
    while (before_new > 0 && lines[before_new - 1].kind == DiffLine::Kind::New) --before_new;
    std::vector<DiffLine> gone;
    while (old < before.lines.size() && before.lines[old].text != text)
      gone.push_back({DiffLine::Kind::Gone, before.lines[old++].text});
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(before_new), gone.begin(), gone.end());
    lines.push_back({DiffLine::Kind::Kept, text});
    ++old;
  }
  size_t before_new = lines.size();
  while (before_new > 0 && lines[before_new - 1].kind == DiffLine::Kind::New) --before_new;
  for (; old < before.lines.size(); ++old, ++before_new)
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(before_new),
                 DiffLine{DiffLine::Kind::Gone, before.lines[old].text});
  return lines;
}

}  // namespace nw::workspace
