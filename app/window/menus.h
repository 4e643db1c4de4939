// SPDX-License-Identifier: GPL-3.0-or-later
// The menu bar. Most entries are Actions; those made of what is open or was opened lately are signals.
#pragma once

#include <QObject>
#include <QStringList>
#include <string>
#include <vector>

#include "model/model.h"
#include "window/lessons.h"

class QMainWindow;
class QMenu;
class QMenuBar;

namespace nw::views {
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;
struct Docks;

class Menus : public QObject {
  Q_OBJECT

 public:
  Menus(QMainWindow* window, views::Workbench& workbench, views::TargetList& targets, const Actions& actions,
        Docks& docks);
  void setRecent(const QStringList& files);
  void setSnapshots(const model::Model* model);  // null: none
  void setBookmarks(const std::vector<std::string>& names);
  void setDocuments(const QStringList& titles, int current);  // that are open in this window's tabs

 Q_SIGNALS:
  void fileWanted(const QString& path);
  void forgetRecentWanted();
  void bookmarkWanted(const QString& name);
  void documentWanted(int number);
  void lessonWanted(const nw::window::Lesson& lesson);

 private:
  void addFile(QMenuBar* bar);
  void addEdit(QMenuBar* bar);
  void addView(QMenuBar* bar);
  void addGraph(QMenuBar* bar);
  void addGo(QMenuBar* bar);
  void addKernel(QMenuBar* bar, views::TargetList& targets);
  void addWindow(QMenuBar* bar);
  void addHelp(QMenuBar* bar);

  views::Workbench& workbench_;
  const Actions& actions_;
  Docks& docks_;
  QStringList titles_;  // of the documents that are listed
  int current_ = -1;
  QMenu *recent_ = nullptr, *snapshots_ = nullptr, *bookmarks_ = nullptr, *documents_ = nullptr;
};

}  // namespace nw::window
