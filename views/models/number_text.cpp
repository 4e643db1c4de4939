// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/number_text.h"

#include <array>
#include <cmath>

namespace nw::views {

QString number_text(double value) {
  static constexpr std::array kUnits = {"", " k", " M", " G", " T", " P"};
  size_t unit = 0;
  double shown = value;
  while (std::abs(shown) >= 1000 && unit + 1 < kUnits.size()) shown /= 1000, ++unit;
  return QString::number(shown, 'g', 3) + QString::fromLatin1(kUnits[unit]);
}

QString grouped_text(int64_t value) {
  constexpr qsizetype kGroup = 3, kUngrouped = 4;  // four digits are read at a glance
  constexpr QChar kNarrowSpace(0x202f);
  QString text = QString::number(value);
  const qsizetype sign = value < 0 ? 1 : 0;
  if (text.size() - sign <= kUngrouped) return text;
  for (qsizetype at = text.size() - kGroup; at > sign; at -= kGroup) text.insert(at, kNarrowSpace);
  return text;
}

QString share_text(double share) {
  constexpr double kWhole = 9.95;  // per cent, from here on without a decimal
  const double percent = 100 * share;
  return QStringLiteral("%1 %").arg(percent, 0, 'f', percent < kWhole ? 1 : 0);
}

}  // namespace nw::views
