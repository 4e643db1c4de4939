// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/machine_peaks.h"

#include <utility>

#include "common/text.h"
#include "common/workbench.h"

namespace nw::views {

MachinePeaks::MachinePeaks(Workbench* workbench, QObject* parent) : QObject(parent), workbench_(workbench) {
  connect(&workbench_->jobs(), &Jobs::changed, this, [this] {
    if (std::exchange(under_way_, measuring()) != measuring()) Q_EMIT changed();
  });
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
      [machine = workbench_->target()](const CancelToken& cancel) {
        worker::WorkerOptions worker;
        worker.cancel = cancel;
        return worker::measure_peaks(machine, machine.compute.units, worker);
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
