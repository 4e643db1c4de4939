// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/code_font.h"

#include <QApplication>

#include "common/theme.h"

namespace nw::views {

QFont codeFont() {
  const QVariant chosen = qApp->property(kCodeFont);
  return chosen.isValid() ? chosen.value<QFont>() : Theme::load(false).code;
}

}  // namespace nw::views
