// SPDX-License-Identifier: GPL-3.0-or-later
// Notifies when another program has written the script that is open. Editors write in place, or put a new file in the
// old one's stead: both count, and several signs of one writing count once.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <optional>
#include <string>

#include "common/jobs.h"

namespace nw::window {

class ScriptWatch : public QObject {
  Q_OBJECT

 public:
  explicit ScriptWatch(views::Jobs& jobs, QObject* parent = nullptr);
  // `known` is what is in the file, so far as we know. An empty path: nothing is watched.
  void watch(const QString& path, const std::string& known);
  const QString& path() const { return path_; }
  const std::string& known() const { return known_; }    // what is in the file
  const std::string& agreed() const { return agreed_; }  // what was in it when that was last decided about
  // What is in the file if it is neither what is known nor what was agreed to be written over; read now.
  std::optional<std::string> theirs() const;
  // What another program has saved is in the window, or may be written over.
  void decided(const std::string& text) { known_ = agreed_ = text; }

 Q_SIGNALS:
  void changed(const std::string& text);

 private:
  void look();
  void read(const std::string& text);

  views::Jobs& jobs_;
  QFileSystemWatcher files_;
  QTimer soon_;
  QString path_;
  std::string known_;   // what was reported last
  std::string agreed_;  // what has been decided about: the window has it, or is to write over it
};

}  // namespace nw::window
