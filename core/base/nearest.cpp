// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/nearest.h"

#include <algorithm>
#include <numeric>

namespace nw {

namespace {

// Insertions, deletions, exchanges and swaps of neighbours; gives up above `limit`.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> two_before(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    two_before.swap(before);
    before.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& names, size_t count) {
  const size_t limit = wanted.size() <= 3 ? 1 : wanted.size() <= 6 ? 2 : 3;
  std::vector<std::pair<size_t, std::string>> found;
  if (wanted.size() > 64) return {};
  for (const std::string& name : names) {
    size_t d = distance(wanted, name, limit);
    if (last_part(name) == last_part(wanted)) d = std::min(d, size_t{1});  // conv2d for nn.conv2d
    if (d <= limit) found.emplace_back(d, name);
  }
  std::sort(found.begin(), found.end());
  if (found.size() > count) found.resize(count);
  std::vector<std::string> result;
  for (auto& [d, name] : found) result.push_back(std::move(name));
  return result;
}

}  // namespace nw
