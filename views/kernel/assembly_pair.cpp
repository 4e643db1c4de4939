// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_pair.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "kernel/assembly_view.h"
#include "kernel/kernel_selection.h"

namespace nw::views {

namespace {

// A run of lines that compute one statement of the nest: unrolled code has several of them.
struct Stretch {
  int line = -1;     // of the nest; -1: there is none
  int number = 0;    // among those of that line, from the top
  size_t first = 0;  // of its lines of code
  size_t size = 0;   // until the next one begins
};

std::vector<Stretch> stretches(const std::vector<kernel::AssemblyLine>& lines) {
  std::vector<Stretch> found;
  std::map<int, int> seen;
  for (size_t at = 0; at < lines.size(); ++at) {
    const int line = lines[at].shown_line;
    if (line < 0 || (!found.empty() && found.back().line == line)) continue;
    if (!found.empty()) found.back().size = at - found.back().first;
    found.push_back({line, seen[line]++, at});
  }
  if (!found.empty()) found.back().size = lines.size() - found.back().first;
  return found;
}

// The stretch that the line of code is in, or else the next one.
Stretch stretch_at(const std::vector<Stretch>& all, size_t line) {
  const auto after = std::ranges::upper_bound(all, line, {}, &Stretch::first);
  if (after != all.begin()) return *(after - 1);
  return after == all.end() ? Stretch() : *after;
}

// The same of other code, or the last one of that line of the nest.
Stretch like(const Stretch& stretch, const std::vector<Stretch>& all) {
  Stretch best;
  for (const Stretch& each : all)
    if (each.line == stretch.line && each.number <= stretch.number) best = each;
  return best;
}

}  // namespace

int hottest_line(const AssemblyPair::Code& code) {
  int best = -1;
  size_t deepest = 0;
  int64_t most = 0;
  for (size_t i = 0; i < code.lines.size(); ++i) {
    const kernel::AssemblyLine& line = code.lines[i];
    if (line.shown_line < 0) continue;
    int64_t met = 0;
    if (code.heat)
      if (const auto found = code.heat->instructions.find(line.instruction); found != code.heat->instructions.end())
        met = found->second;
    if (met < most || (met == most && line.around.size() <= deepest && best >= 0)) continue;
    best = static_cast<int>(i);
    most = met;
    deepest = line.around.size();
  }
  return best;
}

AssemblyPair::AssemblyPair(QWidget* parent) : QWidget(parent) {
  auto* halves = new QSplitter(this);
  halves->setChildrenCollapsible(false);
  for (const int side : {0, 1}) {
    auto* half = new QWidget(halves);
    Side& made = sides_[static_cast<size_t>(side)];
    made.box = new QComboBox(half);
    made.box->setAccessibleName(side == 0 ? tr("Target of the code on the left")
                                          : tr("Target of the code on the right"));
    made.box->setToolTip(tr("Whose code is shown here"));
    made.view = new AssemblyView(half);
    made.view->setAccessibleName(side == 0 ? tr("Code on the left") : tr("Code on the right"));
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(made.box, 0, Qt::AlignLeft);
    column->addWidget(made.view, 1);
    halves->addWidget(half);
    halves->setStretchFactor(side, 1);
    connect(made.box, &QComboBox::currentIndexChanged, this, [this, side] {
      showSide(side);
      showHottest();
    });
    connect(made.view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] { follow(side); });
    connect(made.view, &AssemblyView::selected, this,
            [this, side](const KernelSelection& selection) { select(side, selection); });
  }
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 4, 12, 0);
  column->addWidget(halves);
}

const AssemblyPair::Code* AssemblyPair::codeOf(int side) const {
  const int at = box(side)->currentIndex();
  return at >= 0 && static_cast<size_t>(at) < codes_.size() ? &codes_[static_cast<size_t>(at)] : nullptr;
}

void AssemblyPair::setCodes(std::vector<Code> codes) {
  const bool chosen = codes_.size() > 1;  // between two of them
  codes_ = std::move(codes);
  for (const int side : {0, 1}) {
    QComboBox* names = box(side);
    const QString before = names->currentText();
    const QSignalBlocker quiet(names);
    names->clear();
    for (const Code& code : codes_) names->addItem(code.name);
    const int same = names->findText(before);
    names->setCurrentIndex(chosen && same >= 0 ? same : std::min(side, names->count() - 1));
    showSide(side);
  }
  showHottest();
}

void AssemblyPair::choose(int side, const QString& name) {
  box(side)->setCurrentText(name);
}

void AssemblyPair::showSide(int side) {
  following_ = true;
  if (const Code* code = codeOf(side)) {
    view(side)->setLines(code->lines);
    view(side)->setHeat(code->heat);
  } else {
    view(side)->setLines({});
  }
  following_ = false;
}

void AssemblyPair::showHottest() {
  const Code* code = codeOf(0);
  const int line = code ? hottest_line(*code) : -1;
  if (line < 0) return;
  following_ = true;
  const Stretch hottest = stretch_at(stretches(code->lines), static_cast<size_t>(line));
  view(0)->verticalScrollBar()->setValue(static_cast<int>(hottest.first));
  following_ = false;
  follow(0);
}

// The other side shows the nest's line that this one has on top at the same height.
void AssemblyPair::follow(int side) {
  if (following_) return;
  const Code *moved = codeOf(side), *other = codeOf(1 - side);
  if (!moved || !other) return;
  const int top = view(side)->verticalScrollBar()->value();
  const Stretch anchor = stretch_at(stretches(moved->lines), static_cast<size_t>(std::max(top, 0)));
  const Stretch same = like(anchor, stretches(other->lines));
  if (anchor.line < 0 || same.line < 0) return;
  following_ = true;
  const int into = std::min(top - static_cast<int>(anchor.first), static_cast<int>(same.size) - 1);
  view(1 - side)->verticalScrollBar()->setValue(static_cast<int>(same.first) + into);
  following_ = false;
}

void AssemblyPair::select(int side, const KernelSelection& selection) {
  following_ = true;
  for (const int each : {0, 1}) view(each)->setSelection(selection);
  following_ = false;
  follow(side);
}

}  // namespace nw::views
