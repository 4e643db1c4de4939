// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/write_file.h"

#include "common/text.h"

namespace nw::views {

QString write_file(const QString& path, const QByteArray& bytes) {
  AtomicFile file(ss(path));
  file.write({bytes.constData(), static_cast<size_t>(bytes.size())});
  return commit_file(file);
}

QString commit_file(AtomicFile& file) {
  const Diagnostics wrong = file.commit();
  return wrong.empty() ? QString() : qs(wrong.front().message);
}

}  // namespace nw::views
