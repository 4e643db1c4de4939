// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting the selected loop by a factor chosen from chips, each shown before it is taken.
#include <algorithm>

#include "base/machine.h"
#include "kernel/loop_tree_view.h"
#include "workspace/factors.h"

namespace nw::views {

using workspace::FittingFactor;
using workspace::Gestures;

void LoopTreeView::splitChips(FactorChips::Says says) {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  // While a factor is tried the tree shows the nest with it: what is split is the script as it was before.
  const auto base = model_->sharedPreview();
  const bool parts = says == FactorChips::Says::Parts;
  const auto split = [base, at, parts](qint64 number) {
    const Gestures gestures(base->text, base->program);
    return parts ? gestures.split_parts(at->stage, at->axis, number) : gestures.split(at->stage, at->axis, number);
  };
  const MachineFacts machine = read_machine_facts();
  const te::Operation op = base->program.schedule->stage(at->stage).op;
  const int lanes = std::max(1, machine.vector_bytes / std::max(1, op->output_dtype(0).bytes()));
  auto* chips = new FactorChips(says, at->extent, lanes, this);
  connect(chips, &FactorChips::previewed, this, [this, split](qint64 factor) {
    if (auto change = split(factor); change.value) Q_EMIT previewed(*change);
  });
  connect(chips, &FactorChips::cancelled, this, &LoopTreeView::previewEnded);
  connect(chips, &FactorChips::chosen, this, [this, split](qint64 factor) {
    Q_EMIT previewEnded();
    Q_EMIT gesture(split(factor));
  });
  chips->move(viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
  chips->show();
  if (parts) return;  // what fits the caches is told by the inner loop's length
  const std::vector<qint64> offered = FactorChips::suggestions(at->extent, lanes);
  jobs_.run<std::vector<FittingFactor>>(
      QStringLiteral("factors"), tr("What fits the caches"), chips,
      [base, at, machine, sizes = sizes_,
       factors = std::vector<int64_t>(offered.begin(), offered.end())](const CancelToken& cancel) {
        return workspace::fitting_factors(base->text, base->program, at->stage, at->axis, factors, machine, sizes,
                                          cancel);
      },
      [chips](const std::vector<FittingFactor>& fitting) {
        for (const FittingFactor& f : fitting) chips->setFits(f.factor, QString::fromStdString(f.memory));
      });
}

}  // namespace nw::views
