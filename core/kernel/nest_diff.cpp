// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_diff.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace nw::kernel {

namespace {

constexpr size_t kLargestTable = 4'000'000;

std::string_view words(const tir::PrintedLine& line) {
  std::string_view text = line.text;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// What two lines are worth as a pair: at the same depth rather than at another.
uint32_t worth(const tir::PrintedLine& a, const tir::PrintedLine& b) {
  return a.text == b.text ? 3 : words(a) == words(b) ? 2 : 0;
}

// For each line of `now` the line of `before` that it is, -1 if it is new: the most valuable common subsequence.
std::vector<int> lines_before(const tir::PrintedNest& before, const tir::PrintedNest& now) {
  const size_t n = before.lines.size(), m = now.lines.size();
  std::vector<int> found(m, -1);
  const auto is = [&](size_t i, size_t j) { found[j] = static_cast<int>(i); };
  // Common beginning and end first: most edits touch little, and the table below is quadratic.
  size_t head = 0, tail = 0;
  for (; head < n && head < m && before.lines[head].text == now.lines[head].text; ++head) is(head, head);
  for (; tail < n - head && tail < m - head && before.lines[n - 1 - tail].text == now.lines[m - 1 - tail].text; ++tail)
    is(n - 1 - tail, m - 1 - tail);
  const size_t rows = n - head - tail, columns = m - head - tail;
  if (rows == 0 || columns == 0 || rows * columns > kLargestTable) return found;
  std::vector<std::vector<uint32_t>> best(rows + 1, std::vector<uint32_t>(columns + 1, 0));
  const auto with_pair = [&](size_t i, size_t j) {
    const uint32_t pair = worth(before.lines[head + i], now.lines[head + j]);
    return pair == 0 ? 0 : pair + best[i + 1][j + 1];
  };
  for (size_t i = rows; i-- > 0;)
    for (size_t j = columns; j-- > 0;) best[i][j] = std::max({with_pair(i, j), best[i + 1][j], best[i][j + 1]});
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (const uint32_t pair = with_pair(i, j); pair > 0 && pair == best[i][j]) {
      is(head + i++, head + j);
      ++j;
    } else if (best[i + 1][j] >= best[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

}  // namespace

std::vector<DiffLine> nest_diff(const tir::PrintedNest& before, const tir::PrintedNest& now) {
  const std::vector<int> was = lines_before(before, now);
  std::vector<DiffLine> lines;
  size_t old = 0;
  const auto gone_until = [&](size_t end) {
    for (; old < end; ++old) lines.push_back({DiffLine::Kind::Gone, before.lines[old].text});
  };
  // What is gone is before what is new in its place.
  for (size_t i = 0; i < now.lines.size(); ++i) {
    size_t kept = i;
    while (kept < was.size() && was[kept] < 0) ++kept;
    gone_until(kept < was.size() ? static_cast<size_t>(was[kept]) : before.lines.size());
    for (; i < kept; ++i) lines.push_back({DiffLine::Kind::New, now.lines[i].text});
    if (i == now.lines.size()) break;
    const bool same = now.lines[i].text == before.lines[old++].text;
    lines.push_back({same ? DiffLine::Kind::Kept : DiffLine::Kind::Moved, now.lines[i].text});
  }
  gone_until(before.lines.size());
  return lines;
}

std::vector<bool> changed_lines(const tir::PrintedNest& before, const tir::PrintedNest& now) {
  std::vector<bool> changed;
  for (const int line : lines_before(before, now)) changed.push_back(line < 0);
  return changed;
}

}  // namespace nw::kernel
