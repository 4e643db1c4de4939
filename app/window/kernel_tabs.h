// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of the window: the graph first, then the kernels that are open, and comparisons. Kernels are opened, closed,
// restored from the project file and when the model is made again; what is pinned in them is kept over a lesson.
#pragma once

#include <QPointer>
#include <QTabWidget>
#include <map>
#include <string>
#include <vector>

#include "common/command_palette.h"
#include "common/workbench.h"
#include "kernel/kernel_view.h"
#include "window/kernel_tab_state.h"

namespace nw::views {
class GraphView;
class KernelPage;
class MachinePeaks;
class OriginalPage;
}  // namespace nw::views

namespace nw::window {

class KernelTabs : public QTabWidget {
  Q_OBJECT

 public:
  KernelTabs(views::Workbench& workbench, views::GraphView* graph, views::MachinePeaks* peaks, QWidget* parent);

  views::KernelPage* current() const;                        // null: a graph is on screen
  std::vector<views::KernelPage*> pages() const;             // from left to right
  views::KernelPage* pageOf(const std::string& task) const;  // the one on screen first; null: it is not open
  // A run of a kernel, made elsewhere in the window, into the history.
  void record(const std::string& task, const std::string& script, const std::string& default_script,
              const workspace::Measurement& measurement);
  void showGraph();
  bool graphShown() const;
  void open(GroupId group);  // brings its tab to the front if there is one
  void showGroup(GroupId group, bool as_kernel);
  void closeTab(int tab);
  void closeAll();

  // After closeAll(), for the new document: a script's own page, or the tabs that its project file names.
  void openDocument(bool restore);
  void reopenForModel();  // kernels of other sizes are other kernels: all are closed, and opened again
  // Of the Python file that is open: one of its kernels, or a list of them to choose from.
  void openKernelOfFile(size_t index);
  bool openKernelOfFile(const QString& name);  // false: there is none of this name
  void chooseKernelOfFile();
  views::OriginalPage* original() const;  // of a Python file that no kernel could be made from; null: none is open
  void openWaiting();                     // once the groups are known
  void keepPins();                        // until this document is back on screen
  bool settled() const;                   // nothing to be opened, everything drawn
  std::string viewState() const;          // JSON, for the project file: the graph's, and which kernels are open

 Q_SIGNALS:
  void stateChanged();  // which page is on screen, or whether it runs
  void lastClosed();    // the only tab of a document that has no graph: it is still there
  void comparisonWanted(const std::string& left, const std::string& right);  // of the kernel on screen
  void problemsWanted();
  void chooseWanted(const QString& what, const std::vector<nw::views::Command>& from);
  void defaultKnown(const std::string& task, const std::string& script, nw::GroupId group);
  void measuredChanged(const std::vector<nw::workspace::StateId>& waiting,
                       const std::map<nw::workspace::StateId, nw::Diagnostic>& failed);

 protected:
  void tabInserted(int tab) override;

 private:
  void sizeByFront();
  void connectPage(views::KernelPage* page);
  void present(views::KernelPage* page);
  void openScript();
  void finishOpening();
  void openNext();
  void deleteOne();
  void reportMeasured();
  void restorePins(views::KernelPage* page, GroupId group);
  std::vector<KernelTabState> openTabs() const;

  views::Workbench& workbench_;
  views::GraphView* graph_;
  views::MachinePeaks* peaks_;
  bool script_waits_ = false;                         // for its tab
  QPointer<views::KernelPage> opening_;               // made, and not shown yet
  std::vector<QPointer<views::KernelPage>> leaving_;  // closed, and not yet taken apart
  std::vector<KernelTabState> waiting_;               // to be opened once the groups are known
  std::vector<KernelTabState> next_;                  // being opened, one after the other
  // Of kernels that wait behind a lesson, by the node that their group is known by: pins, and where the time went.
  std::map<std::string, views::KernelView::Kept> kept_;
  const workspace::Document* kept_of_ = nullptr;
};

}  // namespace nw::window
