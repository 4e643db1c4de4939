// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of targets for one test: a prefix as programs are installed in, and a user's home.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "target/folders.h"

namespace nw::test {

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class TargetFolders {
 public:
  TargetFolders() {
    folders.programs = path("prefix/bin");
    folders.runners = path("prefix/lib/nestwright/runners");
    folders.libraries = path("prefix/lib/nestwright/targets");
    folders.manifests = {{path("prefix/share/nestwright/targets.d"), target::Origin::Shipped},
                         {path("home/.local/share/nestwright/targets.d"), target::Origin::User}};
    folders.config = path("home/.config/nestwright");
    folders.programs_path = {path("bin")};
    for (const char* folder : {"prefix/bin", "prefix/lib/nestwright/runners", "prefix/lib/nestwright/targets",
                               "prefix/share/nestwright/targets.d", "home/.local/share/nestwright/targets.d", "bin"})
      QDir(root_.path()).mkpath(QString::fromLatin1(folder));
  }

  std::string path(const std::string& inside) const { return (root_.path().toStdString() + "/") + inside; }
  // Writes a file, and gives its path.
  std::string file(const std::string& inside, const std::string& bytes) const {
    QDir(root_.path()).mkpath(QFileInfo(QString::fromStdString(inside)).path());
    QFile file(QString::fromStdString(path(inside)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) return {};
    return path(inside);
  }
  std::string program(const std::string& inside, const std::string& bytes = "#!/bin/sh\n") const {
    const std::string made = file(inside, bytes);
    QFile::setPermissions(QString::fromStdString(made), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return made;
  }
  std::string shipped(const std::string& name, const std::string& manifest) const {
    return file("prefix/share/nestwright/targets.d/" + name, manifest);
  }
  std::string of_user(const std::string& name, const std::string& manifest) const {
    return file("home/.local/share/nestwright/targets.d/" + name, manifest);
  }

  target::Folders folders;

 private:
  QTemporaryDir root_;
};

}  // namespace nw::test
