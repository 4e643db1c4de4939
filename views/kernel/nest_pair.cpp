// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_pair.h"

#include <algorithm>
#include <utility>

namespace nw::views {

namespace {

using kernel::DiffLine;

QString trimmed(const std::string& text) {
  return QString::fromStdString(text).trimmed();
}

// What is gone and what is new, by their first lines.
QString text_of(const std::vector<const DiffLine*>& lines) {
  const DiffLine *gone = nullptr, *added = nullptr;
  size_t moved = 0;
  for (const DiffLine* line : lines) {
    if (line->kind == DiffLine::Kind::Gone && !gone) gone = line;
    if (line->kind == DiffLine::Kind::New && !added) added = line;
    moved += line->kind == DiffLine::Kind::Moved;
  }
  QString text;
  if (gone) text += QStringLiteral("- ") + trimmed(gone->text);
  if (added) text += (text.isEmpty() ? QString() : QStringLiteral("   ")) + QStringLiteral("+ ") + trimmed(added->text);
  if (text.isEmpty() && moved > 0) text = QStringLiteral("> ") + trimmed(lines.front()->text);
  return text;
}

}  // namespace

tir::PrintedNest lines_as_nest(std::vector<std::string> texts) {
  tir::PrintedNest nest;
  for (std::string& text : texts) nest.lines.push_back({std::move(text), {}, nullptr});
  return nest;
}

NestPair pair_nests(const tir::PrintedNest& left, const tir::PrintedNest& right) {
  NestPair pair;
  pair.left_changed.assign(left.lines.size(), false);
  pair.right_changed.assign(right.lines.size(), false);
  pair.right_of.assign(left.lines.size(), 0);
  pair.left_of.assign(right.lines.size(), 0);
  int l = 0, r = 0;
  std::vector<const DiffLine*> open;  // of the difference that is being read
  NestPair::Difference now;
  const auto close = [&] {
    if (open.empty()) return;
    now.left_lines = l - now.left;
    now.right_lines = r - now.right;
    now.text = text_of(open);
    pair.differences.push_back(now);
    open.clear();
  };
  const std::vector<DiffLine> lines = kernel::nest_diff(left, right);
  for (const DiffLine& line : lines) {
    const bool in_left = line.kind != DiffLine::Kind::New, in_right = line.kind != DiffLine::Kind::Gone;
    if (line.kind == DiffLine::Kind::Kept) close();
    if (line.kind != DiffLine::Kind::Kept) {
      if (open.empty()) now = {l, r, 0, 0, {}};
      open.push_back(&line);
    }
    const bool changed = line.kind == DiffLine::Kind::Gone || line.kind == DiffLine::Kind::New;
    if (in_left) {
      pair.left_changed[static_cast<size_t>(l)] = changed;
      pair.right_of[static_cast<size_t>(l)] = r;
    }
    if (in_right) {
      pair.right_changed[static_cast<size_t>(r)] = changed;
      pair.left_of[static_cast<size_t>(r)] = l;
    }
    l += in_left;
    r += in_right;
  }
  close();
  const auto clamp_all = [](std::vector<int>& to, size_t size) {
    for (int& line : to) line = std::clamp(line, 0, std::max(0, static_cast<int>(size) - 1));
  };
  clamp_all(pair.right_of, right.lines.size());
  clamp_all(pair.left_of, left.lines.size());
  return pair;
}

}  // namespace nw::views
