// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a pattern table: mistakes under the letters, lines that take nothing marked in the margin, completion
// of operators, attributes and names, and the piece under the pointer told to whoever shows nodes.
#pragma once

#include <Qsci/qsciscintilla.h>

#include <map>

#include "base/diagnostic.h"

class QsciLexerPython;

namespace nw::views {

class PatternEditor : public QsciScintilla {
  Q_OBJECT

 public:
  explicit PatternEditor(QWidget* parent = nullptr);
  void setTable(const QString& text);                // without announcing an edit; the caret stays on its line
  void replaceTable(const QString& text, int line);  // as an edit; the caret goes to that line
  void setDiagnostics(const Diagnostics& diagnostics);
  // Lines (from 1) that take nothing, or that others leave nothing to, with the sentence that says so.
  void markLines(const std::map<int, QString>& lines);
  const std::map<int, QString>& markedLines() const { return marked_; }
  void highlight(const std::vector<TextSpan>& pieces);
  const std::vector<TextSpan>& highlighted() const { return highlighted_; }
  void goTo(const TextSpan& span);
  int currentLine() const;         // from 1
  QString noteAt(int line) const;  // mistakes of the line, and why it is marked

 Q_SIGNALS:
  void edited();
  void pieceHovered(int line, int column);  // from 1; 0, 0: none
  void lineEntered(int line);
  void moveWanted(bool up);

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyColors();
  void complete();
  void hover(const QPoint& place);

  QsciLexerPython* lexer_;
  std::map<int, QString> marked_, mistakes_;  // by line from 1
  std::vector<TextSpan> highlighted_;
  int last_line_ = 0;
  bool setting_ = false;
};

}  // namespace nw::views
