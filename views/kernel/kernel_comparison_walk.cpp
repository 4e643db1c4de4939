// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides of a comparison of versions move together, and a walk leads from difference to difference.
#include <QListWidget>
#include <QScrollBar>
#include <algorithm>

#include "kernel/assembly_view.h"
#include "kernel/kernel_comparison.h"
#include "kernel/nest_view.h"

namespace nw::views {

void KernelComparison::step(int direction) {
  const int count = list_->count();
  if (count == 0) return;
  list_->setCurrentRow((list_->currentRow() + direction + count) % count);
}

void KernelComparison::showDifference(int row) {
  if (row < 0 || static_cast<size_t>(row) >= differences_.size()) return;
  const NestPair::Difference& shown = differences_[static_cast<size_t>(row)];
  const std::array lines{shown.left, shown.right};
  following_ = true;
  if (of_ != VersionPair::Of::Nests) {
    for (const size_t side : {0u, 1u}) {
      const KernelSelection step{{}, {}, of_ == VersionPair::Of::Scripts ? lines[side] + 1 : 0};
      sides_[side].nest->setSelection(step);
      sides_[side].assembly->setSelection(step);
      if (of_ == VersionPair::Of::Code) sides_[side].assembly->verticalScrollBar()->setValue(lines[side]);
    }
    following_ = false;
    return;
  }
  sides_[0].nest->showStretch(shown.left, shown.left_lines);
  sides_[1].nest->showStretch(shown.right, shown.right_lines);
  showCode(0, shown.left);
  showCode(1, shown.right);
  following_ = false;
}

// The first code of that line of the nest, or of the next one that has some.
void KernelComparison::showCode(size_t side, int nest_line) {
  const std::vector<kernel::AssemblyLine>& lines = sides_[side].lines;
  int best = -1;
  for (size_t i = 0; i < lines.size(); ++i) {
    const int line = lines[i].shown_line;
    if (line < nest_line || (best >= 0 && line >= lines[static_cast<size_t>(best)].shown_line)) continue;
    best = static_cast<int>(i);
  }
  if (best >= 0) sides_[side].assembly->verticalScrollBar()->setValue(best);
}

void KernelComparison::follow(size_t moved) {
  const std::vector<int>& other_of = moved == 0 ? pair_.right_of : pair_.left_of;
  const int top = sides_[moved].nest->verticalScrollBar()->value();
  if (following_ || top < 0 || static_cast<size_t>(top) >= other_of.size()) return;
  following_ = true;
  const int there = other_of[static_cast<size_t>(top)];
  sides_[1 - moved].nest->verticalScrollBar()->setValue(there);
  showCode(moved, top);
  showCode(1 - moved, there);
  following_ = false;
}

void KernelComparison::followCode(size_t moved) {
  const std::vector<int>& other_of = moved == 0 ? pair_.right_of : pair_.left_of;
  const std::vector<kernel::AssemblyLine>& lines = sides_[moved].lines;
  const int top = sides_[moved].assembly->verticalScrollBar()->value();
  if (following_ || top < 0 || static_cast<size_t>(top) >= lines.size()) return;
  const int line = lines[static_cast<size_t>(top)].shown_line;
  const bool in_nest = line >= 0 && static_cast<size_t>(line) < other_of.size();
  following_ = true;
  if (same_code_)
    sides_[1 - moved].assembly->verticalScrollBar()->setValue(top);
  else if (in_nest)
    showCode(1 - moved, other_of[static_cast<size_t>(line)]);
  if (in_nest) revealInNests(moved, line);
  following_ = false;
}

// The nests stay beside each other, so far as the lines on both sides are in view.
void KernelComparison::revealInNests(size_t moved, int line) {
  const std::vector<int>& other_of = moved == 0 ? pair_.right_of : pair_.left_of;
  NestView *here = sides_[moved].nest, *there = sides_[1 - moved].nest;
  here->reveal(line);
  const auto top = static_cast<size_t>(here->verticalScrollBar()->value());
  if (top < other_of.size()) there->verticalScrollBar()->setValue(other_of[top]);
  there->reveal(other_of[static_cast<size_t>(line)]);
}

// The same place on the other side: its stages and loops are others, even where they read alike.
void KernelComparison::select(size_t side, const KernelSelection& selection) {
  following_ = true;
  sides_[side].nest->setSelection(selection);
  sides_[side].assembly->setSelection(selection);
  const auto& lines = sides_[side].preview ? sides_[side].preview->printed.lines : std::vector<tir::PrintedLine>();
  const auto at =
      std::ranges::find_if(lines, [&](const tir::PrintedLine& line) { return selection.relation(line.from) > 0; });
  const std::vector<int>& other_of = side == 0 ? pair_.right_of : pair_.left_of;
  if (at != lines.end() && sides_[1 - side].preview) {
    const auto there = static_cast<size_t>(other_of[static_cast<size_t>(at - lines.begin())]);
    const auto& others = sides_[1 - side].preview->printed.lines;
    if (there < others.size()) {
      const tir::Provenance& from = others[there].from;
      const KernelSelection same{from.stage, from.axis, from.line};
      sides_[1 - side].nest->setSelection(same);
      sides_[1 - side].assembly->setSelection(same);
    }
  }
  following_ = false;
}

}  // namespace nw::views
