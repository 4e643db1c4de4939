// SPDX-License-Identifier: GPL-3.0-or-later
// The pattern tables of the document, a tab each: which there are and which is in front is the document's, whether a
// table has what its file has is known here.
#pragma once

#include <QStringList>
#include <QTabBar>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workspace/choices.h"

namespace nw::views {

class TableTabs : public QTabBar {
  Q_OBJECT

 public:
  explicit TableTabs(QWidget* parent = nullptr);
  void forget();                                   // another document
  void follow(const workspace::Choices& choices);  // tabs that stay keep their order
  void setSaved(const std::string& path, const std::string& text);
  // Paths of those whose text is not that of their file.
  QStringList unsaved() const;

 Q_SIGNALS:
  void frontWanted(const QString& path);  // empty: the project's own
  void closeWanted(const QString& path);

 private:
  struct Table {
    std::string path;
    std::optional<std::string> saved;  // nothing: the file cannot be read
    bool changed = false;
  };
  void setTables(const workspace::Choices& choices);
  void showTabs();
  void showNames(const workspace::Choices& choices);

  std::vector<Table> tables_;
  QStringList shown_;  // paths of the tabs
  bool following_ = false;
};

}  // namespace nw::views
