// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the program: its documents in tabs, each a MainWindow of its own, so that nothing of one document is in
// the way of another. What the tabs share is what belongs to the window: where panels are, and the order of the tabs.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "common/theme.h"
#include "window/docks.h"
#include "window/file_session.h"
#include "window/open_document.h"
#include "window/window_settings.h"

class QMenuBar;
class QStackedWidget;
class QTabBar;

namespace nw::window {

class MainWindow;
class WindowSession;

class DocumentsWindow : public QWidget, public DocumentPlaces {
  Q_OBJECT

 public:
  using Prepare = std::function<void(MainWindow&)>;
  // With one tab that has no document. Without settings nothing is remembered. `prepare`: what the command line asks
  // for, done to each tab before anything opens in it.
  DocumentsWindow(views::ThemeSource& theme, QSettings* settings, Prepare prepare = {});
  ~DocumentsWindow() override;

  MainWindow& active() const { return *shown_; }
  int count() const { return static_cast<int>(tabs_.size()); }
  int current() const;                 // the number of the active tab
  MainWindow* page(int number) const;  // null: its document waits until somebody looks at it
  const QStringList& titles() const { return titles_; }
  QTabBar* bar() const { return bar_; }
  WindowSession* session() { return session_.get(); }  // null: nothing is remembered

  void open(const QString& file);
  bool isOpen(const QString& file) const { return numberOf(file) < count(); }
  int addTab();                                               // without a document
  void addWaiting(const OpenDocument& document, int number);  // opened when the tab is activated
  void activate(int number);
  // Asks about what is not saved; false: it stays. The last one stays without a document.
  bool closeTab(int number);
  // The start page of the first tab offers these; the tab then stays free of documents. None: it does so no more.
  void offer(const std::vector<OpenDocument>& documents);
  OpenSession documents() const;
  bool settled() const;  // nothing is being opened, and the active tab is drawn

  FileSession* placeFor(const QString& file) override;
  QString freeTitle(const QString& title) const override;

 Q_SIGNALS:
  void changed();  // what is open, in which order, or which tab is active
  void recoverWanted();
  void leaveWanted();

 protected:
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Tab {
    MainWindow* page = nullptr;
    QMenuBar* menu = nullptr;  // the page's
    OpenDocument waits = {};   // without a page
  };
  void makePage(Tab& tab);
  void connectPage(MainWindow* page);
  void present(const Tab& tab);
  void remove(int number);
  bool mayClose(int number);
  void refresh();
  void refreshActions();
  int numberOf(const MainWindow* page) const;
  int numberOf(const QString& file) const;
  QString titleOf(const Tab& tab) const;
  QStringList distinctTitles() const;
  void goBy(int step);

  views::ThemeSource& theme_;
  WindowSettings settings_;
  Prepare prepare_;
  QStackedWidget* menus_;
  QTabBar* bar_;
  QStackedWidget* pages_;
  std::vector<Tab> tabs_;  // as in bar_
  MainWindow* shown_ = nullptr;
  MainWindow* offering_ = nullptr;  // whose start page offers what a crash left
  QStringList titles_;
  std::unique_ptr<WindowSession> session_;
};

}  // namespace nw::window
