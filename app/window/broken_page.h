// SPDX-License-Identifier: GPL-3.0-or-later
// A file that cannot be shown as a model or a script, or only in part: why, and its text or bytes.
#pragma once

#include <QWidget>

#include "base/diagnostic.h"
#include "window/open_document.h"
#include "workspace/readable_parts.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace nw::views {
class Workbench;
struct Theme;
}  // namespace nw::views

namespace nw::window {

class BrokenPage : public QWidget {
  Q_OBJECT

 public:
  BrokenPage(views::Workbench& workbench, QWidget* parent);
  enum class Shows { Nothing, InPart };  // how much of the file the graph shows
  // A file, or a text without one. Reads what it can off the UI thread.
  void show(Shows shows, const OpenDocument& document, const Diagnostics& diagnostics);
  static bool hasPlace(const Diagnostic& diagnostic);  // a line or a byte
  void goToPlace(const Diagnostic& diagnostic);
  void setTheme(const views::Theme& theme);
  QPlainTextEdit* text() const { return text_; }
  QString found() const;  // what could be read, in words

 Q_SIGNALS:
  void againWanted();

 private:
  void setParts(const workspace::ReadableParts& parts);
  void goToRow(int row);  // of what is shown, from 0

  views::Workbench& workbench_;
  QLabel *title_, *why_, *heading_, *found_;
  QPlainTextEdit* text_;
  QPushButton* again_;
  workspace::ReadableParts parts_;
  Diagnostic first_;  // where one looks first
};

}  // namespace nw::window
