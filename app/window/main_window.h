// SPDX-License-Identifier: GPL-3.0-or-later
// All that shows one document: panels, tabs of its graph and kernels, menus. Several of them are the tabs of a
// DocumentsWindow, and share nothing but settings and theme. It makes the parts and connects them. Files are
// FileSession's, what to ask about them is DocumentNotices', kernels KernelTabs', and so on; what actions do is in the
// classes named for them.
#pragma once

#include <QMainWindow>
#include <memory>
#include <vector>

#include "common/theme.h"
#include "common/viewer.h"
#include "common/workbench.h"
#include "targets/target_list.h"
#include "window/window_settings.h"

class QMimeData;
class QStackedWidget;

namespace nw::views {
class CommandPalette;
class GraphView;
class MachinePeaks;
class MessageBar;
class PatternsPanel;
}  // namespace nw::views

namespace nw::window {

struct Actions;
struct Docks;
struct Lesson;
class BrokenPage;
class Comparisons;
class DocumentNotices;
class Exports;
class FileSession;
class GraphActions;
class KernelHistory;
class KernelTabs;
class LessonBar;
class Menus;
class StartPage;
class StatusLine;

class MainWindow : public QMainWindow, public views::Viewer {
  Q_OBJECT

 public:
  // Without settings nothing is remembered, and nothing of earlier runs is used.
  MainWindow(views::ThemeSource& theme, QSettings* settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  views::Workbench& workbench() { return workbench_; }
  views::TargetList& targets() { return targets_; }
  FileSession& files() { return *files_; }
  KernelTabs& kernels() { return *tabs_; }
  Exports& exports() { return *exports_; }
  Comparisons& comparisons() { return *comparisons_; }
  views::GraphView* graphView() const { return graph_; }
  views::CommandPalette* palette() const { return palette_; }
  LessonBar* lesson() const { return lesson_; }
  const Actions& actions() const { return *actions_; }

  // The table is matched in the model once it is there; its panel comes to the front.
  void openPatterns(const QString& table);
  views::PatternsPanel* patterns() const;
  Docks& docks() { return *docks_; }
  void startLesson(const Lesson& lesson);
  Menus& menus() { return *menus_; }
  BrokenPage& brokenPage() { return *broken_; }
  StartPage& startPage() { return *start_; }
  QString title() const;  // of the document; empty: none is open
  bool vacant() const;    // nothing is open here, nor being opened
  void activated();       // it came to the front: what others have changed meanwhile is shown
  void savePanels();      // for the next run
  static bool canOpen(const QMimeData& mime);
  void openDropped(const QMimeData& mime, const QPoint& where);
  // What takes long to take apart when the program ends.
  std::vector<std::shared_ptr<const void>> largeValues() const;
  bool settled() const;  // nothing under way, everything drawn
  bool hasErrors() const;

  void documentChanged() override;
  void modelChanged() override;
  void graphChanged() override;
  void choicesChanged() override;
  void diagnosticsChanged() override;
  void targetChanged() override;
  void preferencesChanged() override;

 Q_SIGNALS:
  void stateUpdated();  // title, whether it is modified, what is open
  void closeWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void arrange();
  void makeParts();
  void connectFiles();
  void connectTabs();
  void connectPanels();
  void connectMenus();
  void connectActions();
  void connectWindowActions();
  void restoreSettings();
  void followSettings();
  void chooseLanguage(const QAction& choice);
  void openPreferences();
  void chooseTheme(views::ThemeSource::Mode mode);
  void updateState();
  void updateTheme();
  void showMiddle();
  void dropTensor(const QString& file, const QPoint& where);
  void showRecent();
  bool showFile(const Diagnostic& diagnostic);  // its text, where that is what the problem is about
  void showTimes();
  void showProfiles();
  void about();

  views::ThemeSource& theme_;
  WindowSettings settings_;
  views::Workbench workbench_;
  views::TargetList targets_;
  Actions* actions_;
  std::unique_ptr<Docks> docks_;
  QStackedWidget* stack_;
  StartPage* start_;
  BrokenPage* broken_;
  views::GraphView* graph_;
  views::CommandPalette* palette_;
  views::MessageBar* message_;
  LessonBar* lesson_;
  views::MachinePeaks* peaks_;
  KernelTabs* tabs_;
  std::unique_ptr<KernelHistory> history_;
  FileSession* files_ = nullptr;
  DocumentNotices* notices_ = nullptr;
  Exports* exports_ = nullptr;
  Comparisons* comparisons_ = nullptr;
  GraphActions* graph_actions_ = nullptr;
  Menus* menus_ = nullptr;
  StatusLine* status_ = nullptr;
};

}  // namespace nw::window
