// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/keyboard_page.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <array>
#include <utility>

#include "window/language.h"

namespace nw::window {

namespace {

struct KeyboardText {
  Q_DECLARE_TR_FUNCTIONS(nw::window::KeyboardPage)
};

QString row(const QString& keys, const QString& does) {
  return QStringLiteral("| %1 | %2 |\n").arg(keys, QString(does).replace(QLatin1Char('|'), QStringLiteral("\\|")));
}

QString head() {
  return QStringLiteral("| %1 | %2 |\n|---|---|\n").arg(KeyboardText::tr("Keys"), KeyboardText::tr("What they do"));
}

void add_rows(const QMenu& menu, QString& rows) {
  for (const QAction* action : menu.actions()) {
    if (action->menu()) {
      add_rows(*action->menu(), rows);
      continue;
    }
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
    if (keys.isEmpty()) continue;
    const QString tip = action->statusTip();
    rows += row(keys.join(KeyboardText::tr(" or ")),
                without_key(action->text()) + (tip.isEmpty() ? QString() : QStringLiteral(": ") + tip));
  }
}

QString section(const QString& title, const QString& rows) {
  return rows.isEmpty() ? QString() : QStringLiteral("\n## %1\n\n").arg(title) + head() + rows;
}

}  // namespace

QString keyboard_page(const QMenuBar& bar) {
  QString page = QStringLiteral("# %1\n").arg(KeyboardText::tr("Keys"));
  for (const QAction* action : bar.actions()) {
    if (!action->menu()) continue;
    QString rows;
    add_rows(*action->menu(), rows);
    page += section(KeyboardText::tr("Menu %1").arg(without_key(action->text())), rows);
  }
  page += section(
      KeyboardText::tr("On the graph"),
      row(QStringLiteral("↑ ↓"), KeyboardText::tr("To a producer, to a consumer")) +
          row(QStringLiteral("← →"), KeyboardText::tr("To the siblings beside it")) +
          row(QStringLiteral("E, Shift+E"),
              KeyboardText::tr("To the next, to the previous edge of what is selected, and why it is not fused")) +
          row(QStringLiteral("Shift+↑ ↓ ← →"), KeyboardText::tr("Move the view")) +
          row(QStringLiteral("+  −"), KeyboardText::tr("Closer, farther: scopes open and close")) +
          row(QStringLiteral("F"), KeyboardText::tr("Show all of it")) +
          row(QStringLiteral("Enter"), KeyboardText::tr("Open or close a scope; open the kernel of a group")) +
          row(QStringLiteral("Backspace"), KeyboardText::tr("Back to what was selected before")));
  page += section(KeyboardText::tr("In a comparison"),
                  row(QStringLiteral("Alt+↓"), KeyboardText::tr("To the next difference")) +
                      row(QStringLiteral("Alt+↑"), KeyboardText::tr("To the difference before")));
  page += section(KeyboardText::tr("In the assembly"),
                  row(QStringLiteral("Alt+↓"), KeyboardText::tr("To the next hot spot")) +
                      row(QStringLiteral("Alt+↑"), KeyboardText::tr("To the hot spot before")));
  page += section(KeyboardText::tr("Everywhere"),
                  row(QStringLiteral("Tab"), KeyboardText::tr("To the next control")) +
                      row(QStringLiteral("Shift+Tab"), KeyboardText::tr("To the control before")) +
                      row(QStringLiteral("F10"), KeyboardText::tr("To the menus")));
  return page;
}

}  // namespace nw::window
