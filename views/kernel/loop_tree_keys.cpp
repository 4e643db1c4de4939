// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree's keys: those of the catalogue of primitives, and a few more.
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <algorithm>

#include "kernel/loop_tree_view.h"
#include "schedule/catalogue.h"
#include "schedule/proposals.h"

namespace nw::views {

using schedule::Primitive;
using schedule::PrimitiveInfo;

using advise::Candidate;

namespace {

QString sentence(QString text) {
  if (!text.isEmpty()) text.front() = text.front().toUpper();
  return text;
}

const PrimitiveInfo* row_of(int key) {
  for (const PrimitiveInfo& row : schedule::catalogue())
    if (row.key != 0 && row.key == key) return &row;
  return nullptr;
}

}  // namespace

void LoopTreeView::perform(Primitive primitive, const Result<script::StepEdit>& edit) {
  const auto is_it = [&](const Candidate& candidate) {
    return candidate.primitive == primitive && edit.value && candidate.edit == *edit.value;
  };
  for (const std::vector<Candidate>* known : {&moves_, &candidates_})
    if (const auto found = std::ranges::find_if(*known, is_it); found != known->end()) return take(*found);
  Q_EMIT gesture(gestures().write(edit));
}

AxisId LoopTreeView::inner(const Target& at) const {
  const auto& leaves = model_->preview()->program.schedule->stage(at.stage).leaf;
  const auto own = std::find(leaves.begin(), leaves.end(), at.axis);
  return leaves.end() - own < 2 ? AxisId() : *(own + 1);
}

void LoopTreeView::move(int by) {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  const auto reorder = [&](std::vector<AxisId> order) {
    perform(Primitive::Reorder, gestures().of({Primitive::Reorder, at->stage, -1, {std::move(order)}}));
  };
  std::vector<AxisId> leaves = model_->preview()->program.schedule->stage(at->stage).leaf;
  if (const std::vector<AxisId> axes = together(); !axes.empty()) {
    const auto place = [&](AxisId axis) { return std::find(leaves.begin(), leaves.end(), axis) - leaves.begin(); };
    const auto count = static_cast<std::ptrdiff_t>(leaves.size());
    const auto before = std::clamp<std::ptrdiff_t>(by < 0 ? place(axes.front()) - 1 : place(axes.back()) + 2, 0, count);
    const AxisId stands = before == count ? AxisId() : leaves[static_cast<size_t>(before)];
    return reorder(schedule::moved_before(model_->preview()->program.schedule->stage(at->stage), axes, stands));
  }
  const auto from = std::find(leaves.begin(), leaves.end(), at->axis) - leaves.begin();
  const auto to = from + by;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(leaves.size())) return;
  std::swap(leaves[static_cast<size_t>(from)], leaves[static_cast<size_t>(to)]);
  reorder(std::move(leaves));
}

int LoopTreeView::stepLine() const {
  const kernel::LoopTreeRow* row = model_->row(currentIndex());
  if (!row) return 0;
  for (const script::Statement& statement : model_->preview()->program.statements)
    if (statement.span.line == row->line && statement.primitive) return row->line;
  return 0;
}

void LoopTreeView::removeStep() {
  if (const int line = stepLine(); line > 0)
    Q_EMIT gesture(gestures().write(gestures().remove(line)));
  else
    Q_EMIT refused(tr("No step shaped this: there is none to take away"));
}

// While legal steps are not known yet, the step is written anyway: the preview will check it.
void LoopTreeView::takeFirst(const PrimitiveInfo& row, const Target& at) {
  const bool known = candidatesKnown();
  const AxisId axis = row.subject == schedule::Subject::Loop ? at.axis : AxisId();
  const kernel::KernelPreview& preview = *model_->preview();
  const std::vector<Candidate> untried =
      known ? std::vector<Candidate>() : advise::untried(preview, at.stage, axis, row.primitive);
  const std::vector<const Candidate*> shown = shownOf(row, known ? candidates_ : untried);
  if (shown.empty()) return Q_EMIT refused(sentence(whyNone(row)));
  const Candidate first = *shown.front();
  if (known || !first.why_not.empty()) return take(first);
  Q_EMIT gesture(gestures().write(first.edit));
}

bool LoopTreeView::primitiveKey(int key, const Target& at) {
  const PrimitiveInfo* row = row_of(key);
  const bool splits_in_parts = key == Qt::Key_N;
  if (!row && !splits_in_parts) return false;
  if (!at.axis.valid() && (splits_in_parts || row->subject == schedule::Subject::Loop)) {
    Q_EMIT refused(tr("That is done to a loop, and this is a stage: select one of its loops"));
  } else if (splits_in_parts) {
    splitChips(FactorChips::Says::Parts);
  } else if (row->primitive == Primitive::Split) {
    splitChips();
  } else if (const std::vector<AxisId> axes = together(); row->primitive == Primitive::Fuse && !axes.empty()) {
    perform(Primitive::Fuse, gestures().of({Primitive::Fuse, at.stage, -1, {axes}}));
  } else if (!row->menu.chooses) {
    takeFirst(*row, at);
  } else if (!openPart(key)) {
    Q_EMIT refused(candidatesKnown() ? sentence(whyNone(*row)) : tr("One moment…"));
  }
  return true;
}

void LoopTreeView::keyPressEvent(QKeyEvent* event) {
  const auto at = target();
  const bool arrows = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
  if (const QString why = whyFixed(); at && !why.isEmpty()) {
    const bool letter = event->text().size() == 1 && event->text().front().isLetter();
    if (letter || event->key() == Qt::Key_Delete || (event->modifiers() == Qt::AltModifier && arrows))
      return Q_EMIT refused(why);
  }
  if (at && event->modifiers() == Qt::AltModifier && arrows) return move(event->key() == Qt::Key_Up ? -1 : 1);
  if (at && event->modifiers() == Qt::ShiftModifier && event->key() == Qt::Key_X) {
    if (!openPart(event->keyCombination().toCombined()))
      Q_EMIT refused(sentence(whyNone(schedule::info(Primitive::Rfactor))));
    return;
  }
  if (at && event->modifiers() == Qt::NoModifier) {
    // Of several that are selected, loops of one stage can be fused; all else is done to one.
    const bool several = selectionModel()->selectedRows().size() > 1;
    const bool fuses = event->key() == Qt::Key_F && !together().empty();
    if (several && !fuses && event->text().size() == 1 && event->text().front().isLetter())
      return Q_EMIT refused(
          event->key() == Qt::Key_F
              ? tr("Only loops of one stage can be fused")
              : tr("That is done to one loop or stage: %1 are selected").arg(selectionModel()->selectedRows().size()));
    if (primitiveKey(event->key(), *at)) return;
    if (event->key() == Qt::Key_Space) return Q_EMIT pinToggled(followed());
    if (event->key() == Qt::Key_Delete) return removeStep();
  }
  if (event->key() == Qt::Key_Menu) {
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, visualRect(currentIndex()).bottomLeft(),
                           viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
    return contextMenuEvent(&menu);
  }
  QTreeView::keyPressEvent(event);
}

// Letters are gestures here: none of them looks for a row by its name.
void LoopTreeView::keyboardSearch(const QString&) {}

}  // namespace nw::views
