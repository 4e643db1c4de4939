// SPDX-License-Identifier: GPL-3.0-or-later
// The files opened last, newest first; those that are gone are left out when asked for.
#pragma once

#include <QSettings>
#include <QStringList>

namespace nw::window {

class RecentFiles {
 public:
  explicit RecentFiles(QSettings* settings) : settings_(settings) {}  // null: nothing is remembered
  void add(const QString& path);
  QStringList files() const;
  void clear();

 private:
  static constexpr int kMax = 12;
  QSettings* settings_;
};

}  // namespace nw::window
