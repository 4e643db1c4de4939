// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_pair.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>

namespace nw::views {

namespace {

using kernel::DiffLine;

struct NestPairText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::NestPairText)
};

QString trimmed(const std::string& text) {
  return QString::fromStdString(text).trimmed();
}

// The first of the kind that is not empty; null: there is none of the kind.
QString first_line(const std::vector<const DiffLine*>& lines, DiffLine::Kind kind) {
  QString first;
  for (const DiffLine* line : lines) {
    if (line->kind != kind) continue;
    if (const QString text = trimmed(line->text); !text.isEmpty()) return text;
    first = NestPairText::tr("(empty line)");
  }
  return first;
}

// What is gone and what is new, a line each.
QString text_of(const std::vector<const DiffLine*>& lines) {
  QStringList texts;
  for (const auto& [kind, sign] : {std::pair{DiffLine::Kind::Gone, "- "}, std::pair{DiffLine::Kind::New, "+ "}})
    if (const QString first = first_line(lines, kind); !first.isNull()) texts << QLatin1String(sign) + first;
  if (texts.isEmpty()) texts << QStringLiteral("> ") + first_line(lines, DiffLine::Kind::Moved);
  return texts.join(QLatin1Char('\n'));
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
