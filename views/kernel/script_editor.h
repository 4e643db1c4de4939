// SPDX-License-Identifier: GPL-3.0-or-later
// The script of a kernel: a Scintilla editor with line numbers, diagnostics under the text they concern, the selected
// step highlighted, find, comment toggle, and completion from legal candidates.
#pragma once

#include <Qsci/qsciscintilla.h>

#include <QPointer>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>

#include "base/diagnostic.h"
#include "common/jobs.h"
#include "kernel/kernel_colors.h"
#include "kernel/preview.h"

class QLabel;
class QsciLexerPython;

namespace nw::views {

class ScriptEditor : public QsciScintilla {
  Q_OBJECT

 public:
  explicit ScriptEditor(QWidget* parent = nullptr);

  // Replaces the text without announcing an edit; the cursor stays with its line.
  void setScript(const QString& text);
  // What is wrong is marked at once. Beneath their lines the sentences come when the hand rests: they would move the
  // lines below while one types.
  void setDiagnostics(const Diagnostics& diagnostics);
  // Lights a line (1-based; 0: none) and brings it into view.
  void lightLine(int line);
  void lightLines(const std::vector<int>& lines);  // the first is brought into view
  int litLine() const;                             // 0: none
  // A fainter light, for what the pointer is over.
  void hoverLine(int line);
  // One colour a line (1-based), beside its number.
  void pinLines(const std::vector<int>& lines);  // by colour; 0: none
  std::vector<int> pinsAt(int line) const;       // the colours that are beside it
  // These lines (1-based; 0: none) are pale: the nest shown is without them.
  void setLeftOut(int first, int last);
  bool isLeftOut(int line) const;  // whether its first character is pale
  // What a line (1-based) says where the pointer rests on it: what is wrong, what its `# tune:` mark means.
  QString hintOf(int line) const;
  // The `# tune:` mark of a line as it is coloured; empty: it has none.
  QString tuneMarkOf(int line) const;
  // The program that completions come from.
  void setProgram(std::shared_ptr<const kernel::KernelPreview> preview);
  // The cursor to the first step of the schedule, its beginning in view: that is what one came to change.
  void showSchedule();
  int currentLine() const;  // 1-based
  void toggleComment();
  // Replaces the selection, or all of the text, as a separate change with that label.
  void replaceSelection(const QString& with);
  void replaceAll(const QString& text);
  QString shownCallTip() const;  // empty if none is shown
  void applyColors(const KernelColors& colors);
  // Long lines continue below. Asked for by a command of the editor, decided by who shows it.
  void setWrapped(bool wrapped);
  bool isWrapped() const { return wrapMode() != WrapNone; }
  // The part above the schedule as one line.
  void setComputationFolded(bool folded);
  bool isComputationFolded() const;
  bool canFoldComputation() const { return fold_from_ >= 0; }

 Q_SIGNALS:
  void wrapWanted(bool wrapped);
  void edited();                       // by typing, pasting, …
  void changed(const QString& label);  // at once, by a command
  void typingEnded();                  // by a pause, a new line or a moved caret: further typing is another change
  void lineEntered(int line);          // the cursor moved to another line
  void findWanted();

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void atOnce(const QString& label, const std::function<void()>& change);
  void complete();
  void candidate(const QStringList& fitting);
  void showCallTip();
  void hideCallTip();
  void followCallTip();
  void showNotes(bool rests);
  QString wrapped(const QString& text) const;
  QString noteAt(const QPoint& place) const;
  void colourTuneMarks();
  void zoomBy(int key);
  QString beforeCursor() const;
  void makeFoldMargin();
  void findComputation();

  QsciLexerPython* lexer_;
  std::shared_ptr<const kernel::KernelPreview> program_;
  int last_line_ = 0;
  int fold_from_ = -1, fold_to_ = -1;  // lines of the computation, from 0; -1: it is too short to fold
  std::vector<int> pinned_;            // lines, by colour
  bool setting_ = false;
  Jobs jobs_;
  QPointer<QLabel> tip_;
  int tip_line_ = 0;      // that it was shown for
  bool escaped_ = false;  // by the last key: what it closed stays closed
  struct Note {
    QString text;
    bool error = false;
    bool operator==(const Note&) const = default;
  };
  std::map<int, Note> notes_, shown_notes_;  // by line from 0; shown ones as they are wrapped
  QTimer notes_wait_;                        // until the hand rests
  QTimer wrap_again_;                        // the width has changed
  QTimer pause_;                             // runs from one edit until the next
};

}  // namespace nw::views
