// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_page.h"

#include <QHBoxLayout>
#include <QTabWidget>
#include <QVBoxLayout>

#include "base/atomic_file.h"
#include "base/machine.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/assembly_view.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_view.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "model/group_computation.h"
#include "target/kernel.h"
#include "workspace/kernel_export.h"

namespace nw::views {

using workspace::Document;

KernelPage::KernelPage(Workbench* workbench, GroupId group, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      group_(group),
      view_(new KernelView(this)),
      badge_(new RunBadge(this)),
      schedules_(new ScheduleMenu(workbench, group, this)),
      assembly_(new AssemblyView(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(view_);
  auto* tools = static_cast<QHBoxLayout*>(view_->toolbarSlot()->layout());
  tools->addWidget(schedules_);
  tools->addWidget(badge_);
  view_->detailTabs()->addTab(assembly_, tr("Assembly"));
  connect(view_->detailTabs(), &QTabWidget::currentChanged, this, &KernelPage::updateAssembly);
  connect(assembly_, &AssemblyView::selected, this,
          [this](const KernelSelection& selection) { view_->selectFrom(selection, assembly_); });
  connect(view_, &KernelView::selectionChanged, assembly_, &AssemblyView::setSelection);
  connect(view_, &KernelView::edited, this, [this](const QString& text, const QString& label, bool typing) {
    workbench_->setScript(task_, ss(text), ss(label), typing, this);
    if (group_.valid()) schedules_->refresh();
  });
  connect(view_, &KernelView::previewChanged, this, &KernelPage::preview);
  connect(view_, &KernelView::message, workbench_, &Workbench::message);
  workbench_->addViewer(this);
  open();
}

KernelPage::~KernelPage() {
  workbench_->removeViewer(this);
  workbench_->report(reportName(), {});
}

QString KernelPage::reportName() const {
  return group_.valid() ? QStringLiteral("kernel %1").arg(group_.value) : QStringLiteral("script");
}

void KernelPage::open() {
  if (!group_.valid()) {
    task_ = Document::kScriptTask;
    title_ = qs(workbench_->document()->title());
    opened_ = true;
    view_->setTitle(title_, tr("script"));
    showScript(workbench_->document()->script(task_).value_or(std::string()));
    return;
  }
  title_ = tr("group %1").arg(group_.value);
  view_->setTitle(title_, tr("opening…"));
  workbench_->jobs().run<Result<model::GroupKernel>>(
      QStringLiteral("open kernel %1").arg(group_.value), tr("Opening group %1").arg(group_.value), this,
      [model = workbench_->document()->model(), fusion = workbench_->lastFusion(), group = group_](const CancelToken&) {
        return model::group_kernel(model->optimized(), *fusion, group);
      },
      [this](Result<model::GroupKernel> kernel) { opened(std::move(kernel)); });
}

void KernelPage::opened(Result<model::GroupKernel> kernel) {
  opened_ = true;
  if (!kernel.value) {
    failed_ = true;
    view_->setTitle(title_, kernel.diagnostics.empty() ? QString() : qs(kernel.diagnostics.front().message));
    workbench_->report(reportName(), kernel.diagnostics);
    Q_EMIT settledChanged();
    return;
  }
  task_ = kernel->task_key;
  default_script_ = kernel->script;
  const std::string name = task_.substr(0, task_.rfind('-'));
  title_ = qs(name);
  view_->setTitle(title_, tr("group %1").arg(group_.value));
  Q_EMIT titleChanged();
  showScript(workbench_->document()->script(task_).value_or(default_script_));
  schedules_->setTask(task_, default_script_);
  compareWith();
  findTwins();
}

void KernelPage::findTwins() {
  workbench_->jobs().run<std::vector<GroupId>>(
      QStringLiteral("twins %1").arg(group_.value), tr("Looking for groups alike"), this,
      [model = workbench_->document()->model(), fusion = workbench_->lastFusion(), task = task_,
       own = group_](const CancelToken& cancel) {
        std::vector<GroupId> twins;
        for (const fusion::Group& group : fusion->groups)
          if (!cancel.cancelled() && group.id != own && model::task_key(model->optimized(), group) == task)
            twins.push_back(group.id);
        return twins;
      },
      [this](std::vector<GroupId> twins) { schedules_->setTwins(std::move(twins)); });
}

// What the nest can be compared with: the default, and every named schedule.
void KernelPage::compareWith() {
  std::vector<std::pair<QString, std::string>> others{{tr("the default schedule"), default_script_}};
  const auto& kernels = workbench_->document()->choices().kernels;
  if (const auto kernel = kernels.find(task_); kernel != kernels.end())
    for (const auto& [name, script] : kernel->second.scripts) others.emplace_back(qs(name), script);
  view_->diff()->setOthers(std::move(others));
}

void KernelPage::showScript(const std::string& script) {
  view_->setScript(qs(script));
}

void KernelPage::choicesChanged() {
  if (!opened_ || failed_ || !workbench_->document()) return;
  if (group_.valid()) {
    schedules_->refresh();
    compareWith();
  }
  showScript(workbench_->document()->script(task_).value_or(default_script_));
}

bool KernelPage::settled() const {
  return failed_ || (opened_ && view_->settled());
}

void KernelPage::preview() {
  workbench_->report(reportName(), view_->diagnostics());
  if (ran_ != view_->preview()->text && !running_)
    badge_->set(RunBadge::State::Unchecked, tr("unchecked"), tr("Run the kernel to compare it with its reference"));
  updateAssembly();
  Q_EMIT settledChanged();
}

void KernelPage::updateAssembly() {
  if (view_->detailTabs()->currentWidget() != assembly_ || !view_->preview() || !view_->preview()->complete()) return;
  if (assembled_ == view_->preview()->text) return;
  assembled_ = view_->preview()->text;
  using Lines = Result<std::vector<AssemblyView::Line>>;
  workbench_->jobs().run<Lines>(
      QStringLiteral("assembly %1").arg(group_.value), tr("Compiling"), this,
      [script = assembled_](const CancelToken& cancel) { return AssemblyView::lines_of(script, cancel); },
      [this](Lines lines) {
        if (!lines.value)
          return assembly_->setMessage(lines.diagnostics.empty() ? QString() : qs(format(lines.diagnostics.front())));
        assembly_->setLines(std::move(*lines.value));
        assembly_->setSelection(view_->selection());
        const int tab = view_->detailTabs()->indexOf(assembly_);
        view_->detailTabs()->setTabToolTip(tab, assembly_->summary());
        view_->detailTabs()->setTabText(tab, assembly_->summary().isEmpty() ? tr("Assembly") : tr("Assembly ⚠"));
      });
}

void KernelPage::applyFix(const Fix& fix) {
  view_->applyFix(fix);
}

void KernelPage::goToLine(int line) {
  view_->goToLine(line);
}

void KernelPage::resetSchedule() {
  if (!task_.empty() && group_.valid()) schedules_->use({});
}

namespace {

double error_bar(const runtime::RunReport& report) {
  return report.time.median > 0 ? report.time.mad / report.time.median : 1;
}

// Runs again while the error bar is over 2 %, a few times at most, and keeps the steadiest; checked the first time.
Result<runtime::RunReport> measured(const std::string& script, runtime::RunOptions options,
                                    const target::WorkerOptions& worker) {
  constexpr int kMostRuns = 4;
  constexpr double kSteady = 0.02;
  Result<runtime::RunReport> best = target::run_kernel(script, options, worker);
  options.verify = false;
  for (int i = 1; i < kMostRuns && best.value && error_bar(*best) > kSteady && !worker.cancel.cancelled(); ++i) {
    Result<runtime::RunReport> again = target::run_kernel(script, options, worker);
    if (!again.value || error_bar(*again) >= error_bar(*best)) continue;
    best->time = again->time;
    best->gflops = again->gflops;
  }
  return best;
}

}  // namespace

void KernelPage::exportAs(const QString& path, const std::string& kind) {
  workbench_->jobs().run<Diagnostics>(
      QStringLiteral("export %1").arg(group_.value), tr("Writing %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [script = ss(view_->script()), kind, file = ss(path)](const CancelToken& cancel) {
        target::WorkerOptions worker;
        worker.cancel = cancel;
        const Result<target::Emitted> made = workspace::export_kernel(script, kind, {}, worker);
        Diagnostics all = made.diagnostics;
        if (!made.value) return all;
        for (size_t i = 0; i < made->files.size(); ++i)
          append(all, write_whole_file(i == 0 ? file : file + made->files[i].suffix, made->files[i].bytes));
        return all;
      },
      [this, path](const Diagnostics& said) {
        Diagnostics all = view_->diagnostics();
        append(all, said);
        workbench_->report(reportName(), std::move(all));
        Q_EMIT workbench_->message(
            has_errors(said) ? tr("Could not write %1").arg(path)
            : said.empty()
                ? tr("Wrote %1").arg(path)
                : tr("Wrote %1; %n step(s) left out, see Problems", nullptr, static_cast<int>(said.size())).arg(path));
      });
}

void KernelPage::run() {
  if (!view_->preview() || !view_->preview()->complete()) return;
  running_ = true;
  ran_ = ss(view_->script());
  badge_->set(RunBadge::State::Running, tr("running"));
  workbench_->jobs().run<Result<runtime::RunReport>>(
      QStringLiteral("run %1").arg(group_.value), tr("Running %1").arg(title_), this,
      [script = ran_](const CancelToken& cancel) {
        runtime::RunOptions options;
        options.verify = true;
        options.threads = read_machine_facts().cores;
        target::WorkerOptions worker;
        worker.cancel = cancel;
        return measured(script, options, worker);
      },
      [this](const Result<runtime::RunReport>& report) { showReport(report); });
}

void KernelPage::cancelRun() {
  workbench_->jobs().cancel(QStringLiteral("run %1").arg(group_.value));
  running_ = false;
  badge_->set(RunBadge::State::Unchecked, tr("stopped"));
}

void KernelPage::showReport(const Result<runtime::RunReport>& report) {
  running_ = false;
  if (!report.value) {
    const QString why = report.diagnostics.empty() ? tr("no answer") : qs(report.diagnostics.front().message);
    badge_->set(RunBadge::State::Failed, tr("did not run"), why);
    Diagnostics all = view_->diagnostics();
    append(all, report.diagnostics);
    workbench_->report(reportName(), std::move(all));
    return;
  }
  const runtime::RunReport& r = *report;
  const QString time = r.time.median >= 1000 ? tr("%1 ms").arg(r.time.median / 1000, 0, 'f', 2)
                                             : tr("%1 µs").arg(r.time.median, 0, 'f', 1);
  const double bar = error_bar(r);
  const QString noise = bar > 0.02 ? tr(" · noisy: ± %1 %").arg(100 * bar, 0, 'f', 0) : QString();
  const QString speed = tr("%1 GFLOP/s").arg(r.gflops, 0, 'f', r.gflops < 10 ? 2 : 1);
  workspace::Measurement measured{r.time.median, r.time.mad, r.time.runs, workspace::Measurement::Check::Unchecked};
  if (r.verify) {
    using Check = workspace::Measurement::Check;
    measured.check = r.verify->ok ? Check::Equal : Check::Different;
    const QString detail = tr("%1 of %2 elements compared, largest difference %3; median of %4 runs, ± %5 µs")
                               .arg(r.verify->checked)
                               .arg(r.verify->total)
                               .arg(r.verify->max_abs_error, 0, 'g', 3)
                               .arg(r.time.runs)
                               .arg(r.time.mad, 0, 'f', 1);
    badge_->set(r.verify->ok ? RunBadge::State::Equal : RunBadge::State::Different,
                r.verify->ok ? tr("equal · %1 · %2%3").arg(time, speed, noise) : tr("different · %1").arg(time),
                detail);
  }
  if (workbench_->document()) workbench_->document()->history().record(task_, measured);
  Diagnostics all = view_->diagnostics();
  for (const Diagnostic& d : report.diagnostics)
    if (d.severity == Severity::Error) all.push_back(d);
  workbench_->report(reportName(), std::move(all));
  Q_EMIT measuredChanged();
}

}  // namespace nw::views
