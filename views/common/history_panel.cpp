// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/history_panel.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "common/history_delegate.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/valid_part.h"
#include "models/history_model.h"

namespace nw::views {

HistoryPanel::HistoryPanel(Workbench& workbench, QWidget* parent)
    : QTreeView(parent), workbench_(workbench), model_(new HistoryModel(this)) {
  setModel(model_);
  setAccessibleName(tr("History"));
  setToolTip(
      tr("Every state of this document. Enter or a double-click goes there, F2 names it, Shift+Enter compares it with "
         "the present one, or two that are selected with each other."));
  setItemDelegate(new HistoryDelegate(this));
  setEditTriggers(EditKeyPressed);
  setSelectionMode(ExtendedSelection);  // two of them are compared
  rest_.setSingleShot(true);
  rest_.setInterval(200);
  connect(&rest_, &QTimer::timeout, this, &HistoryPanel::drawNests);
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  header()->setStretchLastSection(true);
  header()->setSectionResizeMode(HistoryModel::StepColumn, QHeaderView::Interactive);
  const int time = fontMetrics().horizontalAdvance(QStringLiteral("1000.00 ms ± 100.0 %"));
  header()->resizeSection(HistoryModel::TimeColumn, time + 24);
  header()->resizeSection(HistoryModel::TargetColumn,
                          fontMetrics().horizontalAdvance(QStringLiteral("cross:aarch64-sve")) + 24);
  setColumnHidden(HistoryModel::TargetColumn, true);
  connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
    workbench_.session().goToState(workspace::StateId(index.data(HistoryModel::StateRole).toInt()));
  });
  connect(model_, &HistoryModel::tagWanted, this, [this](int state, const QString& name) {
    // The row is still being edited.
    QMetaObject::invokeMethod(
        this, [this, state, name] { workbench_.session().tagState(workspace::StateId(state), ss(name)); },
        Qt::QueuedConnection);
  });
  workbench_.addViewer(this);
}

HistoryPanel::~HistoryPanel() {
  workbench_.removeViewer(this);
}

void HistoryPanel::setWaiting(std::vector<workspace::StateId> states, std::map<workspace::StateId, Diagnostic> failed) {
  waiting_ = std::move(states);
  model_->setFailed(std::move(failed));
  refill();
}

void HistoryPanel::setDefault(const std::string& task, const std::string& script, GroupId group) {
  model_->setDefault(task, script);
  model_->setGroup(task, group);
  refill();
}

void HistoryPanel::fillMenu(QMenu* menu, const QModelIndex& index) {
  const workspace::StateId state(index.data(HistoryModel::StateRole).toInt());
  const QString tag = index.data(HistoryModel::TagRole).toString();
  QAction* go = menu->addAction(tr("Go to this state"), QKeySequence(Qt::Key_Return), this,
                                [this, state] { workbench_.session().goToState(state); });
  go->setEnabled(!index.data(HistoryModel::CurrentRole).toBool());
  menu->setDefaultAction(go);
  addCompare(menu, state);
  menu->addAction(tag.isEmpty() ? tr("Name this state…") : tr("Rename %1…").arg(tag), QKeySequence(Qt::Key_F2), this,
                  [this, index = QPersistentModelIndex(index)] {
                    edit(QModelIndex(index).siblingAtColumn(HistoryModel::StepColumn));
                  });
  if (!tag.isEmpty())
    menu->addAction(tr("Take the name %1 away").arg(tag), this,
                    [this, state] { workbench_.session().tagState(state, {}); });
  addTargets(menu);
}

void HistoryPanel::namePresent() {
  for (int row = 0; row < model_->rowCount(); ++row)
    if (const QModelIndex index = model_->index(row, HistoryModel::StepColumn);
        index.data(HistoryModel::CurrentRole).toBool()) {
      setCurrentIndex(index);
      edit(index);
    }
}

void HistoryPanel::addCompare(QMenu* menu, workspace::StateId state) {
  const std::vector<workspace::StateId> two = chosen();
  const QKeySequence key(Qt::SHIFT | Qt::Key_Return);
  QAction* compare =
      menu->addAction(tr("Compare with the present state"), this, [this, state] { Q_EMIT compareWanted(state, {}); });
  compare->setEnabled(state != present_);
  if (two.size() == 2)
    menu->addAction(tr("Compare the two that are selected"), key, this,
                    [this, two] { Q_EMIT compareWanted(two[0], two[1]); });
  else
    compare->setShortcut(key);
  const bool both = two.size() == 2;
  QAction* beside = menu->addAction(tr("Compare side by side"), this, [this, state, both, two] {
    Q_EMIT compareBesideWanted(both ? two[0] : state, both ? two[1] : workspace::StateId());
  });
  beside->setEnabled(both || state != present_);
}

