// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gain.h"

#include <algorithm>
#include <cmath>

namespace nw::views {

QString gain_text(double before, double now) {
  constexpr int kMaxDigits = 9;
  const double gain = before / now;
  const int digits = gain >= 0.1 ? 2 : std::min(kMaxDigits, static_cast<int>(std::ceil(-std::log10(gain))) + 1);
  return QStringLiteral("×%1").arg(gain, 0, 'f', digits);
}

bool is_slower(double before, double now) {
  constexpr double kWavers = 1.02;
  return now > kWavers * before;
}

}  // namespace nw::views
