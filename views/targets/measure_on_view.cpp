// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/measure_on_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <set>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/assembly_pair.h"
#include "models/target_runs_model.h"
#include "models/window_words.h"
#include "targets/state_icon.h"
#include "targets/target_list.h"

namespace nw::views {

namespace {

constexpr int kId = Qt::UserRole + 1;

}  // namespace

MeasureOnView::MeasureOnView(Workbench& workbench, TargetList& targets, Source source, Keep keep, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      targets_(targets),
      source_(std::move(source)),
      keep_(std::move(keep)),
      model_(new TargetRunsModel(this)),
      list_(new QListWidget(this)),
      table_(new QTableView(this)),
      assemblies_(new AssemblyPair(this)),
      why_(new QLabel(this)),
      start_(new QPushButton(tr("Measure"), this)),
      compare_(new QPushButton(tr("Compare with this"), this)),
      copy_(new QPushButton(tr("Copy the table"), this)) {
  build();
  connect(start_, &QPushButton::clicked, this, [this] { running_ ? stop() : measure(); });
  connect(compare_, &QPushButton::clicked, this, [this] { model_->setBaseline(table_->currentIndex().row()); });
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(model_->asText()); });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MeasureOnView::showWhy);
  connect(&targets_, &TargetList::changed, this, &MeasureOnView::refill);
  connect(&targets_, &TargetList::statesChanged, this, &MeasureOnView::showStates);
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    if (running_ && !workbench_.jobs().busy(purpose())) stop();  // its job was ended by hand
  });
  refill();
  showWhy();
  showCode();
}

MeasureOnView::~MeasureOnView() {
  workbench_.jobs().disconnect(this);
  workbench_.jobs().cancel(purpose());
}

