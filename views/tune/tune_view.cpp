// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <optional>

#include "common/plain_table.h"
#include "common/text.h"
#include "kernel/diff_view.h"
#include "kernel/nest_view.h"
#include "tune/tune_curve.h"
#include "tune/tune_locks.h"
#include "tune/tune_why.h"

namespace nw::views {

namespace {

constexpr int kMargin = 12, kGap = 8;

QSortFilterProxyModel* sorted_by(QAbstractItemModel* model, int role, QObject* parent) {
  auto* sorted = new QSortFilterProxyModel(parent);
  sorted->setSourceModel(model);
  sorted->setSortRole(role);
  return sorted;
}

QTableView* make_table(QAbstractItemModel* model, const QString& name) {
  auto* table = new QTableView;
  table->setModel(model);
  table->setAccessibleName(name);
  table->setSortingEnabled(true);
  as_plain_table(table);
  return table;
}

// Columns as wide as such cells.
void set_widths(QTableView* table, const QStringList& widest) {
  constexpr int kPadding = 26;
  for (int column = 0; column < widest.size(); ++column)
    table->setColumnWidth(column,
                          kPadding + std::max(table->fontMetrics().horizontalAdvance(widest[column]),
                                              table->fontMetrics().horizontalAdvance(
                                                  table->model()->headerData(column, Qt::Horizontal).toString())));
}

QPushButton* make_button(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  return button;
}

}  // namespace

TuneView::TuneView(Subject subject, QWidget* parent)
    : QWidget(parent),
      model_(subject == Subject::Model),
      tasks_(new TuneTasksModel(this)),
      trials_(new TuneTrialsModel(this)),
      sorted_tasks_(sorted_by(tasks_, TuneTasksModel::SortRole, this)),
      sorted_trials_(sorted_by(const_cast<TuneTrialsModel*>(trials_), TuneTrialsModel::SortRole, this)) {
  build(subject);
  connectAll();
  setPhase(Phase::Preparing);
}

// Models go before the widgets, and say so: nothing is to be shown then.
TuneView::~TuneView() {
  for (QObject* sender : std::initializer_list<QObject*>{
           tasks_, sorted_tasks_, sorted_trials_, tasks_table_->selectionModel(), trials_table_->selectionModel()})
    sender->disconnect(this);
}

void TuneView::build(Subject subject) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  options_ = new TuneOptions(subject == Subject::Kernel);
  column->addWidget(buildHead());
  curve_ = new TuneCurve(trials_);
  auto* upper = new QSplitter(Qt::Horizontal);
  auto* parts = new QSplitter(Qt::Vertical);
  QWidget* tasks = buildTasks();
  if (model_) upper->addWidget(tasks);
  upper->addWidget(curve_);
  upper->setSizes({700, 500});
  pages_ = new QTabWidget;
  pages_->tabBar()->setAccessibleName(tr("Pages of the search"));
  pages_->setDocumentMode(true);
  diff_ = new DiffView;
  why_ = new TuneWhy;
  nest_ = new NestView;
  nest_->setNest(nullptr, {}, {}, tr("select a trial first"));
  pages_->addTab(buildTrials(), tr("Trials"));
  pages_->addTab(nest_, tr("Loop nest"));
  pages_->addTab(diff_, tr("Loop nest against the start's"));
  pages_->addTab(why_, tr("Why it is fast"));
  parts->addWidget(upper);
  parts->addWidget(pages_);
  parts->setSizes({340, 320});
  for (QSplitter* splitter : {upper, parts}) splitter->setChildrenCollapsible(false);
  column->addWidget(parts, 1);
}

QWidget* TuneView::buildHead() {
  auto* head = new QWidget;
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(kMargin, kGap, kMargin, kGap);
  column->setSpacing(kGap);
  summary_ = new QLabel;
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  counters_ = new QLabel;
  counters_->setWordWrap(true);
  column->addWidget(summary_);
  column->addWidget(options_);
  auto* row = new QHBoxLayout;
  row->setSpacing(kGap);
  main_ = make_button(tr("Start"), {});
  stop_ = make_button(tr("Stop"), tr("Ends the search: start and best are measured once more, in turns"));
  narrow_ = new QToolButton;
  narrow_->setText(tr("Narrow"));
  narrow_->setPopupMode(QToolButton::InstantPopup);
  over_ = new QToolButton;
  over_->setText(tr("Over seconds"));
  over_->setCheckable(true);
  over_->setToolTip(tr("The curve over seconds of searching, or over trials"));
  row->addWidget(main_);
  row->addWidget(stop_);
  row->addWidget(narrow_);
  row->addWidget(over_);
  row->addWidget(counters_, 1);
  column->addLayout(row);
  locks_ = new TuneLocks;
  column->addWidget(locks_);
  return head;
}

