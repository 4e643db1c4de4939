// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/shown_trial.h"

#include "common/workbench.h"
#include "tune/tune_view.h"
#include "window/tuned_schedules.h"
#include "window/tuning_why.h"

namespace nw::window {

using namespace nw::views;

ShownTrial::ShownTrial(Workbench& workbench, TuneView& view, QObject* parent)
    : QObject(parent), workbench_(workbench), view_(view), why_(new TuningWhy(workbench, *view.why(), this)) {
  connect(&view_, &TuneView::phaseChanged, this, [this] { why_->setBusy(view_.measures()); });
}

ShownTrial::~ShownTrial() {
  workbench_.jobs().cancel(purpose());
}

QString ShownTrial::purpose() const {
  return QStringLiteral("nest of a trial %1").arg(reinterpret_cast<quintptr>(this));
}

void ShownTrial::showNone() {
  why_->show(nullptr, {}, 1);
}

void ShownTrial::show(std::shared_ptr<const tune::TunedKernel> kernel, const TuneTrial& trial, int threads) {
  if (!kernel) return showNone();
  why_->show(kernel, trial.steps, threads);
  using Nest = std::shared_ptr<const kernel::KernelPreview>;
  workbench_.jobs().run<Nest>(
      purpose(), tr("Making the loop nest of a trial"), this,
      [kernel, steps = trial.steps](const CancelToken& cancel) {
        kernel::PreviewOptions options;
        options.fixes = false;
        options.cancel = cancel;
        return std::make_shared<const kernel::KernelPreview>(
            kernel::preview(script_with_steps(*kernel, steps), options));
      },
      [this, number = trial.number, start = kernel->text](const Nest& nest) {
        Q_EMIT nestShown(nest);
        view_.compare(number > 0 ? tr("Loop nest of trial %1").arg(number) : tr("Loop nest of the start"), nest, start);
      });
}

}  // namespace nw::window