void MeasureOnView::build() {
  list_->setAccessibleName(tr("Targets to measure on"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setIconSize({16, 16});
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setModel(model_);
  table_->setAccessibleName(tr("The kernel on each target"));
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  start_->setToolTip(tr("Compiles, runs and checks the kernel on every checked target, one after the other"));
  compare_->setToolTip(tr("Gains are over the selected row; among emulated targets they are of executed instructions"));
  auto* left = new QWidget(this);
  auto* left_column = new QVBoxLayout(left);
  left_column->setContentsMargins(0, 0, 0, 0);
  left_column->addWidget(list_, 1);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(12, 4, 12, 8);
  buttons->setSpacing(8);
  buttons->addWidget(start_);
  buttons->addWidget(compare_);
  buttons->addWidget(copy_);
  buttons->addStretch(1);
  why_->setWordWrap(true);
  why_->setTextFormat(Qt::PlainText);
  why_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  why_->setContentsMargins(12, 8, 12, 8);
  auto* right = new QWidget(this);
  auto* right_column = new QVBoxLayout(right);
  right_column->setContentsMargins(0, 0, 0, 0);
  right_column->setSpacing(0);
  right_column->addWidget(table_, 1);
  right_column->addWidget(why_);
  auto* halves = new QSplitter(this);
  halves->addWidget(left);
  halves->addWidget(right);
  halves->setSizes({280, 700});
  halves->setStretchFactor(1, 1);
  halves->setChildrenCollapsible(false);
  auto* above = new QWidget(this);
  auto* above_column = new QVBoxLayout(above);
  above_column->setContentsMargins(0, 0, 0, 0);
  above_column->setSpacing(0);
  above_column->addWidget(halves, 1);
  above_column->addLayout(buttons);
  auto* parts = new QSplitter(Qt::Vertical, this);
  parts->addWidget(above);
  parts->addWidget(assemblies_);
  parts->setSizes({300, 400});
  parts->setChildrenCollapsible(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(parts);
}

// What was checked stays so; at first it is the active target.
void MeasureOnView::refill() {
  std::set<QString> checked{qs(targets_.active())};
  for (int row = 0; row < list_->count(); ++row) {
    const QListWidgetItem* item = list_->item(row);
    if (row == 0) checked.clear();
    if (item->checkState() == Qt::Checked) checked.insert(item->data(kId).toString());
  }
  list_->clear();
  for (const TargetEntry& entry : targets_.entries()) {
    auto* item = new QListWidgetItem(list_);
    item->setData(kId, qs(entry.id));
    item->setFlags(entry.runs() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                : Qt::ItemFlags(Qt::NoItemFlags));
    item->setCheckState(entry.runs() && checked.contains(qs(entry.id)) ? Qt::Checked : Qt::Unchecked);
  }
  showStates();
}

void MeasureOnView::showStates() {
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    const TargetEntry* entry = entry_of(targets_.entries(), ss(item->data(kId).toString()));
    if (!entry) continue;
    item->setText(QStringLiteral("%1 — %2").arg(entry->here() ? entry->title() : qs(entry->id), state_text(*entry)));
    item->setIcon(state_icon(entry->state, palette()));
    item->setToolTip(entry->why.isEmpty() ? entry->title() : entry->title() + QLatin1Char('\n') + entry->why);
  }
}

// Of the selected target, why it has no time or what is wrong with its numbers.
void MeasureOnView::showWhy() {
  const int row = table_->currentIndex().row();
  QStringList lines;
  if (row >= 0 && row < model_->rowCount())
    for (const Diagnostic& problem : model_->runs()[static_cast<size_t>(row)].problems) {
      if (problem.severity != Severity::Error) continue;
      lines << QStringLiteral("%1: %2").arg(qs(model_->runs()[static_cast<size_t>(row)].id),
                                            window_words(problem.message));
      for (const std::string& because : problem.because) lines << tr("because %1").arg(qs(because));
    }
  why_->setText(lines.join(QLatin1Char('\n')));
  why_->setVisible(!lines.isEmpty());
}

// Of those that have it; there is nothing to compare before two do.
void MeasureOnView::showCode() {
  std::vector<AssemblyPair::Code> codes;
  for (const TargetRun& run : model_->runs())
    if (!run.assembly.empty()) codes.push_back({run.name, run.assembly, run.heat});
  assemblies_->setVisible(codes.size() > 1);
  assemblies_->setCodes(std::move(codes));
}

QString MeasureOnView::purpose() const {
  return QStringLiteral("measure on %1").arg(reinterpret_cast<quintptr>(this));
}

void MeasureOnView::measure() {
  kernel_ = source_();
  if (kernel_.script.empty()) return;
  std::vector<TargetRun> runs;
  for (int row = 0; row < list_->count(); ++row) {
    const QListWidgetItem* item = list_->item(row);
    if (item->checkState() != Qt::Checked) continue;
    TargetRun run;
    run.id = ss(item->data(kId).toString());
    run.name = qs(run.id);
    runs.push_back(std::move(run));
  }
  if (runs.empty()) return Q_EMIT workbench_.message(tr("Check the targets to measure on first"));
  model_->setRuns(std::move(runs));
  showCode();
  row_ = 0;
  since_.start();
  setRunning(true);
  next();
}

// One at a time: two would disturb each other.
void MeasureOnView::next() {
  if (!running_) return;
  if (row_ >= model_->runs().size()) return setRunning(false);
  TargetRun run = model_->runs()[row_];
  run.state = TargetRun::State::Running;
  model_->setRun(row_, run);
  const TargetEntry* entry = entry_of(targets_.entries(), run.id);
  std::optional<target::Connection> to;
  if (!entry || !entry->here()) {
    Result<target::Connection> found = targets_.connection(run.id);
    if (!found.value) {
      run.state = TargetRun::State::Failed;
      run.problems = found.diagnostics;
      return finished(std::move(run));
    }
    to = std::move(*found);
  }
  workbench_.jobs().run<TargetRun>(
      purpose(), tr("Measuring on %1").arg(run.name), this,
      [run, to, kernel = kernel_, worker = workbench_.workerOptions()](const CancelToken& cancel) {
        worker::WorkerOptions cancellable = worker;
        cancellable.cancel = cancel;
        return run_on(run, to, kernel, std::move(cancellable));
      },
      [this](TargetRun done) { finished(std::move(done)); });
  workbench_.jobs().setPart(purpose(), static_cast<int>(row_), static_cast<int>(model_->runs().size()), {}, since_);
  workbench_.jobs().setTarget(purpose(), model_->runs()[row_].id);
}

void MeasureOnView::finished(TargetRun run) {
  if (!running_) return;
  const int selected = table_->currentIndex().row();
  const auto shown = selected >= 0 ? selected : static_cast<int>(row_);
  if (run.report) keep_(kernel_, *run.report);
  model_->setRun(row_++, std::move(run));
  showCode();
  table_->resizeColumnsToContents();
  table_->selectRow(shown);
  next();
}

void MeasureOnView::stop() {
  if (!running_) return;
  setRunning(false);
  workbench_.jobs().stop(purpose());
  std::vector<TargetRun> runs = model_->runs();
  for (TargetRun& run : runs)
    if (run.state == TargetRun::State::Running) run.state = TargetRun::State::Waiting;
  model_->setRuns(std::move(runs));
}

void MeasureOnView::setRunning(bool running) {
  running_ = running;
  start_->setText(running ? tr("Stop") : tr("Measure"));
}

}  // namespace nw::views
