// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/code_font.h"

#include <QFontDatabase>
#include <QStringList>

namespace nw::views {

QFont codeFont() {
  const QString wanted = QStringLiteral("JetBrains Mono");
  QFont font =
      QFontDatabase::families().contains(wanted) ? QFont(wanted) : QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(10);
  font.setStyleHint(QFont::Monospace);
  return font;
}

}  // namespace nw::views
