// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/original_lines.h"

#include <algorithm>

namespace nw::views {

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

}  // namespace

OriginalLines::OriginalLines(const flatten::Kernel& kernel) : made_(split(kernel.script)) {
  from_.assign(made_.size(), 0);
  for (const auto& [from, to] : kernel.lines)
    if (to >= 1 && static_cast<size_t>(to) <= from_.size()) from_[static_cast<size_t>(to) - 1] = from;
  lines_ = from_;
}

// The same lines at both ends; between them, the next equal line each time. Steps are inserted and removed one by one,
// so little is left between the ends.
void OriginalLines::follow(const std::string& script) {
  const std::vector<std::string> now = split(script);
  lines_.assign(now.size(), 0);
  size_t head = 0, tail = 0;
  while (head < std::min(made_.size(), now.size()) && made_[head] == now[head]) {
    lines_[head] = from_[head];
    ++head;
  }
  while (tail < std::min(made_.size(), now.size()) - head &&
         made_[made_.size() - 1 - tail] == now[now.size() - 1 - tail]) {
    lines_[now.size() - 1 - tail] = from_[made_.size() - 1 - tail];
    ++tail;
  }
  size_t next = head;
  for (size_t i = head; i < now.size() - tail; ++i) {
    const auto end = made_.end() - static_cast<std::ptrdiff_t>(tail);
    const auto same = std::find(made_.begin() + static_cast<std::ptrdiff_t>(next), end, now[i]);
    if (same == end || now[i].empty()) continue;
    lines_[i] = from_[static_cast<size_t>(same - made_.begin())];
    next = static_cast<size_t>(same - made_.begin()) + 1;
  }
}

int OriginalLines::original_of(int line) const {
  return line >= 1 && static_cast<size_t>(line) <= lines_.size() ? lines_[static_cast<size_t>(line) - 1] : 0;
}

std::vector<int> OriginalLines::lines_of(int original) const {
  std::vector<int> found;
  for (size_t i = 0; original > 0 && i < lines_.size(); ++i)
    if (lines_[i] == original) found.push_back(static_cast<int>(i) + 1);
  return found;
}

}  // namespace nw::views
