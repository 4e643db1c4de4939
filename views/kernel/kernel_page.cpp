// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/apply_steps.h"
#include "kernel/assembly_page.h"
#include "kernel/assembly_view.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_view.h"
#include "kernel/machine_peaks.h"
#include "kernel/measure.h"
#include "kernel/nest_view.h"
#include "kernel/next_steps_page.h"
#include "kernel/roofline_view.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "kernel/script_editor.h"
#include "kernel/state_name.h"
#include "models/window_words.h"
#include "script/change_names.h"
#include "worker/kernel.h"
#include "workspace/stage_nodes.h"
#include "workspace/task_name.h"

namespace nw::views {

using workspace::Document;

KernelPage::KernelPage(Workbench* workbench, GroupId group, MachinePeaks* peaks, QWidget* parent, size_t of_file)
    : QWidget(parent),
      workbench_(workbench),
      group_(group),
      of_file_(of_file),
      view_(new KernelView(workbench->activeTarget(), this)),
      badge_(new RunBadge(view_->toolbarSlot())),
      schedules_(new ScheduleMenu(workbench, group, view_->toolbarSlot())),
      branch_(new BranchMeasuring(workbench, purpose("measure"), this)),
      peaks_(peaks) {
  connect(branch_, &BranchMeasuring::changed, this, [this] {
    Q_EMIT measuredChanged();
    Q_EMIT runningChanged();
    showVerdict();
  });
  connect(&workbench->jobs(), &Jobs::changed, this, &KernelPage::followJob);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(view_);
  auto* tools = static_cast<QHBoxLayout*>(view_->toolbarSlot()->layout());
  tools->addWidget(schedules_);
  tools->addWidget(badge_);
  connect(view_, &KernelView::edited, this, [this](const QString& text, const QString& label, bool typing) {
    // What is typed is called by what it changed, however many keys that took.
    const workspace::Document* document = workbench_->session().document();
    const std::string name =
        typing && document
            ? script::change_name(script_at(document->typing_since(task_), task_, default_script_), ss(text))
            : ss(label);
    if (std::exchange(refused_, false)) Q_EMIT workbench_->message({});  // that is over
    workbench_->session().setScript(task_, ss(text), name, typing, this);
    followChoices();
  });
  connect(view_, &KernelView::typingEnded, this, [this] {
    if (workspace::Document* document = workbench_->session().document()) document->end_typing();
  });
  connect(schedules_, &ScheduleMenu::applyWanted, this, [this](GroupId to) {
    apply_steps(workbench_, ss(view_->script()), title_, to, [self = QPointer(this)](int left_out) {
      if (self && left_out > 0) Q_EMIT self->problemsWanted();
    });
  });
  connect(view_, &KernelView::previewChanged, this, &KernelPage::preview);
  connect(view_, &KernelView::diagnosticsChanged, this, [this] {
    workbench_->session().report(reportName(), diagnostics());
    Q_EMIT settledChanged();
  });
  connect(branch_, &BranchMeasuring::sampled, this,
          [this](const std::string& script, const std::shared_ptr<const kernel::NestHeat>& heat) {
            view_->addHeat(script, heat);
            showAssemblyHeat();
          });
  connect(view_, &KernelView::message, this, [this](const QString& why) {
    refused_ = true;
    Q_EMIT workbench_->message(why);
  });
  view_->editor()->setWrapped(workbench->preferences().wrap_script);
  connect(view_->editor(), &ScriptEditor::wrapWanted, this, [this](bool wrapped) {
    Preferences preferences = workbench_->preferences();
    preferences.wrap_script = wrapped;
    workbench_->setPreferences(preferences);
  });
  workbench_->addViewer(this);
  QMetaObject::invokeMethod(this, &KernelPage::populate, Qt::QueuedConnection);
}

// The rest, in a separate event, after the view's.
void KernelPage::populate() {
  if (retired_) return;
  QTabWidget* tabs = view_->detailTabs();
  auto* stack = tabs->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
  assembly_ = new AssemblyPage(stack);
  showSyntax();
  roofline_ = new RooflineView(peaks_, stack);
  if (!group_.valid()) addOriginal();
  tabs->addTab(assembly_, tr("Assembly"));
  tabs->addTab(roofline_, tr("Roofline"));
  connect(view_->diff(), &DiffView::besideWanted, this, [this](const std::string& before, const std::string& after) {
    Q_EMIT comparisonWanted(before.empty() ? scriptBefore() : before, after);
  });
  connect(tabs, &QTabWidget::currentChanged, this, &KernelPage::updateRoofline);
  connect(this, &KernelPage::measuredChanged, this, &KernelPage::updateRoofline);
  connect(roofline_, &RooflineView::stateWanted, this,
          [this](int state) { workbench_->session().goToState(workspace::StateId(state)); });
  connect(tabs, &QTabWidget::currentChanged, this, &KernelPage::updateAssembly);
  connect(assembly(), &AssemblyView::selected, this,
          [this](const KernelSelection& selection) { view_->selectFrom(selection, assembly()); });
  connect(assembly_, &AssemblyPage::syntaxChosen, this, [this](bool intel) {
    Preferences preferences = workbench_->preferences();
    preferences.intel_syntax = intel;
    workbench_->setPreferences(preferences);
  });
  showStepsScope();
  connect(view_->nextStepsPage(), &NextStepsPage::scopeChosen, this, [this](NextSteps::Scope scope) {
    Preferences preferences = workbench_->preferences();
    preferences.steps_of_selection = scope == NextSteps::Scope::Selection;
    workbench_->setPreferences(preferences);
  });
  connect(view_, &KernelView::selectionChanged, assembly(), &AssemblyView::setSelection);
  connect(view_, &KernelView::selectionChanged, this, &KernelPage::selectNodeOf);
  connect(view_, &KernelView::pinned, assembly(), &AssemblyView::setMarks);
  arrangeColumns();
  open();
}

void KernelPage::showStepsScope() {
  view_->nextStepsPage()->setScope(workbench_->preferences().steps_of_selection ? NextSteps::Scope::Selection
                                                                                : NextSteps::Scope::AllStages);
}

KernelPage::~KernelPage() {
  retire();
}

void KernelPage::retire() {
  if (std::exchange(retired_, true)) return;
  workbench_->removeViewer(this);
  disconnect();  // all listeners of the page
  for (QObject* face : std::initializer_list<QObject*>{view_, view_->detailTabs(), view_->nextStepsPage(), assembly_,
                                                       assembly(), schedules_, branch_})
    if (face) disconnect(face, nullptr, this, nullptr);
  disconnect(&workbench_->jobs(), nullptr, this, nullptr);
  branch_->stop();
  for (const char* what : {"open kernel", "twins", "assembly", "run", "export", "preview export"})
    workbench_->jobs().cancel(purpose(what));
  workbench_->session().report(reportName(), {});
}

// Its own whatever number the group gets.
QString KernelPage::purpose(const char* what) const {
  return QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(reinterpret_cast<quintptr>(this));
}

QString KernelPage::reportName() const {
  return purpose("kernel");
}

QString KernelPage::tabTitle() const {
  return group_.valid() && opened_ ? tr("%1 · %2").arg(title_).arg(group_.value) : title_;
}

void KernelPage::followFileName() {
  if (group_.valid()) return;
  const bool one_of_several = python_ && python_->flat.kernels.size() > 1;
  title_ = qs(one_of_several ? python_->flat.kernels[of_file_].name : workbench_->session().document()->title());
  view_->setTitle(title_, one_of_several ? tr("of %1").arg(QFileInfo(qs(python_->path)).fileName()) : tr("script"));
  Q_EMIT titleChanged();
}

void KernelPage::open() {
  if (!group_.valid()) {
    openScript();
    return;
  }
  title_ = tr("group %1").arg(group_.value);
  view_->setTitle(title_, tr("opening…"));
  fusion_ = workbench_->session().lastFusion();
  if (fusion_ && group_.index() < fusion_->groups.size()) {
    nodes_ = fusion_->groups[group_.index()].nodes;
    node_ = workbench_->session().model()->optimized().node(nodes_.back()).name;
  }
  makeKernel([this](Result<model::GroupKernel> kernel) { opened(std::move(kernel)); });
}

void KernelPage::openScript() {
  task_ = python_ ? workspace::python_task(*python_, of_file_) : Document::kScriptTask;
  if (python_) default_script_ = python_->flat.kernels[of_file_].script;
  opened_ = true;
  followFileName();
  showScript(workbench_->session().document()->script(task_).value_or(default_script_));
  compareWith();
}

// With the default schedule for the active target.
void KernelPage::makeKernel(std::function<void(Result<model::GroupKernel>)> done) {
  workbench_->jobs().run<Result<model::GroupKernel>>(
      purpose("open kernel"), tr("Opening group %1").arg(group_.value), this,
      [model = workbench_->session().document()->model(), fusion = workbench_->session().lastFusion(), group = group_,
       target = workbench_->target()](const CancelToken&) {
        return model::group_kernel(model->optimized(), *fusion, group, target);
      },
      std::move(done));
}

void KernelPage::targetChanged() {
  if (failed_) return;
  assembled_.clear();
  if (assembly_) showSyntax();
  const workspace::Document* document = workbench_->session().document();
  if (!group_.valid() || !document || !workbench_->session().lastFusion() || lost_)
    return view_->setTarget(workbench_->activeTarget());
  if (!opened_) {
    view_->setTarget(workbench_->activeTarget());
    return makeKernel([this](Result<model::GroupKernel> kernel) { opened(std::move(kernel)); });
  }
  // A schedule of the document is analysed for the new target at once; the default is replaced by the target's own.
  if (document->script(task_)) view_->setTarget(workbench_->activeTarget());
  makeKernel([this](Result<model::GroupKernel> kernel) { showDefaultFor(std::move(kernel)); });
}

void KernelPage::showDefaultFor(Result<model::GroupKernel> kernel) {
  const workspace::Document* document = workbench_->session().document();
  if (kernel.value && kernel->task_key == task_) {
    default_script_ = kernel->script;
    Q_EMIT defaultKnown(task_, default_script_);
    schedules_->setTask(task_, default_script_);
    compareWith();
  }
  if (document->script(task_)) return;
  view_->setTarget(workbench_->activeTarget());
  showScript(default_script_);
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
    workbench_->session().report(reportName(), kernel.diagnostics);
    Q_EMIT settledChanged();
    return;
  }
  task_ = kernel->task_key;
  default_script_ = kernel->script;
  title_ = qs(workspace::kernel_name(task_));
  view_->setTitle(title_, tr("group %1").arg(group_.value));
  Q_EMIT titleChanged();
  Q_EMIT defaultKnown(task_, default_script_);
  showScript(workbench_->session().document()->script(task_).value_or(default_script_));
  schedules_->setTask(task_, default_script_);
  compareWith();
  findTwins();
}

