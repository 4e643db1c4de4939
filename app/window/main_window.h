// SPDX-License-Identifier: GPL-3.0-or-later
// The window of one document: it joins menus, panels and tabs; each of those lives in a class of its own.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <map>
#include <memory>
#include <vector>

#include "common/theme.h"
#include "common/viewer.h"
#include "common/workbench.h"
#include "kernel/kernel_view.h"
#include "window/recent_files.h"
#include "window/trusted_models.h"

class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace nw::measure {
struct NetworkReport;
}

namespace nw::views {
struct Command;
class CommandPalette;
class CompareView;
class MachinePeaks;
class MessageBar;
class GraphView;
class KernelPage;
}  // namespace nw::views

namespace nw::window {

struct Actions;
struct Docks;
class LessonBar;
struct Lesson;
class ScriptWatch;
class StartPage;

class MainWindow : public QMainWindow, public views::Viewer {
  Q_OBJECT

 public:
  // Without settings nothing is remembered, and nothing of earlier runs is used.
  MainWindow(views::ThemeSource& theme, QSettings* settings);
  ~MainWindow() override;

  void openFile(const QString& path);
  void openSample();
  void trustAllModels() { trusted_.trust_all = true; }  // also those outside of their project's folder
  void showGroup(GroupId group, bool as_kernel);
  bool selectNode(const QString& name);
  views::Workbench& workbench() { return workbench_; }
  views::GraphView* graphView() const { return graph_; }
  const Actions& actions() const { return *actions_; }
  LessonBar* lesson() const { return lesson_; }
  views::CommandPalette* palette() const { return palette_; }
  views::KernelPage* currentKernel() const;
  void startLesson(const Lesson& lesson);
  std::string viewState() const;  // JSON, for the project file: the graph's, and which kernels are open
  // What takes long to take apart when the program ends.
  std::vector<std::shared_ptr<const void>> largeValues() const;
  bool settled() const;  // nothing under way, everything drawn
  bool hasErrors() const;
  void writeReport(const QString& path);
  void exportGraph(const QString& path, double scale);  // SVG, PDF, PNG, DOT or JSON, by the path's ending
  void compareWith(const QString& path);
  void compareSettings(const workspace::FusionChoices& left, const workspace::FusionChoices& right);
  void openPasted(const QString& text, const QString& title);
  void showOnnxDocs(const QString& op, const QString& domain, int version);

  void documentChanged() override;
  void modelChanged() override;
  void graphChanged() override;
  void choicesChanged() override;
  void diagnosticsChanged() override;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildMenus();
  void buildToolBar();
  void buildMiddle();
  void buildStatus();
  void buildPalette();
  void searchNames(const QString& typed);  // nodes and groups, for the palette
  void connectActions();
  void connectFileActions();
  void connectGraphActions();
  void connectKernelActions();
  void connectPartActions();
  void connectCompareActions();
  views::CompareView* openComparison(const QString& title);
  void compareWithSource();
  void compareFusions();
  void askForSettings();
  void buildGraphMenu();
  void fillBookmarks();
  void chooseNumbers();
  void runNetwork();
  void showTimes(const measure::NetworkReport& report, bool differs);
  void connectWindowActions();
  void connectPanels();
  void restoreLayout();
  void keepPeaks();
  void updateState();
  void updateTheme();
  void fillRecent();
  void openKernel(GroupId group);
  views::KernelPage* pageOf(const std::string& task) const;  // of a kernel's tab, the one on screen first; null: none
  void followHistory();
  void compareStates(workspace::StateId before, workspace::StateId after);
  void finishOpening();
  void closeKernels();
  void keepTabs();
  void keepKernels();
  void giveBack(views::KernelPage* page, GroupId group);
  void restoreTabs();
  void openNextTab();
  void deleteOneKernel();
  void closeKernel(int tab);
  std::vector<views::Command> kernelCommands();
  void exportKernel();
  void askTimeLimit();
  void applyFix(const Diagnostic& diagnostic, const Fix& fix);
  void goToPlace(const Diagnostic& diagnostic);
  void explain(const QString& code);
  void chooseFile();
  void startOpening(const QString& path, const workspace::Consent& consent);
  bool save(bool ask_name);
  bool saveAs(const QString& path);
  void notSaved(const QString& path, const QString& why);
  bool projectIsTheirs(const QString& path);
  void noticeOtherWindows();
  void noticeJournal();
  void askAboutOutside();
  void written(const QString& path, const QString& wrong);  // a picture or a report; why not, or nothing
  bool fileIsTheirs(const QString& path);
  void askAboutFile(const std::string& text);
  bool mayClose();
  void keepJournal();
  void offerWhatWasLeft();
  void watchScript();
  std::string textHere() const;  // of the script on its own that is open
  bool modified() const;
  void scriptChanged(const std::string& text);
  void fileIsKnown(const std::string& text);  // what it has is decided about, or is what is here
  void exportPicture();
  void exportReport();
  void about();

  views::ThemeSource& theme_;
  QSettings* settings_;
  RecentFiles recent_;
  TrustedModels trusted_;
  views::Workbench workbench_;
  Actions* actions_;
  std::unique_ptr<Docks> docks_;
  QStackedWidget* stack_;
  StartPage* start_;
  QTabWidget* tabs_;
  views::GraphView* graph_;
  views::CommandPalette* palette_;
  views::MessageBar* message_;
  LessonBar* lesson_;
  ScriptWatch* watch_;
  views::MachinePeaks* peaks_;
  QPointer<views::KernelPage> opening_;               // made, and not shown yet
  std::vector<QPointer<views::KernelPage>> leaving_;  // closed, and not yet taken apart
  struct Present {
    workspace::StateId state;
    size_t states = 0;
  };
  Present present_;  // what of the history was shown last
  struct KernelTab {
    std::string node;         // of its group, by name
    int stop_after_line = 0;  // 0: all steps
    bool active = false;
  };
  std::vector<KernelTab> tabs_waiting_;  // to be opened once the groups are known
  std::vector<KernelTab> tabs_opening_;  // one after the other
  // Of kernels that wait behind a lesson, by the node that their group is known by: pins, and where the time went.
  std::map<std::string, views::KernelView::Kept> kept_;
  const workspace::Document* kept_of_ = nullptr;
  std::vector<workspace::SessionLock::Owner> others_;  // windows on the same file that one knows of
  QString journal_problem_;                            // that was said
  bool script_waits_ = false;                          // for its tab
  QMenu* recent_menu_ = nullptr;
  QMenu* snapshot_menu_ = nullptr;
  QMenu* bookmark_menu_ = nullptr;
  QToolButton* search_ = nullptr;
  QLabel *status_problems_ = nullptr, *status_graph_ = nullptr, *status_jobs_ = nullptr;
};

}  // namespace nw::window
