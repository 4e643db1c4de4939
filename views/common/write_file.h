// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic writing of a file (base/atomic_file.h).
#pragma once

#include <QByteArray>
#include <QString>

#include "base/atomic_file.h"

namespace nw::views {

// Empty if it was written, else why not, as a sentence.
QString write_file(const QString& path, const QByteArray& bytes);
QString commit_file(AtomicFile& file);

}  // namespace nw::views