QWidget* TuneView::buildTasks() {
  tasks_table_ = make_table(sorted_tasks_, tr("Tasks of the model"));
  tasks_table_->sortByColumn(-1, Qt::AscendingOrder);
  set_widths(tasks_table_,
             {QStringLiteral("conv2d_add_relu · 88"), QStringLiteral("88"), QStringLiteral("888.8 µs"),
              QStringLiteral("888.8 µs"), QStringLiteral("×88.88"), QStringLiteral("88.8 %"), QStringLiteral("888")});
  only_ =
      make_button(tr("Tune this task"), tr("Searches for the selected task only; a task that is left out says why"));
  open_ = make_button(tr("Open the kernel"), tr("Opens the task's first group in a tab"));
  apply_ = make_button(tr("Apply"), tr("The task's best schedule into the project, named “tuned” and in use"));
  apply_all_ =
      make_button(tr("Apply all"), tr("The best schedule of every task into the project, in one step of undo"));
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tasks_table_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(kMargin, kGap / 2, kMargin, kGap / 2);
  row->setSpacing(kGap);
  for (QPushButton* button : {only_, apply_, apply_all_, open_}) row->addWidget(button);
  row->addStretch(1);
  column->addLayout(row);
  page->setVisible(model_);
  return page;
}

QWidget* TuneView::buildTrials() {
  trials_table_ = make_table(sorted_trials_, tr("Measured schedules"));
  trials_table_->sortByColumn(TuneTrialsModel::TimeColumn, Qt::AscendingOrder);
  set_widths(trials_table_,
             {QStringLiteral("88888"), QStringLiteral("888.8 µs  "), QStringLiteral("888.8 µs ± 888.8 µs"),
              QStringLiteral("×888.88"), QStringLiteral("888.8 µs")});
  take_ = make_button(tr("Take into the editor"),
                      tr("The selected schedule, or else the fastest, as the kernel's script: one step of undo"));
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(trials_table_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(kMargin, kGap / 2, kMargin, kGap / 2);
  row->addWidget(take_);
  row->addStretch(1);
  column->addLayout(row);
  return page;
}

void TuneView::connectAll() {
  connect(main_, &QPushButton::clicked, this, &TuneView::press);
  connect(stop_, &QPushButton::clicked, this, &TuneView::stopWanted);
  connect(over_, &QToolButton::toggled, this,
          [this](bool seconds) { curve_->setOver(seconds ? TuneCurve::Over::Seconds : TuneCurve::Over::Trials); });
  connect(take_, &QPushButton::clicked, this, [this] {
    if (const int row = trial(); row >= 0) Q_EMIT takeWanted(row);
  });
  connect(apply_, &QPushButton::clicked, this, [this] { Q_EMIT applyWanted(task()); });
  connect(apply_all_, &QPushButton::clicked, this, &TuneView::applyAllWanted);
  connect(only_, &QPushButton::clicked, this, [this] { Q_EMIT startOneWanted(task()); });
  connect(open_, &QPushButton::clicked, this, [this] { Q_EMIT openWanted(task()); });
  connect(tasks_table_, &QTableView::activated, this, [this] { Q_EMIT openWanted(task()); });
  connect(tasks_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    Q_EMIT taskShown(task());
    updateButtons();
  });
  connect(tasks_, &QAbstractItemModel::dataChanged, this, &TuneView::updateButtons);
  connect(trials_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    Q_EMIT trialShown(trial());
    updateButtons();
  });
  connect(sorted_trials_, &QAbstractItemModel::rowsInserted, this, &TuneView::updateButtons);
  connect(sorted_trials_, &QAbstractItemModel::modelReset, this, &TuneView::updateButtons);
  connect(curve_, &TuneCurve::trialChosen, this, [this](int row) {
    const QModelIndex shown = sorted_trials_->mapFromSource(trials_->index(row, 0));
    trials_table_->setCurrentIndex(shown);
    trials_table_->scrollTo(shown);
  });
}

void TuneView::press() {
  switch (phase_) {
    case Phase::Ready:
    case Phase::Ended:
      return Q_EMIT startWanted();
    case Phase::Running:
      return Q_EMIT pauseWanted();
    case Phase::Paused:
      return Q_EMIT resumeWanted();
    default:
      return;
  }
}

void TuneView::setPhase(Phase phase) {
  phase_ = phase;
  updateButtons();
  Q_EMIT phaseChanged();
}

