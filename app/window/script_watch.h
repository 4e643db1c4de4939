// SPDX-License-Identifier: GPL-3.0-or-later
// Tells when another program has written the script that is open. Editors write in place, or put a new file in the old
// one's stead: both count, and several signs of one writing count once.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <string>

#include "common/jobs.h"

namespace nw::window {

class ScriptWatch : public QObject {
  Q_OBJECT

 public:
  explicit ScriptWatch(views::Jobs& jobs, QObject* parent = nullptr);
  // `known` is what stands in the file, so far as we know. An empty path: nothing is watched.
  void watch(const QString& path, const std::string& known);
  const QString& path() const { return path_; }

 Q_SIGNALS:
  void changed(const std::string& text);

 private:
  void look();
  void read(const std::string& text);

  views::Jobs& jobs_;
  QFileSystemWatcher files_;
  QTimer soon_;
  QString path_;
  std::string known_;
};

}  // namespace nw::window
