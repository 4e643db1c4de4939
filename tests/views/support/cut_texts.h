// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that a window shows, and those of them that have less room than they need.
#pragma once

#include <QStringList>

class QWidget;

namespace nw::test {

// Of labels, buttons, tabs, menus, headers of tables and their tips, whether they are visible or not.
QStringList all_texts(const QWidget& top);

// "QPushButton 'Save' has 20 of 40 pixels", of what is visible: labels, buttons, boxes, tabs, headers of tables, the
// menu bar and tool bars; and of each menu whose entries need more than the width of `top`.
QStringList cut_texts(const QWidget& top);

// Visible cells of lists, tables and trees whose text, of four words or more, needs more room than the cell has, in one
// line or in several. Code, which is scrolled, is none.
QStringList cut_sentences(const QWidget& top);

}  // namespace nw::test
