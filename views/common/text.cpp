// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/text.h"

#include <QRegularExpression>

namespace nw::views {

QString rich_text(const QString& text) {
  static const QRegularExpression quoted(QStringLiteral("`([^`]*)`"));
  return text.toHtmlEscaped().replace(quoted, QStringLiteral("<code>\\1</code>"));
}

}  // namespace nw::views
