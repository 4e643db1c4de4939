// SPDX-License-Identifier: GPL-3.0-or-later
// History: every state of the document; double-click goes there. Nothing is lost by going back.
#pragma once

#include <QTreeView>
#include <vector>

#include "common/viewer.h"
#include "workspace/history.h"

namespace nw::views {

class HistoryModel;
class Workbench;

class HistoryPanel : public QTreeView, public Viewer {
  Q_OBJECT

 public:
  explicit HistoryPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~HistoryPanel() override;

  void documentChanged() override { refill(); }
  void choicesChanged() override { refill(); }
  void refill();
  // States that are to be measured, shown as such from now on.
  void setWaiting(std::vector<workspace::StateId> states);

 private:
  Workbench& workbench_;
  HistoryModel* model_;
  std::vector<workspace::StateId> waiting_;
};

}  // namespace nw::views
