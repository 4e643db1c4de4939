// SPDX-License-Identifier: GPL-3.0-or-later
// Escaping of names from files for Qt's HTML.
#pragma once

#include <QString>

#include "base/escape.h"

namespace nw::views {

inline QString html_of(const QString& text) {
  return QString::fromStdString(html_text(text.toStdString()));
}

// A tool tip: Qt takes a text that looks like tags for rich text.
inline QString plain_tip(const QString& text) {
  if (!text.contains(QLatin1Char('<'))) return text;
  return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(html_of(text));
}

}  // namespace nw::views
