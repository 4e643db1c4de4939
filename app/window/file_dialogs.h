// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs that ask which file to open, and where something is to be written and as what.
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace nw::window {

// Empty: none was chosen. `types` as a file dialog has them, "SVG (*.svg)" each.
QString ask_for_file(QWidget* parent, const QString& title, const QStringList& types);

struct SaveAs {
  QString path;  // empty: nothing is to be written
  int type = 0;  // of `types`: the one whose ending the path has, else the chosen one
};

// The type that a name is written as: the one with the longest ending that it has; of those with its last part, the
// chosen one. -1: none has it.
int type_of(const QString& path, const QStringList& types, int chosen);

// A name that ends as none of them does gets the chosen one's
// ending; replacing a file is asked about under the name that is written.
SaveAs ask_where_to_save(QWidget* parent, const QString& title, const QString& proposed, const QStringList& types);

}  // namespace nw::window
