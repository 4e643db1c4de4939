// SPDX-License-Identifier: GPL-3.0-or-later
// The Python file that a kernel was made from: its text, read-only, lines that were left out pale, and the list of
// those with the reasons.
#pragma once

#include <QWidget>
#include <memory>

#include "workspace/python_source.h"

class QLabel;
class QToolButton;
class QTreeView;
class QsciLexerPython;
class QsciScintilla;

namespace nw::views {

class RowsModel;

class OriginalPage : public QWidget {
  Q_OBJECT

 public:
  explicit OriginalPage(std::shared_ptr<const workspace::PythonSource> source, QWidget* parent = nullptr);
  QsciScintilla* text() const { return text_; }
  QToolButton* leftOutButton() const { return left_out_; }
  QTreeView* leftOutList() const { return list_; }
  void lightLine(int line);  // from 1, brought into view; 0: none
  int litLine() const;
  void goToLine(int line);  // as lightLine, and the cursor goes there

 Q_SIGNALS:
  void lineEntered(int line);  // by a click or a key

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void fillText();
  void fillList();
  QString noteAt(int line) const;

  std::shared_ptr<const workspace::PythonSource> source_;
  QsciScintilla* text_;
  QsciLexerPython* lexer_;
  QToolButton* left_out_;
  QTreeView* list_;
  RowsModel* rows_;
  int last_line_ = 0;
  bool setting_ = false;
};

}  // namespace nw::views
