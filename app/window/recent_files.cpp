// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recent_files.h"

#include <QFileInfo>

namespace nw::window {

namespace {
const QString kKey = QStringLiteral("recentFiles");
}

void RecentFiles::add(const QString& path) {
  if (!settings_) return;
  const QString full = QFileInfo(path).absoluteFilePath();
  QStringList all = settings_->value(kKey).toStringList();
  all.removeAll(full);
  all.prepend(full);
  settings_->setValue(kKey, QStringList(all.mid(0, kMax)));
}

QStringList RecentFiles::files() const {
  QStringList found;
  if (!settings_) return found;
  for (const QString& path : settings_->value(kKey).toStringList())
    if (QFileInfo::exists(path)) found << path;
  return found;
}

void RecentFiles::clear() {
  if (settings_) settings_->remove(kKey);
}

}  // namespace nw::window