void KernelPage::findTwins() {
  workbench_->jobs().run<edit::Relatives>(
      purpose("twins"), tr("Looking for groups alike"), this,
      [model = workbench_->session().document()->model(), fusion = workbench_->session().lastFusion(),
       own = group_](const CancelToken& cancel) { return edit::relatives(model->optimized(), *fusion, own, cancel); },
      [this](edit::Relatives found) { schedules_->setRelatives(std::move(found)); });
}
void KernelPage::followChoices() {
  if (group_.valid()) schedules_->refresh();
  compareWith();
}
// Other kernels may have been added or removed since.
void KernelPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (opened_ && !failed_ && !retired_ && workbench_->session().document()) followChoices();
}
void KernelPage::showScript(const std::string& script) {
  view_->setScript(qs(script));
}

void KernelPage::choicesChanged() {
  if (!opened_ || failed_ || !workbench_->session().document()) return;
  if (isVisible()) followChoices();  // others when they are shown: there may be dozens of them, and this is each key
  showScript(workbench_->session().document()->script(task_).value_or(default_script_));
}

// A what-if rebuilds the groups and renumbers them: the one with the same nodes is the one shown here.
void KernelPage::graphChanged() {
  if (!group_.valid() || !workbench_->session().lastFusion() || workbench_->session().lastFusion() == fusion_) return;
  fusion_ = workbench_->session().lastFusion();
  findGroup();
}

