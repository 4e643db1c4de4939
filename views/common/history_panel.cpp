// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/history_panel.h"

#include <QHeaderView>

#include "common/workbench.h"
#include "models/history_model.h"

namespace nw::views {

HistoryPanel::HistoryPanel(Workbench& workbench, QWidget* parent)
    : QTreeView(parent), workbench_(workbench), model_(new HistoryModel(this)) {
  setModel(model_);
  setAccessibleName(tr("History"));
  setToolTip(tr("Every state of this document. Double-click to go there."));
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(HistoryModel::StepColumn, QHeaderView::Stretch);
  connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
    workbench_.goToState(workspace::StateId(index.data(HistoryModel::StateRole).toInt()));
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

void HistoryPanel::refill() {
  model_->setHistory(workbench_.document() ? &workbench_.document()->history() : nullptr, waiting_);
  for (int row = 0; row < model_->rowCount(); ++row)
    if (model_->index(row, 0).data(HistoryModel::CurrentRole).toBool()) setCurrentIndex(model_->index(row, 0));
}

}  // namespace nw::views
