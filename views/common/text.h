// SPDX-License-Identifier: GPL-3.0-or-later
// Between core's UTF-8 strings and Qt's.
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace nw::views {

inline QString qs(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline std::string ss(const QString& text) {
  return text.toStdString();
}

// For rich text: names in backticks, as diagnostics and reasons quote them, in the code font.
QString rich_text(const QString& text);

}  // namespace nw::views