// A stage on screen and the graph node that it computes are selected together.
void KernelPage::selectNodeOf(const KernelSelection& selection) {
  if (!isVisible() || lost_ || !view_->preview()) return;
  const NodeId node = workspace::node_of_stage(view_->preview()->program, selection.stage, nodes_);
  if (node.valid()) workbench_->session().selectOptimized(node, this);
}

void KernelPage::selectionChanged(const Selection&) {
  selectStageOfNode();
}

void KernelPage::selectStageOfNode() {
  if (lost_ || !view_->preview()) return;
  const script::Program& program = view_->preview()->program;
  std::vector<StageId> stages = workspace::stages_of_node(program, workbench_->session().selectedOptimized(), nodes_);
  if (stages.empty() || std::ranges::find(stages, view_->selection().stage) != stages.end()) return;
  // The one that holds the node's value, if it has loops; else one that has.
  const auto has_loops = [&](StageId stage) {
    return program.schedule->stage(stage).attach.kind != schedule::AttachKind::Inline;
  };
  const auto with_loops = std::find_if(stages.rbegin(), stages.rend(), has_loops);
  KernelSelection selection{with_loops == stages.rend() ? stages.back() : *with_loops, {}, 0};
  std::erase(stages, selection.stage);
  selection.also_stages = std::move(stages);
  view_->selectFrom(selection, this);
}

void KernelPage::findGroup() {
  const auto same = std::find_if(fusion_->groups.begin(), fusion_->groups.end(),
                                 [this](const fusion::Group& group) { return group.nodes == nodes_; });
  lost_ = same == fusion_->groups.end();
  if (!lost_) {
    group_ = same->id;
    schedules_->setGroup(group_);
  }
  if (!opened_ || failed_) return;
  view_->setTitle(title_, lost_ ? tr("not a group any more") : tr("group %1").arg(group_.value));
  Q_EMIT titleChanged();
  if (!lost_) findTwins();
}

bool KernelPage::settled() const {
  return failed_ || (opened_ && view_->settled());
}

void KernelPage::preview() {
  workbench_->session().report(reportName(), diagnostics());
  if (!group_.valid() && view_->preview()->tvmscript) view_->setTitle(title_, tr("TVMScript, read only"));
  showVerdict();
  updateAssembly();
  updateRoofline();
  if (!std::exchange(previewed_, true)) selectStageOfNode();
  Q_EMIT settledChanged();
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

}  // namespace nw::views
