// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_why.h"

#include <utility>

#include "common/workbench.h"
#include "models/gain.h"
#include "window/schedule_effects.h"

namespace nw::window {

using namespace nw::views;

TuningWhy::TuningWhy(Workbench& workbench, TuneWhy& view, QObject* parent)
    : QObject(parent), workbench_(workbench), view_(view) {
  connect(&view_, &TuneWhy::measureWanted, this, &TuningWhy::measure);
  // Jobs that end with the tab change no view that is gone before this.
  connect(&view_, &QObject::destroyed, this, [this] { disconnect(&workbench_.jobs(), nullptr, this, nullptr); });
  connect(&workbench_.jobs(), &Jobs::changed, this, &TuningWhy::updateButton);
}

TuningWhy::~TuningWhy() {
  workbench_.jobs().disconnect(this);
  for (const char* what : {"find", "measure"}) workbench_.jobs().cancel(purpose(what));
}

QString TuningWhy::purpose(const char* what) const {
  return QStringLiteral("why %1 %2").arg(QLatin1String(what)).arg(reinterpret_cast<quintptr>(this));
}

bool TuningWhy::measuring() const {
  return workbench_.jobs().busy(purpose("measure"));
}

void TuningWhy::setBusy(bool busy) {
  busy_ = busy;
  updateButton();
}

void TuningWhy::updateButton() {
  view_.setMeasuring(measuring());
  view_.setMeasurable(measuring() || (!busy_ && !found_.steps.empty()),
                      busy_ ? tr("Pause or stop the search first: two measurements would disturb each other")
                            : tr("Select a trial with a time first"));
}

void TuningWhy::show(std::shared_ptr<const tune::TunedKernel> kernel, std::vector<std::string> lines, int threads) {
  if (kernel == kernel_ && lines == lines_ && threads == threads_) return;
  workbench_.jobs().cancel(purpose("measure"));
  kernel_ = std::move(kernel);
  lines_ = std::move(lines);
  threads_ = threads;
  found_ = {};
  showEffects();
  if (!kernel_) return;
  workbench_.jobs().run<Found>(
      purpose("find"), tr("Asking why a schedule is fast"), this,
      [kernel = kernel_, lines = lines_, machine = workbench_.target(), threads](const CancelToken& cancel) {
        Found found;
        Result<std::vector<schedule::Step>> steps = tune::steps_of(*kernel, lines);
        if (!steps.value) return found;
        found.steps = std::move(*steps.value);
        found.effects = tune::step_effects(*kernel, found.steps, machine, threads, cancel);
        found.start = tune::step_effects(*kernel, kernel->given, machine, threads, cancel);
        const auto standard = tune::default_steps(*kernel, machine, threads);
        found.of_default = lines_of_steps(tune::step_effects(*kernel, standard, machine, threads, cancel));
        return found;
      },
      [this](Found found) { this->found(std::move(found)); });
}

void TuningWhy::found(Found found) {
  found_ = std::move(found);
  showEffects();
}

void TuningWhy::showEffects() {
  const tune::ScheduleEffects& effects = found_.effects;
  view_.effects()->setEffects(effect_rows(effects, found_.of_default, tr("the default schedule has it")));
  view_.setTerms(found_.steps.empty() ? tr("Select a trial to see what each of its steps gives.")
                                      : tr("By the estimate: the start %1; this schedule %2, %3.")
                                            .arg(terms_text(found_.start.whole), terms_text(effects.whole),
                                                 gain_text(found_.start.whole.us, effects.whole.us)));
  updateButton();
}

void TuningWhy::measure() {
  if (measuring()) return workbench_.jobs().cancel(purpose("measure"));
  if (found_.steps.empty() || busy_) return;
  tune::MeasureOptions options;
  options.threads = threads_;
  options.worker = workbench_.workerOptions();
  workbench_.jobs().run<tune::ScheduleEffects>(
      purpose("measure"), tr("Measuring a schedule without each of its steps"), this,
      [kernel = kernel_, found = found_, options](const CancelToken& cancel) {
        tune::MeasureOptions cancellable = options;
        cancellable.worker.cancel = cancel;
        tune::ScheduleEffects effects = found.effects;
        tune::measure_effects(*kernel, found.steps, effects, cancellable);
        return effects;
      },
      [this](tune::ScheduleEffects effects) {
        found_.effects = std::move(effects);
        showEffects();
      });
}

}  // namespace nw::window
