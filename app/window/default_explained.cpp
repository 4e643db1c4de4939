// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/default_explained.h"

#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/sizes_bar.h"
#include "models/gain.h"
#include "models/run_text.h"
#include "window/kernel_tabs.h"
#include "window/schedule_effects.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr const char* kExplained = "explainedTask";  // property of a tab

QString text_of_first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& each : diagnostics)
    if (each.severity == Severity::Error) return qs(each.message);
  return {};
}

}  // namespace

DefaultExplained::DefaultExplained(Workbench& workbench, KernelPage& page, DefaultView& view)
    : QObject(&view), workbench_(workbench), page_(&page), view_(view) {
  connect(&view_, &DefaultView::measureWanted, this, &DefaultExplained::measure);
  connect(&view_, &DefaultView::defaultWanted, this, [this] { use(found_.with_default, tr("the default schedule")); });
  connect(&view_, &DefaultView::plainWanted, this, [this] { use(found_.without, tr("no schedule")); });
  connect(&view_, &DefaultView::stepWanted, this, &DefaultExplained::goTo);
  connect(page.view(), &KernelView::edited, this, &DefaultExplained::updateButtons);
  connect(&workbench_.jobs(), &Jobs::changed, this, &DefaultExplained::updateButtons);
  connect(page.view(), &KernelView::previewChanged, this, &DefaultExplained::follow);
  follow();
}

DefaultExplained::~DefaultExplained() {
  workbench_.jobs().disconnect(this);
  for (const char* what : {"find", "measure"}) workbench_.jobs().cancel(purpose(what));
}

QString DefaultExplained::purpose(const char* what) const {
  return QStringLiteral("default %1 %2").arg(QLatin1String(what)).arg(reinterpret_cast<quintptr>(this));
}

bool DefaultExplained::measuring() const {
  return workbench_.jobs().busy(purpose("measure"));
}

DefaultExplained::Subject DefaultExplained::subject() const {
  return {ss(page_->view()->script()), page_->view()->sizes()->values(), workbench_.target(),
          workbench_.machine().threads};
}

bool DefaultExplained::settled() const {
  return page_ && shown_ == subject() && !workbench_.jobs().busy(purpose("find")) && !measuring();
}

void DefaultExplained::follow() {
  if (!page_ || !page_->view()->preview()) return;
  Subject now = subject();
  if (now == shown_) return;
  workbench_.jobs().cancel(purpose("measure"));
  shown_ = std::move(now);
  workbench_.jobs().run<Found>(
      purpose("find"), tr("Explaining the default schedule"), this,
      [subject = shown_](const CancelToken& cancel) {
        const auto& [script, sizes, machine, threads] = subject;
        Found found;
        Result<tune::TunedKernel> kernel = tune::read_kernel(script, sizes);
        if (!kernel.value || has_errors(kernel.diagnostics)) {
          found.why_not = text_of_first_error(kernel.diagnostics);
          return found;
        }
        found.kernel = std::make_shared<const tune::TunedKernel>(std::move(*kernel.value));
        found.standard = tune::default_steps(*found.kernel, machine, threads);
        found.with_default = tune::rewritten(*found.kernel, found.standard);
        found.without = tune::rewritten(*found.kernel, {});
        found.plain = tune::step_effects(*found.kernel, {}, machine, threads, cancel);
        found.by_default = tune::step_effects(*found.kernel, found.standard, machine, threads, cancel);
        found.mine = tune::step_effects(*found.kernel, found.kernel->given, machine, threads, cancel);
        return found;
      },
      [this](Found found) {
        found_ = std::move(found);
        show();
      });
}

QString DefaultExplained::measuredText(const tune::ScheduleEffects& effects) const {
  return effects.measured ? tr("; measured %1").arg(duration_text(effects.measured->median)) : QString();
}

QString DefaultExplained::whyNotReady() const {
  if (!page_) return tr("The kernel's tab is closed: open the kernel and explain its default schedule again");
  if (shown_ != subject())
    return tr("The script was edited: the buttons are enabled again once its schedules are explained");
  if (workbench_.jobs().busy(purpose("find")))
    return tr("The schedules are being explained: the buttons are enabled when that is done");
  if (!found_.kernel) return tr("The script in the editor has an error: the buttons are enabled when it is corrected");
  return {};
}

