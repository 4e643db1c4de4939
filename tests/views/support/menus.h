// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing from a menu that opens in the middle of a call, as a person does: open sub-menus by name, click the last.
#pragma once

#include <QApplication>
#include <QMenu>
#include <QTimer>

namespace nw::test {

inline QAction* entry(const QMenu* menu, const QString& text) {
  for (QAction* action : menu->actions()) {
    QString shown = action->text();
    shown.remove(QLatin1Char('&'));
    if (shown == text || shown.section(QLatin1Char('\t'), 0, 0) == text) return action;
  }
  return nullptr;
}

// Call before what opens the menu. `chosen` tells afterwards whether all of the path was there.
inline void choose(const QStringList& path, bool* chosen) {
  *chosen = false;
  QTimer::singleShot(0, qApp, [path, chosen] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QMenu* const top = menu;
    QAction* action = nullptr;
    for (const QString& step : path) {
      action = menu ? entry(menu, step) : nullptr;
      if (!action) break;
      menu = action->menu();
      if (menu) Q_EMIT menu->aboutToShow();
    }
    if (action && action->isEnabled()) {
      *chosen = true;
      action->trigger();
    }
    if (top) top->close();
  });
}

}  // namespace nw::test
