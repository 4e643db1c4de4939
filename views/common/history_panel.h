// SPDX-License-Identifier: GPL-3.0-or-later
// History: every state of the document with a picture of its loop nest; Enter or a double-click goes there, F2 names
// it, Shift+Enter compares. Nothing is lost by going back.
#pragma once

#include <QTimer>
#include <QTreeView>
#include <map>
#include <vector>

#include "common/jobs.h"
#include "common/viewer.h"
#include "workspace/history.h"

class QMenu;

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
  void targetChanged() override { refill(); }
  void refill();
  // States that are to be measured, shown as such from now on.
  void setWaiting(std::vector<workspace::StateId> states, std::map<workspace::StateId, Diagnostic> failed = {});
  // What a kernel is like that nothing was chosen for: states from before have a picture too.
  void setDefault(const std::string& task, const std::string& script, GroupId group);
  // The only target whose times are shown, by its id; empty: any, the active one's first.
  void showTarget(const std::string& id);
  const std::string& shownTarget() const { return target_; }
  const std::vector<std::string>& targets() const;  // that any state was measured on, by their ids
  void fillMenu(QMenu* menu, const QModelIndex& index);
  void namePresent();  // opens the field for its name
  bool settled() const { return jobs_.idle() && !rest_.isActive(); }

 Q_SIGNALS:
  // The kernel on screen as it was in two states; an invalid one is the present.
  void compareWanted(nw::workspace::StateId before, nw::workspace::StateId after);
  void compareBesideWanted(nw::workspace::StateId before, nw::workspace::StateId after);  // the same, in a tab
  void targetsChanged();  // that there are times of, or whose are shown

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitSteps();
  void drawNests();  // those not drawn yet
  void addCompare(QMenu* menu, workspace::StateId state);
  void addTargets(QMenu* menu);
  std::vector<workspace::StateId> chosen() const;  // in order of creation

  Workbench& workbench_;
  Jobs jobs_;
  QTimer rest_;  // pictures wait until the hand rests
  HistoryModel* model_;
  std::vector<workspace::StateId> waiting_;
  workspace::StateId present_;  // when the list was filled
  std::string target_;          // whose times are shown; empty: any
};

}  // namespace nw::views
