// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_page.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/atomic_file.h"
#include "base/machine.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/apply_steps.h"
#include "kernel/assembly_view.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_view.h"
#include "kernel/machine_peaks.h"
#include "kernel/measure.h"
#include "kernel/roofline_view.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "kernel/sizes_bar.h"
#include "models/window_words.h"
#include "target/kernel.h"
#include "workspace/kernel_export.h"

namespace nw::views {

namespace {

// What is not a number on both sides is equal, and says nothing.
QString nanDetail(const runtime::VerifyReport& v) {
  if (v.nan == 0) return {};
  const QString first = KernelPage::tr("; NaN on both sides at %1 of them").arg(v.nan);
  return v.again ? first + KernelPage::tr(", and at %1 when compared again with positive inputs").arg(v.nan_again)
                 : first;
}

}  // namespace

using workspace::Document;

KernelPage::KernelPage(Workbench* workbench, GroupId group, MachinePeaks* peaks, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      group_(group),
      view_(new KernelView(this)),
      badge_(new RunBadge(view_->toolbarSlot())),
      schedules_(new ScheduleMenu(workbench, group, view_->toolbarSlot())),
      branch_(new BranchMeasuring(workbench, QStringLiteral("measure %1").arg(group.value), this)),
      peaks_(peaks) {
  connect(branch_, &BranchMeasuring::changed, this, [this] {
    Q_EMIT measuredChanged();
    Q_EMIT runningChanged();
    showVerdict();
  });
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(view_);
  auto* tools = static_cast<QHBoxLayout*>(view_->toolbarSlot()->layout());
  tools->addWidget(schedules_);
  tools->addWidget(badge_);
  connect(view_, &KernelView::edited, this, [this](const QString& text, const QString& label, bool typing) {
    workbench_->setScript(task_, ss(text), ss(label), typing, this);
    if (group_.valid()) schedules_->refresh();
    compareWith();
  });
  connect(view_, &KernelView::typingEnded, this, [this] {
    if (!workbench_->document()) return;
    workspace::History& history = workbench_->document()->history();
    history.go(history.current().id);  // nothing merges into a state that one has gone to
  });
  connect(schedules_, &ScheduleMenu::applyWanted, this,
          [this](GroupId to) { apply_steps(workbench_, ss(view_->script()), title_, to); });
  connect(view_, &KernelView::previewChanged, this, &KernelPage::preview);
  connect(branch_, &BranchMeasuring::sampled, this,
          [this](const std::string& script, const std::shared_ptr<const workspace::NestHeat>& heat) {
            view_->addHeat(script, heat);
            showAssemblyHeat();
          });
  connect(view_, &KernelView::message, workbench_, &Workbench::message);
  workbench_->addViewer(this);
  QMetaObject::invokeMethod(this, &KernelPage::furnish, Qt::QueuedConnection);
}

// The rest, in an event of its own, after the view's.
void KernelPage::furnish() {
  if (retired_) return;
  QTabWidget* tabs = view_->detailTabs();
  auto* stack = tabs->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
  assembly_ = new AssemblyView(stack);
  roofline_ = new RooflineView(peaks_, stack);
  tabs->addTab(assembly_, tr("Assembly"));
  tabs->addTab(roofline_, tr("Roofline"));
  connect(tabs, &QTabWidget::currentChanged, this, &KernelPage::updateRoofline);
  connect(this, &KernelPage::measuredChanged, this, &KernelPage::updateRoofline);
  connect(tabs, &QTabWidget::currentChanged, this, &KernelPage::updateAssembly);
  connect(assembly_, &AssemblyView::selected, this,
          [this](const KernelSelection& selection) { view_->selectFrom(selection, assembly_); });
  connect(view_, &KernelView::selectionChanged, assembly_, &AssemblyView::setSelection);
  connect(view_, &KernelView::pinned, assembly_, &AssemblyView::setMarks);
  open();
}

KernelPage::~KernelPage() {
  retire();
}

void KernelPage::retire() {
  if (std::exchange(retired_, true)) return;
  workbench_->removeViewer(this);
  disconnect();  // whoever listens to the page
  for (QObject* face : std::initializer_list<QObject*>{view_, view_->detailTabs(), assembly_, schedules_, branch_})
    if (face) disconnect(face, nullptr, this, nullptr);
  branch_->stop();
  for (const char* purpose : {"open kernel %1", "twins %1", "assembly %1", "run %1", "export %1"})
    workbench_->jobs().cancel(QString::fromLatin1(purpose).arg(group_.value));
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
    compareWith();
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
    const QString why = kernel.diagnostics.empty() ? tr("no reason is known") : qs(kernel.diagnostics.front().message);
    view_->setTitle(title_, tr("no loops"));
    view_->showReason(
        tr("This group has no loops to shape: %1.\n\nWrite its computation as a TE script and open that file: a "
           "script is shaped, run and exported on its own.")
            .arg(why));
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
  Q_EMIT defaultKnown(task_, default_script_);
  showScript(workbench_->document()->script(task_).value_or(default_script_));
  schedules_->setTask(task_, default_script_);
  compareWith();
  findTwins();
}

void KernelPage::findTwins() {
  workbench_->jobs().run<Relatives>(
      QStringLiteral("twins %1").arg(group_.value), tr("Looking for groups alike"), this,
      [model = workbench_->document()->model(), fusion = workbench_->lastFusion(),
       own = group_](const CancelToken& cancel) { return relatives(model->optimized(), *fusion, own, cancel); },
      [this](Relatives found) { schedules_->setRelatives(std::move(found)); });
}

QString KernelPage::stateName(workspace::StateId id) const {
  const workspace::State& state = workbench_->document()->history().state(id);
  return state.tag.empty() ? tr("state %1, %2").arg(id.value + 1).arg(qs(state.label)) : qs(state.tag);
}

// What the nest can be compared with: the default, every named schedule, states that have a name or were asked for, and
// the other kernels that were shaped. Not with what is on screen.
void KernelPage::compareWith() {
  std::vector<std::pair<QString, std::string>> others;
  const workspace::History& history = workbench_->document()->history();
  const auto& kernels = history.choices().kernels;
  const auto own = kernels.find(task_);
  const std::string active = own == kernels.end() ? std::string() : own->second.active;
  if (group_.valid() && !active.empty()) others.emplace_back(tr("the default schedule"), default_script_);
  for (const auto& [task, kernel] : kernels) {
    const std::string name = task.substr(0, task.rfind('-'));
    for (const auto& [schedule, script] : kernel.scripts)
      if (task != task_)
        others.emplace_back(tr("%1, %2").arg(qs(name), qs(schedule)), script);
      else if (group_.valid() && schedule != active)
        others.emplace_back(qs(schedule), script);
  }
  const std::string now = script_at(history.current(), task_, default_script_);
  for (const workspace::State& state : history.states())
    if (const bool asked = std::find(compared_.begin(), compared_.end(), state.id) != compared_.end();
        asked || !state.tag.empty())
      if (std::string script = script_at(state, task_, default_script_); asked || script != now)
        others.emplace_back(stateName(state.id), std::move(script));
  view_->diff()->setOthers(std::move(others));
}

void KernelPage::compareStates(workspace::StateId before, workspace::StateId after) {
  const auto known = [this](workspace::StateId id) {
    return id.valid() && id.index() < workbench_->document()->history().states().size();
  };
  if (!opened_ || failed_ || !known(before)) return;
  compared_ = {before};
  if (known(after)) compared_.push_back(after);
  compareWith();
  view_->diff()->compareWith(stateName(before), known(after) ? stateName(after) : QString());
  view_->detailTabs()->setCurrentWidget(view_->diff());
}

void KernelPage::showScript(const std::string& script) {
  view_->setScript(qs(script));
}

void KernelPage::choicesChanged() {
  if (!opened_ || failed_ || !workbench_->document()) return;
  if (group_.valid()) schedules_->refresh();
  compareWith();
  showScript(workbench_->document()->script(task_).value_or(default_script_));
}

bool KernelPage::settled() const {
  return failed_ || (opened_ && view_->settled());
}

void KernelPage::preview() {
  workbench_->report(reportName(), view_->diagnostics());
  showVerdict();
  updateAssembly();
  updateRoofline();
  Q_EMIT settledChanged();
}

void KernelPage::updateAssembly() {
  if (view_->detailTabs()->currentWidget() != assembly_ || !view_->preview()) return;
  if (!view_->preview()->complete()) {
    if (assembled_.empty())
      assembly_->setMessage(tr("Code is made of a script without mistakes; Problems lists them."));
    return;
  }
  if (assembled_ == view_->preview()->text) return;
  assembled_ = view_->preview()->text;
  using Lines = Result<std::vector<AssemblyView::Line>>;
  workbench_->jobs().run<Lines>(
      QStringLiteral("assembly %1").arg(group_.value), tr("Compiling"), this,
      [script = assembled_, limit = workbench_->timeLimit()](const CancelToken& cancel) {
        return AssemblyView::lines_of(script, worker_options(cancel, limit));
      },
      [this](Lines lines) {
        if (!lines.value) {
          const Diagnostic* why = lines.diagnostics.empty() ? nullptr : &lines.diagnostics.front();
          QStringList said{why ? qs(why->message) : QString()};
          for (const std::string& legal : why ? why->legal : std::vector<std::string>()) said << window_words(legal);
          return assembly_->setMessage(said.join(QLatin1Char('\n')));
        }
        assembly_->setLines(std::move(*lines.value));
        assembly_->setSelection(view_->selection());
        showAssemblyHeat();
        const int tab = view_->detailTabs()->indexOf(assembly_);
        view_->detailTabs()->setTabToolTip(tab, assembly_->summary());
        view_->detailTabs()->setTabText(tab, assembly_->summary().isEmpty() ? tr("Assembly") : tr("Assembly ⚠"));
      });
}

// Where the states on the way to the present one stand under this machine's roof.
void KernelPage::updateRoofline() {
  const workspace::Document* document = workbench_->document();
  const workspace::NestFigures* figures = view_->figures();
  if (view_->detailTabs()->currentWidget() != roofline_ || !document || !figures) return;
  std::vector<RooflineView::Point> points;
  const workspace::History& history = document->history();
  for (const workspace::StateId id : history.path(history.current().id)) {
    const auto& state = history.state(id);
    if (const workspace::Measurement* time = history.measured(id, task_))
      points.push_back({time->median_us, qs(state.label), id == history.current().id});
  }
  roofline_->setKernel(flops_ > 0 ? flops_ : figures->flops, figures->bytes, std::move(points));
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

// The measured states on the way to the present one.
std::vector<workspace::ReportedState> KernelPage::measuredStates() const {
  using Check = workspace::Measurement::Check;
  std::vector<workspace::ReportedState> states;
  const workspace::History& history = workbench_->document()->history();
  for (const workspace::StateId id : history.path(history.current().id)) {
    const workspace::State& state = history.state(id);
    const workspace::Measurement* time = history.measured(id, task_);
    if (!time) continue;
    const workspace::Measurement& m = *time;
    states.push_back({state.tag.empty() ? state.label : state.tag, m.median_us, m.mad_us,
                      m.check == Check::Equal       ? "equal"
                      : m.check == Check::Different ? "different"
                                                    : "unchecked"});
  }
  return states;
}

void KernelPage::exportAs(const QString& path, const std::string& kind) {
  workbench_->jobs().run<Diagnostics>(
      QStringLiteral("export %1").arg(group_.value), tr("Writing %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [script = ss(view_->script()), kind, file = ss(path), sizes = view_->sizes()->values(), states = measuredStates(),
       limit = workbench_->timeLimit()](const CancelToken& cancel) {
        if (kind == "html") {
          workspace::PreviewOptions options;
          options.sizes = sizes;
          const workspace::KernelPreview shown = workspace::preview(script, options);
          const workspace::NestFigures figures = workspace::nest_figures(shown, read_machine_facts(), sizes);
          return write_whole_file(file, workspace::kernel_html(shown, figures, states));
        }
        const Result<target::Emitted> made =
            workspace::export_kernel(script, kind, sizes, worker_options(cancel, limit));
        Diagnostics all = made.diagnostics;
        if (!made.value) return all;
        const std::string& ending = made->files.front().suffix;
        const std::string stem = file.ends_with(ending) ? file.substr(0, file.size() - ending.size()) : file;
        for (size_t i = 0; i < made->files.size(); ++i)
          append(all, write_whole_file(i == 0 ? file : stem + made->files[i].suffix, made->files[i].bytes));
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
  setRunning(true);
  ran_ = ss(view_->script());
  ran_sizes_ = view_->sizes()->values();
  verdict_.reset();
  badge_->set(RunBadge::State::Running, tr("running"));
  workbench_->jobs().run<SampledRun>(
      QStringLiteral("run %1").arg(group_.value), tr("Running %1").arg(title_), this,
      [script = ran_, sizes = ran_sizes_, limit = workbench_->timeLimit()](const CancelToken& cancel) {
        runtime::RunOptions options;
        options.sizes = sizes;
        options.verify = true;
        options.sample = true;
        options.threads = read_machine_facts().cores;
        return sampled_run(script, options, worker_options(cancel, limit));
      },
      [this](const SampledRun& ran) { showReport(ran); });
}

namespace {

QString duration_text(double us) {
  return us >= 1000  ? KernelPage::tr("%1 ms").arg(us / 1000, 0, 'f', 2)
         : us >= 0.1 ? KernelPage::tr("%1 µs").arg(us, 0, 'f', 1)
                     : KernelPage::tr("%1 ns").arg(1000 * us, 0, 'f', 0);
}

}  // namespace

// What the history knows of the script as it stands; null: nothing, or it may have been with other sizes.
const workspace::Measurement* KernelPage::known() const {
  const workspace::Document* document = workbench_->document();
  if (!document || !view_->sizes()->values().empty()) return nullptr;
  const workspace::History& history = document->history();
  if (script_at(history.current(), task_, default_script_) != ss(view_->script())) return nullptr;
  return history.measured(history.current().id, task_);
}

// The last run's, while the script and its sizes are those that ran.
void KernelPage::showVerdict() {
  if (running_) return;
  if (verdict_ && ran_ == ss(view_->script()) && ran_sizes_ == view_->sizes()->values())
    badge_->set(verdict_->state, verdict_->text, verdict_->detail);
  else if (const workspace::Measurement* m = known(); m && m->check != workspace::Measurement::Check::Unchecked)
    badge_->set(m->check == workspace::Measurement::Check::Equal ? RunBadge::State::Equal : RunBadge::State::Different,
                m->check == workspace::Measurement::Check::Equal
                    ? tr("equal · %1").arg(duration_text(m->median_us))
                    : tr("different · %1").arg(duration_text(m->median_us)),
                tr("As it was measured before; run it again for more"));
  else
    badge_->set(RunBadge::State::Unchecked, tr("unchecked"), tr("Run the kernel to compare it with its reference"));
}

void KernelPage::judge(RunBadge::State state, const QString& text, const QString& detail) {
  verdict_ = Verdict{state, text, detail};
  showVerdict();
}

void KernelPage::setRunning(bool running) {
  running_ = running;
  Q_EMIT runningChanged();
}

// One measurement at a time: two would share the processor and both be wrong.
void KernelPage::measureBranch() {
  if (branch_->running()) return branch_->stop();
  if (!opened_ || failed_) return;
  if (running_) cancelRun();
  branch_->start(task_, default_script_, view_->sizes()->values());
}

bool KernelPage::running() const {
  return running_ || branch_->running();
}

void KernelPage::cancelRun() {
  branch_->stop();
  if (!running_) return;
  workbench_->jobs().cancel(QStringLiteral("run %1").arg(group_.value));
  setRunning(false);
  badge_->set(RunBadge::State::Unchecked, tr("stopped"));
}

void KernelPage::showAssemblyHeat() {
  if (assembly_) assembly_->setHeat(view_->heatOf(assembled_));
}

void KernelPage::showReport(const SampledRun& ran) {
  setRunning(false);
  const Result<runtime::RunReport>& report = ran.report;
  view_->addHeat(ran_, ran.heat);
  showAssemblyHeat();
  if (!report.value) {
    const QString why = report.diagnostics.empty() ? tr("no answer") : qs(report.diagnostics.front().message);
    judge(RunBadge::State::Failed, tr("did not run"), why);
    Diagnostics all = view_->diagnostics();
    append(all, report.diagnostics);
    workbench_->report(reportName(), std::move(all));
    return;
  }
  const runtime::RunReport& r = *report;
  const QString time = duration_text(r.time.median);
  const double bar = error_bar(r);
  flops_ = r.flops;
  const target::Roof roof =
      target::under_roof(peaks_->value(), r.flops, view_->figures() ? view_->figures()->bytes : 0, r.time.median);
  const QString shares = peaks_->value().known() ? tr(" (%1 % of the peak, %2 % of the memory bandwidth)")
                                                       .arg(100 * roof.share_of_flops, 0, 'f', 0)
                                                       .arg(100 * roof.share_of_memory, 0, 'f', 0)
                                                 : QString();
  const QString noise = bar > 0.02 ? tr(" · noisy: ± %1 %").arg(100 * bar, 0, 'f', 0) : QString();
  const QString speed = tr("%1 GFLOP/s").arg(r.gflops, 0, 'f', r.gflops < 10 ? 2 : 1);
  if (r.verify) {
    const QString detail = tr("%1 of %2 elements compared, largest difference %3; median of %4 runs, ± %5 µs")
                               .arg(r.verify->checked)
                               .arg(r.verify->total)
                               .arg(r.verify->max_abs_error, 0, 'g', 3)
                               .arg(r.time.runs)
                               .arg(r.time.mad, 0, 'f', 1) +
                           nanDetail(*r.verify) +
                           (shares.isEmpty() ? QString() : QStringLiteral("; ") + speed + shares);
    const bool nothing = r.verify->ok && r.verify->only_nan();
    judge(nothing        ? RunBadge::State::Unchecked
          : r.verify->ok ? RunBadge::State::Equal
                         : RunBadge::State::Different,
          nothing        ? tr("only NaN · %1 · %2%3").arg(time, speed, noise)
          : r.verify->ok ? tr("equal · %1 · %2%3").arg(time, speed, noise)
                         : tr("different · %1").arg(time),
          detail);
  }
  if (workbench_->document()) workbench_->document()->history().record(task_, ran_, default_script_, measurement(r));
  Diagnostics all = view_->diagnostics();
  for (const Diagnostic& d : report.diagnostics)
    if (d.severity == Severity::Error) all.push_back(d);
  workbench_->report(reportName(), std::move(all));
  Q_EMIT measuredChanged();
}

}  // namespace nw::views