// Not of a script that was edited meanwhile: its text would be written over.
void DefaultExplained::updateButtons() {
  const QString why_not = whyNotReady();
  view_.setMeasuring(measuring());
  view_.setReady(why_not.isEmpty(), why_not);
}

void DefaultExplained::show() {
  const Found& f = found_;
  updateButtons();
  view_.ofDefault()->setEffects(effect_rows(f.by_default, lines_of_steps(f.mine), tr("the editor's schedule has it")));
  view_.ofScript()->setEffects(effect_rows(f.mine, lines_of_steps(f.by_default), tr("the default schedule has it")));
  view_.setFault(slow_default_text(f.plain.measured, f.by_default.measured));
  if (!f.kernel) return view_.setSummary(f.why_not);
  view_.setSummary(tr("By the estimate, without a schedule: %1%2.\nThe default schedule: %3%4.\nThe schedule in the "
                      "editor: %5%6; %7 against the default.")
                       .arg(terms_text(f.plain.whole), measuredText(f.plain), terms_text(f.by_default.whole),
                            measuredText(f.by_default), terms_text(f.mine.whole), measuredText(f.mine),
                            f.mine.measured && f.by_default.measured
                                ? gain_text(f.by_default.measured->median, f.mine.measured->median)
                                : gain_text(f.by_default.whole.us, f.mine.whole.us)));
}

void DefaultExplained::measure() {
  if (measuring()) return workbench_.jobs().cancel(purpose("measure"));
  if (!found_.kernel) return;
  tune::MeasureOptions options;
  options.threads = shown_.threads;
  options.worker = workbench_.workerOptions();
  workbench_.jobs().run<Found>(
      purpose("measure"), tr("Measuring the default schedule and this one"), this,
      [found = found_, options](const CancelToken& cancel) {
        Found measured = found;
        tune::MeasureOptions cancellable = options;
        cancellable.worker.cancel = cancel;
        tune::measure_effects(*found.kernel, {}, measured.plain, cancellable);
        tune::measure_effects(*found.kernel, found.standard, measured.by_default, cancellable);
        tune::measure_effects(*found.kernel, found.kernel->given, measured.mine, cancellable);
        return measured;
      },
      [this](Found measured) {
        found_ = std::move(measured);
        show();
      });
}

// A step of the default is in the script where that has the same line.
void DefaultExplained::goTo(bool of_default, int step) {
  if (!page_ || shown_ != subject() || !found_.kernel) return;
  auto at = static_cast<size_t>(step);
  if (of_default && at < found_.by_default.steps.size()) {
    const std::vector<std::string> mine = lines_of_steps(found_.mine);
    at = static_cast<size_t>(std::ranges::find(mine, found_.by_default.steps[at].line) - mine.begin());
  }
  if (at < found_.mine.steps.size() && at < found_.kernel->given_lines.size())
    Q_EMIT lineWanted(found_.kernel->given_lines[at]);
  else
    Q_EMIT workbench_.message(tr("The script in the editor does not have this step"));
}

void DefaultExplained::use(const std::string& script, const QString& label) {
  if (page_ && shown_ == subject()) workbench_.session().setScript(page_->task(), script, ss(label), false);
}

void open_default_explained(KernelTabs& tabs, Workbench& workbench) {
  KernelPage* page = tabs.current();
  if (!page) return;
  const QString task = qs(page->task());
  for (int i = 0; i < tabs.count(); ++i)
    if (tabs.widget(i)->property(kExplained).toString() == task) return tabs.setCurrentIndex(i);
  auto* view = new DefaultView(&tabs);
  view->setProperty(kExplained, task);
  auto* explained = new DefaultExplained(workbench, *page, *view);
  QObject::connect(explained, &DefaultExplained::lineWanted, page, [&tabs, page](int line) {
    tabs.setCurrentWidget(page);
    page->goToLine(line);
  });
  tabs.setCurrentIndex(tabs.addTab(view, DefaultExplained::tr("Default against %1").arg(page->title())));
}

}  // namespace nw::window
