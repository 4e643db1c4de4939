// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/machine_peaks.h"

#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/measure.h"

namespace nw::views {

MachinePeaks::MachinePeaks(Workbench* workbench, QObject* parent)
    : QObject(parent), workbench_(workbench), target_(facts_hash(workbench->target())) {
  workbench_->addViewer(this);
  connect(&workbench_->jobs(), &Jobs::changed, this, [this] {
    if (std::exchange(under_way_, measuring()) != measuring()) Q_EMIT changed();
  });
}

MachinePeaks::~MachinePeaks() {
  workbench_->removeViewer(this);
}

void MachinePeaks::targetChanged() {
  workbench_->jobs().cancel(QStringLiteral("peaks"));
  others_[target_] = peaks_;
  target_ = facts_hash(workbench_->target());
  set(others_[target_]);
}

bool MachinePeaks::here() const {
  return workbench_->activeTarget().here();
}

QString MachinePeaks::name() const {
  const TargetFacts& facts = workbench_->target();
  return qs(facts.name.empty() ? facts.id : facts.name);
}

QString MachinePeaks::whyNone() const {
  const ActiveTarget& target = workbench_->activeTarget();
  if (!target.why_not_run.isEmpty()) return tr("%1 cannot be measured: %2.").arg(name(), target.why_not_run);
  if (target.facts.clock.kind == "emulated")
    return tr("%1 is emulated: its times say nothing of what the device could do.").arg(name());
  if (target.facts.code.lowering == "device")
    return tr("Peaks are measured on processors, not on a %1 yet.").arg(qs(target.facts.kind));
  return {};
}

void MachinePeaks::set(const worker::Peaks& peaks) {
  peaks_ = peaks;
  Q_EMIT changed();
}

bool MachinePeaks::measuring() const {
  return workbench_->jobs().busy(QStringLiteral("peaks"));
}

void MachinePeaks::measure() {
  workbench_->jobs().run<Result<worker::Peaks>>(
      QStringLiteral("peaks"), tr("Measuring the machine"), this,
      [machine = workbench_->target(), worker = workbench_->workerOptions()](const CancelToken& cancel) {
        return worker::measure_peaks(machine, machine.compute.units, cancellable(worker, cancel));
      },
      [this](const Result<worker::Peaks>& peaks) {
        if (!peaks.value) {
          Q_EMIT workbench_->message(
              tr("The machine could not be measured: %1")
                  .arg(peaks.diagnostics.empty() ? QString() : qs(peaks.diagnostics.front().message)));
          return;
        }
        set(*peaks);
        Q_EMIT measured();
      });
}

}  // namespace nw::views
