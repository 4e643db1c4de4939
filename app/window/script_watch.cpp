// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/script_watch.h"

#include <QFileInfo>

#include "base/atomic_file.h"
#include "common/text.h"

namespace nw::window {

using namespace nw::views;

ScriptWatch::ScriptWatch(Jobs& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {
  constexpr int kUntilWritten = 80;  // milliseconds: a writer truncates first and writes then
  soon_.setSingleShot(true);
  soon_.setInterval(kUntilWritten);
  connect(&files_, &QFileSystemWatcher::fileChanged, &soon_, qOverload<>(&QTimer::start));
  connect(&files_, &QFileSystemWatcher::directoryChanged, &soon_, qOverload<>(&QTimer::start));
  connect(&soon_, &QTimer::timeout, this, &ScriptWatch::look);
}

void ScriptWatch::watch(const QString& path, const std::string& known) {
  known_ = agreed_ = known;
  if (path == path_) return;
  if (!files_.files().isEmpty()) files_.removePaths(files_.files());
  if (!files_.directories().isEmpty()) files_.removePaths(files_.directories());
  soon_.stop();
  path_ = path;
  if (path_.isEmpty()) return;
  files_.addPath(path_);
  files_.addPath(QFileInfo(path_).absolutePath());  // a file put in its stead is a new one there
}

void ScriptWatch::look() {
  if (path_.isEmpty()) return;
  jobs_.run<Result<std::string>>(
      QStringLiteral("script changed"), tr("Reading %1").arg(QFileInfo(path_).fileName()), this,
      [file = ss(path_)](const CancelToken&) { return read_whole_file(file); },
      [this, asked = path_](const Result<std::string>& text) {
        if (asked != path_ || !text.value) return;  // gone, for now: it is asked for again when it comes back
        if (!files_.files().contains(path_)) files_.addPath(path_);
        read(*text.value);
      });
}

std::optional<std::string> ScriptWatch::theirs() const {
  if (path_.isEmpty()) return std::nullopt;
  const Result<std::string> now = read_whole_file(ss(path_));
  if (!now.value || *now.value == agreed_) return std::nullopt;  // one that is gone can be written again
  return *now.value;
}

// An empty file is one that is being written.
void ScriptWatch::read(const std::string& text) {
  if (text.empty() || text == known_) return;
  known_ = text;
  Q_EMIT changed(text);
}

}  // namespace nw::window