std::vector<workspace::StateId> HistoryPanel::chosen() const {
  std::vector<workspace::StateId> states;
  for (const QModelIndex& row : selectionModel()->selectedRows())
    states.emplace_back(row.data(HistoryModel::StateRole).toInt());
  std::sort(states.begin(), states.end());
  return states;
}

void HistoryPanel::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!enter || !event->modifiers().testFlag(Qt::ShiftModifier) || state() == EditingState)
    return QTreeView::keyPressEvent(event);
  const std::vector<workspace::StateId> states = chosen();
  if (states.size() == 2)
    Q_EMIT compareWanted(states[0], states[1]);
  else if (states.size() == 1 && states[0] != present_)
    Q_EMIT compareWanted(states[0], {});
}

void HistoryPanel::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
  if (!index.isValid()) return;
  QMenu menu(this);
  fillMenu(&menu, index);
  const bool by_key = event->reason() != QContextMenuEvent::Mouse;
  menu.exec(by_key ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos());
}

void HistoryPanel::showEvent(QShowEvent* event) {
  QTreeView::showEvent(event);
  rest_.start();
}

void HistoryPanel::drawNests() {
  std::vector<std::string> scripts = model_->scriptsWithoutSketch();
  if (scripts.empty()) return;
  using Sketches = std::map<std::string, workspace::NestSketch>;
  jobs_.run<Sketches>(
      QStringLiteral("sketches"), tr("Drawing the history"), this,
      [scripts = std::move(scripts)](const CancelToken& cancel) {
        Sketches drawn;
        kernel::PreviewOptions options;
        options.fixes = false;
        for (const std::string& script : scripts) {
          if (cancel.cancelled()) break;
          drawn[script] = workspace::sketch(kernel::preview_valid_part(script, options).printed);
        }
        return drawn;
      },
      [this](Sketches drawn) { model_->addSketches(std::move(drawn)); });
}

// What is selected stays so, until another state is the present one.
void HistoryPanel::refill() {
  const workspace::Document* document = workbench_.session().document();
  const workspace::StateId present = document ? document->history().current().id : workspace::StateId();
  const std::vector<workspace::StateId> before = chosen();
  const int at = currentIndex().data(HistoryModel::StateRole).toInt();
  const bool stays = present == present_ && !before.empty();
  present_ = present;
  model_->setMachine(workbench_.machine());
  model_->setTarget(target_);
  const std::vector<std::string> targets = model_->targets();
  model_->setHistory(document ? &document->history() : nullptr, waiting_);
  for (int row = 0; row < model_->rowCount(); ++row) {
    const QModelIndex index = model_->index(row, 0);
    const workspace::StateId state(index.data(HistoryModel::StateRole).toInt());
    if (stays ? state.value == at : state == present)
      selectionModel()->setCurrentIndex(index, stays ? QItemSelectionModel::NoUpdate
                                                     : QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (stays && std::find(before.begin(), before.end(), state) != before.end())
      selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
  }
  if (isVisible()) {
    rest_.start();
    fitSteps();
  }
  const bool gone = !target_.empty() && std::ranges::find(model_->targets(), target_) == model_->targets().end();
  setColumnHidden(HistoryModel::TargetColumn, model_->targets().size() < 2);
  if (gone) return showTarget({});
  if (targets != model_->targets()) Q_EMIT targetsChanged();
}

// As wide as the steps are long, so that a time is beside its step, and no wider than what the other columns leave.
void HistoryPanel::fitSteps() {
  constexpr int kLeast = 220;
  int others = 0;
  for (int column = 0; column < HistoryModel::ColumnCount; ++column)
    if (column != HistoryModel::StepColumn && !isColumnHidden(column)) others += header()->sectionSizeHint(column);
  others = std::max(others, columnWidth(HistoryModel::TimeColumn) * 2);
  const int room = std::max(kLeast, viewport()->width() - others);
  header()->resizeSection(HistoryModel::StepColumn,
                          std::clamp(sizeHintForColumn(HistoryModel::StepColumn), std::min(kLeast, room), room));
}

void HistoryPanel::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitSteps();
}

void HistoryPanel::showTarget(const std::string& id) {
  if (id == target_) return;
  target_ = id;
  refill();
  Q_EMIT targetsChanged();
}

const std::vector<std::string>& HistoryPanel::targets() const {
  return model_->targets();
}

void HistoryPanel::addTargets(QMenu* menu) {
  if (targets().size() < 2) return;
  QMenu* times = menu->addMenu(tr("&Times of"));
  const auto add = [&](const QString& text, const std::string& id) {
    QAction* action = times->addAction(text, this, [this, id] { showTarget(id); });
    action->setCheckable(true);
    action->setChecked(id == target_);
  };
  add(tr("Every target"), {});
  for (const std::string& id : targets()) add(qs(id), id);
}

}  // namespace nw::views
