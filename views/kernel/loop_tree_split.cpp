// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting the selected loop by a factor chosen from chips, each shown before it is taken.
#include <QScreen>
#include <algorithm>

#include "advise/factors.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_figures.h"

namespace nw::views {

using schedule::Primitive;

using advise::FactorFigures;
using edit::Gestures;

namespace {

// Right of the tree, whose rows preview the factor; below the row if there is no space.
void place_beside(QWidget* popup, const QRect& tree, const QRect& row, const QRect& room) {
  popup->adjustSize();
  const QSize size = popup->size();
  QPoint at(tree.right() + 8, row.top());
  if (at.x() + size.width() > room.right()) at = QPoint(tree.left(), row.bottom() + 2 * row.height());
  popup->move(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - size.width())),
              std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
}

}  // namespace

void LoopTreeView::splitChips(FactorChips::Says says) {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  if (const QString why = whyFixed(); !why.isEmpty()) return Q_EMIT refused(why);
  if (const advise::Candidate* candidate = find(Primitive::Split); candidate && !candidate->legal) {
    Q_EMIT refused(QString::fromStdString(candidate->why_not));
    return;
  }
  if (at->extent == 1) return Q_EMIT refused(tr("It runs once: there is nothing to split"));
  // While a factor is tried the tree shows the nest with it: the split applies to the script without it.
  const auto base = model_->sharedPreview();
  const bool parts = says == FactorChips::Says::Parts;
  const auto split = [base, at, parts](qint64 number) {
    const Gestures gestures(base->text, base->program);
    return gestures.write(parts ? gestures.split_parts(at->stage, at->axis, number)
                                : gestures.split(at->stage, at->axis, number));
  };
  const schedule::Stage& stage = base->program.schedule->stage(at->stage);
  const int lanes = advise::is_contiguous(stage, at->axis) ? machine_.lanes(stage.op->output_dtype(0).bytes()) : 0;
  auto* chips = new FactorChips(says, at->extent, lanes, this);
  const auto preview = [this, split](qint64 factor) {
    if (auto change = split(factor); change.value) Q_EMIT previewed(*change);
  };
  connect(chips, &FactorChips::previewed, this, preview);
  connect(chips, &FactorChips::cancelled, this, &LoopTreeView::previewEnded);
  connect(chips, &FactorChips::chosen, this, [this, split](qint64 factor) {
    Q_EMIT previewEnded();
    Q_EMIT gesture(split(factor));
  });
  place_beside(chips, QRect(viewport()->mapToGlobal(QPoint()), viewport()->size()),
               visualRect(currentIndex()).translated(viewport()->mapToGlobal(QPoint())), screen()->availableGeometry());
  chips->show();
  preview(chips->start());
  if (parts) return;  // the fit to caches is known for the inner loop's length
  const std::vector<qint64> offered = FactorChips::suggestions(at->extent, lanes);
  jobs_.run<std::vector<FactorFigures>>(
      QStringLiteral("factors"), tr("What fits the caches"), chips,
      [base, at, machine = machine_, sizes = sizes_,
       factors = std::vector<int64_t>(offered.begin(), offered.end())](const CancelToken& cancel) {
        return advise::factor_figures(*base, at->stage, at->axis, factors, machine, sizes, cancel);
      },
      [chips](const std::vector<FactorFigures>& figures) {
        for (const FactorFigures& f : figures) {
          const QString bytes = QString::fromStdString(kernel::in_bytes(f.bytes));
          chips->setFits(f.factor, QString::fromStdString(f.memory),
                         f.holds > 0 ? tr("%1 of %2").arg(bytes, QString::fromStdString(kernel::in_bytes(f.holds)))
                                     : tr("%1 in").arg(bytes));
        }
      });
}

}  // namespace nw::views
