// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a file that cannot be shown as a model or a script: why, and what could be read of it.
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
  // Of a file, or of a text without one, as `title`. Reads what it can off the UI thread.
  void show(const QString& title, const OpenDocument& document, const Diagnostics& diagnostics);
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
  QLabel *title_, *why_, *found_;
  QPlainTextEdit* text_;
  QPushButton* again_;
  workspace::ReadableParts parts_;
  Diagnostic first_;  // where one looks first
};

}  // namespace nw::window
