// SPDX-License-Identifier: GPL-3.0-or-later
// A window without a mouse: its controls, their names, and the way through them by Tab.
#pragma once

#include <QStringList>
#include <QWidget>

namespace nw::test {

// What a person presses, types into or chooses from, and sees now.
QList<QWidget*> controls_of(const QWidget& top);
// For messages: class, name and texts.
QString described(const QWidget& control);
// Those without a name for screen readers.
QStringList nameless(const QWidget& top);

// From the widget that has the focus, or the first, with Tab through all of them once.
struct KeyboardWalk {
  QStringList not_reached;  // controls that can be used
  QStringList not_visible;  // controls that look the same with the focus as without
  QStringList path;         // where it led
  int steps = 0;
};
KeyboardWalk walk_by_tab(QWidget& top);

// Texts of controls and labels whose letters have less contrast than `least` with their ground, as they are drawn.
QStringList pale_texts(QWidget& top, double least);

}  // namespace nw::test
