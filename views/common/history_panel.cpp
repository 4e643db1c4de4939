// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/history_panel.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

#include "common/history_delegate.h"
#include "common/text.h"
#include "common/workbench.h"
#include "models/history_model.h"
#include "workspace/kernel_preview.h"

namespace nw::views {

HistoryPanel::HistoryPanel(Workbench& workbench, QWidget* parent)
    : QTreeView(parent), workbench_(workbench), model_(new HistoryModel(this)) {
  setModel(model_);
  setAccessibleName(tr("History"));
  setToolTip(tr("Every state of this document. Double-click to go there, F2 to give it a name."));
  setItemDelegate(new HistoryDelegate(this));
  setEditTriggers(EditKeyPressed);
  setSelectionMode(ExtendedSelection);  // two of them are compared
  rest_.setSingleShot(true);
  rest_.setInterval(200);
  connect(&rest_, &QTimer::timeout, this, &HistoryPanel::drawNests);
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(HistoryModel::StepColumn, QHeaderView::Stretch);
  const int time = fontMetrics().horizontalAdvance(QStringLiteral("1000.00 ms ± 100.0 %"));
  header()->resizeSection(HistoryModel::TimeColumn, time + 24);
  connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
    workbench_.goToState(workspace::StateId(index.data(HistoryModel::StateRole).toInt()));
  });
  connect(model_, &HistoryModel::tagWanted, this, [this](int state, const QString& name) {
    // The row is still being edited.
    QMetaObject::invokeMethod(
        this, [this, state, name] { workbench_.tagState(workspace::StateId(state), ss(name)); }, Qt::QueuedConnection);
  });
  workbench_.addViewer(this);
}

HistoryPanel::~HistoryPanel() {
  workbench_.removeViewer(this);
}

void HistoryPanel::setWaiting(std::vector<workspace::StateId> states) {
  waiting_ = std::move(states);
  refill();
}

void HistoryPanel::setDefault(const std::string& task, const std::string& script) {
  model_->setDefault(task, script);
  refill();
}

void HistoryPanel::fillMenu(QMenu* menu, const QModelIndex& index) {
  const workspace::StateId state(index.data(HistoryModel::StateRole).toInt());
  const QString tag = index.data(HistoryModel::TagRole).toString();
  menu->addAction(tr("Go to this state"), this, [this, state] { workbench_.goToState(state); });
  QAction* compare =
      menu->addAction(tr("Compare with the present state"), this, [this, state] { Q_EMIT compareWanted(state); });
  compare->setEnabled(!index.data(HistoryModel::CurrentRole).toBool());
  if (const QModelIndexList two = selectionModel()->selectedRows(); two.size() == 2) {
    const workspace::StateId one(two[0].data(HistoryModel::StateRole).toInt());
    const workspace::StateId other(two[1].data(HistoryModel::StateRole).toInt());
    menu->addAction(tr("Compare the two that are selected"), this,
                    [this, first = std::min(one, other), last = std::max(one, other)] {
                      workbench_.goToState(last);
                      Q_EMIT compareWanted(first);
                    });
  }
  menu->addAction(tag.isEmpty() ? tr("Name this state…") : tr("Rename %1…").arg(tag), QKeySequence(Qt::Key_F2), this,
                  [this, index = QPersistentModelIndex(index)] {
                    edit(QModelIndex(index).siblingAtColumn(HistoryModel::StepColumn));
                  });
  if (!tag.isEmpty())
    menu->addAction(tr("Take the name %1 away").arg(tag), this, [this, state] { workbench_.tagState(state, {}); });
}

void HistoryPanel::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
  if (!index.isValid()) return;
  QMenu menu(this);
  fillMenu(&menu, index);
  menu.exec(event->globalPos());
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
        for (const std::string& script : scripts) {
          if (cancel.cancelled()) break;
          drawn[script] = workspace::sketch(workspace::preview(script).printed);
        }
        return drawn;
      },
      [this](Sketches drawn) { model_->addSketches(std::move(drawn)); });
}

void HistoryPanel::refill() {
  model_->setHistory(workbench_.document() ? &workbench_.document()->history() : nullptr, waiting_);
  for (int row = 0; row < model_->rowCount(); ++row)
    if (model_->index(row, 0).data(HistoryModel::CurrentRole).toBool()) setCurrentIndex(model_->index(row, 0));
  if (isVisible()) rest_.start();
}

}  // namespace nw::views