void TuneView::updateButtons() {
  const bool under_way = measures();
  main_->setText(under_way                 ? tr("Pause")
                 : phase_ == Phase::Paused ? tr("Resume")
                 : phase_ == Phase::Ended  ? tr("Tune on")
                                           : tr("Start"));
  main_->setToolTip(under_way ? tr("Ends the measurement under way; the search goes on where it was")
                    : phase_ == Phase::Ended
                        ? tr("Searches on from the script in the editor; what is measured is not measured again")
                        : tr("Starts the search"));
  main_->setEnabled(phase_ == Phase::Ready || phase_ == Phase::Running || phase_ == Phase::Paused ||
                    phase_ == Phase::Ended);
  stop_->setEnabled(phase_ == Phase::Running || phase_ == Phase::Paused);
  const bool open = phase_ == Phase::Ready || phase_ == Phase::Ended;
  options_->setEnabled(open || phase_ == Phase::Refused);
  narrow_->setEnabled(narrow_->menu() != nullptr && (phase_ == Phase::Running || phase_ == Phase::Paused));
  narrow_->setToolTip(narrow_->isEnabled() ? tr("Rule out steps, or keep what the best schedule has")
                                           : tr("There is a choice to be narrowed while a search runs or is paused"));
  const int shown = trial();
  const bool timed = shown >= 0 && trials_->trials()[static_cast<size_t>(shown)].time.has_value();
  take_->setEnabled(timed);
  take_->setToolTip(timed ? tr("The selected schedule, or else the fastest, as the kernel's script: one step of undo")
                          : tr("A schedule that failed is not taken: it has no time"));
  const int row = tasks_->rowOf(ss(task()));
  const TuneTask* chosen = row >= 0 ? &tasks_->tasks()[static_cast<size_t>(row)] : nullptr;
  const bool faster = chosen && chosen->best_us > 0;
  apply_->setEnabled(faster && !under_way);
  open_->setEnabled(chosen && chosen->group >= 0);
  only_->setEnabled(open && chosen && chosen->state != TuneTask::State::Left);
  apply_all_->setEnabled(!under_way &&
                         std::ranges::any_of(tasks_->tasks(), [](const TuneTask& each) { return each.best_us > 0; }));
  const QString wait = under_way ? tr("Pause or stop the search first") : tr("It has no measured schedule yet");
  apply_->setToolTip(apply_->isEnabled() ? tr("The task's best schedule into the project, named “tuned” and in use")
                                         : wait);
  apply_all_->setToolTip(
      apply_all_->isEnabled() ? tr("The best schedule of every task into the project, in one step of undo") : wait);
}

void TuneView::setSummary(const QString& sentence) {
  summary_->setText(sentence);
}

void TuneView::setCounters(const QString& text) {
  counters_->setText(text);
}

QString TuneView::summary() const {
  return summary_->text();
}

QString TuneView::counters() const {
  return counters_->text();
}

QString TuneView::task() const {
  return tasks_table_->currentIndex().data(TuneTasksModel::KeyRole).toString();
}

void TuneView::showTask(const QString& key) {
  const int row = tasks_->rowOf(ss(key));
  if (row >= 0) tasks_table_->setCurrentIndex(sorted_tasks_->mapFromSource(tasks_->index(row, 0)));
}

void TuneView::setTrials(const TuneTrialsModel* trials) {
  trials_ = trials;
  sorted_trials_->setSourceModel(const_cast<TuneTrialsModel*>(trials));
  curve_->setModel(trials);
  updateButtons();
}

void TuneView::setPeak(double us) {
  curve_->setPeak(us);
}

int TuneView::trial() const {
  const QModelIndex chosen = trials_table_->currentIndex();
  if (chosen.isValid()) return sorted_trials_->mapToSource(chosen).row();
  const TuneTrial* best = trials_->best();
  return best ? static_cast<int>(best - trials_->trials().data()) : -1;
}

void TuneView::compare(const QString& name, std::shared_ptr<const kernel::KernelPreview> nest,
                       const std::string& start) {
  nest_->setNest(nest, std::vector<bool>(nest ? nest->printed.lines.size() : 0, false), {});
  diff_->setNest(std::move(nest), std::nullopt);
  diff_->setOthers({{tr("the start"), start}});
  diff_->compareWith(tr("the start"));
  pages_->setTabText(pages_->indexOf(diff_),
                     name.isEmpty() ? tr("Loop nest against the start's") : tr("%1 against the start").arg(name));
  pages_->setTabText(pages_->indexOf(nest_), name.isEmpty() ? tr("Loop nest") : name);
}

void TuneView::setNarrowing(QMenu* menu) {
  narrow_->setMenu(menu);
  updateButtons();
}

}  // namespace nw::views
