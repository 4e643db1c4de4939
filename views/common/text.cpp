// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/text.h"

#include <QRegularExpression>

#include "models/html.h"

namespace nw::views {

QString rich_text(const QString& text) {
  static const QRegularExpression quoted(QStringLiteral("`([^`]*)`"));
  return html_of(text).replace(quoted, QStringLiteral("<code>\\1</code>"));
}

}  // namespace nw::views
