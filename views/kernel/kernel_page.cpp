// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_page.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/machine.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/code_font.h"
#include "kernel/kernel_view.h"
#include "kernel/run_badge.h"
#include "target/kernel.h"

namespace nw::views {

using workspace::Document;

KernelPage::KernelPage(Workbench* workbench, GroupId group, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      group_(group),
      view_(new KernelView(this)),
      badge_(new RunBadge(this)),
      reset_(new QToolButton(this)),
      assembly_(new QPlainTextEdit(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(view_);
  reset_->setText(tr("Default schedule"));
  reset_->setToolTip(tr("Back to the schedule that the group had before anyone shaped it; undo brings yours back"));
  reset_->setAccessibleName(tr("Back to the default schedule"));
  reset_->hide();
  auto* tools = static_cast<QHBoxLayout*>(view_->toolbarSlot()->layout());
  tools->addWidget(badge_);
  tools->addWidget(reset_);
  assembly_->setReadOnly(true);
  assembly_->setFont(codeFont());
  assembly_->setLineWrapMode(QPlainTextEdit::NoWrap);
  assembly_->setFrameShape(QFrame::NoFrame);
  assembly_->setAccessibleName(tr("Assembly"));
  view_->detailTabs()->addTab(assembly_, tr("Assembly"));
  connect(view_->detailTabs(), &QTabWidget::currentChanged, this, &KernelPage::updateAssembly);
  connect(reset_, &QToolButton::clicked, this, &KernelPage::resetSchedule);
  connect(view_, &KernelView::edited, this, [this](const QString& text, const QString& label, bool typing) {
    workbench_->setScript(task_, ss(text), ss(label), typing, this);
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
}

void KernelPage::showScript(const std::string& script) {
  view_->setScript(qs(script));
}

void KernelPage::choicesChanged() {
  if (opened_ && !failed_ && workbench_->document())
    showScript(workbench_->document()->script(task_).value_or(default_script_));
}

bool KernelPage::settled() const {
  return failed_ || (opened_ && view_->settled());
}

void KernelPage::preview() {
  workbench_->report(reportName(), view_->diagnostics());
  if (ran_ != view_->preview()->text && !running_)
    badge_->set(RunBadge::State::Unchecked, tr("unchecked"), tr("Run the kernel to compare it with its reference"));
  reset_->setVisible(group_.valid() && ss(view_->script()) != default_script_);
  updateAssembly();
  Q_EMIT settledChanged();
}

void KernelPage::updateAssembly() {
  if (view_->detailTabs()->currentWidget() != assembly_ || !view_->preview() || !view_->preview()->complete()) return;
  if (assembled_ == view_->preview()->text) return;
  assembled_ = view_->preview()->text;
  workbench_->jobs().run<Result<target::Emitted>>(
      QStringLiteral("assembly %1").arg(group_.value), tr("Compiling"), this,
      [script = assembled_](const CancelToken& cancel) {
        target::WorkerOptions worker;
        worker.cancel = cancel;
        return target::emit_kernel(script, "asm", {}, worker);
      },
      [this](const Result<target::Emitted>& emitted) {
        QStringList lines;
        if (emitted.value) {
          for (const std::string& line : emitted->assembly.lines) lines << qs(line);
        } else if (!emitted.diagnostics.empty()) {
          lines << qs(format(emitted.diagnostics.front()));
        }
        const int top = assembly_->verticalScrollBar()->value();
        assembly_->setPlainText(lines.join(QLatin1Char('\n')));
        assembly_->verticalScrollBar()->setValue(top);
      });
}

void KernelPage::applyFix(const Fix& fix) {
  view_->applyFix(fix);
}

void KernelPage::goToLine(int line) {
  view_->goToLine(line);
}

void KernelPage::resetSchedule() {
  if (!task_.empty() && group_.valid()) {
    workbench_->document()->reset_script(task_);
    choicesChanged();
  }
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
        return target::run_kernel(script, options, worker);
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
                r.verify->ok ? tr("equal · %1 · %2").arg(time, speed) : tr("different · %1").arg(time), detail);
  }
  if (workbench_->document()) workbench_->document()->history().record(task_, measured);
  Diagnostics all = view_->diagnostics();
  for (const Diagnostic& d : report.diagnostics)
    if (d.severity == Severity::Error) all.push_back(d);
  workbench_->report(reportName(), std::move(all));
  Q_EMIT measuredChanged();
}

}  // namespace nw::views
