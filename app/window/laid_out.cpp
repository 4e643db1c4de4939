// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/laid_out.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace nw::window {

namespace {

QByteArray bytes_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

bool lay_out_resource(const QString& name, const QString& path) {
  const QString from = QStringLiteral(":/nestwright/") + name;
  if (QFileInfo(path).size() == QFileInfo(from).size() && bytes_of(path) == bytes_of(from)) return true;
  QDir().mkpath(QFileInfo(path).path());
  QFile::remove(path);
  if (!QFile::copy(from, path)) return false;
  return QFile::setPermissions(path, QFile::permissions(path) | QFileDevice::WriteOwner);
}

}  // namespace nw::window
