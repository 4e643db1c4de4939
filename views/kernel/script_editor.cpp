// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/script_editor.h"

#include <Qsci/qscilexerpython.h>

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QToolTip>
#include <algorithm>

#include "common/text.h"
#include "kernel/code_font.h"
#include "kernel/python_style.h"
#include "kernel/script_marks.h"
#include "models/html.h"
#include "models/script_help.h"
#include "script/step_lines.h"

namespace nw::views {

using namespace script_marks;

namespace {
constexpr int kPauseMs = 1500;  // after a longer pause, typing is undone in two steps
constexpr int kRestMs = 700;    // since the last key, until sentences may move the lines
}  // namespace

ScriptEditor::ScriptEditor(QWidget* parent) : QsciScintilla(parent), lexer_(new QsciLexerPython(this)) {
  setAccessibleName(tr("Script"));
  setUtf8(true);
  setEolMode(EolUnix);
  setIndentationsUseTabs(false);
  setTabWidth(4);
  setFrameShape(QFrame::NoFrame);
  setBraceMatching(SloppyBraceMatch);
  setMarginType(0, NumberMargin);
  setMarginWidth(0, QStringLiteral("0000"));
  setMarginType(1, SymbolMargin);
  setMarginWidth(1, 12);
  setMarginMarkerMask(1, (1 << kErrorMarker) | (1 << kWarningMarker));
  indicatorDefine(SquiggleIndicator, kErrorIndicator);
  indicatorDefine(SquiggleIndicator, kWarningIndicator);
  indicatorDefine(TextColorIndicator, kPaleIndicator);
  indicatorDefine(TextColorIndicator, kTuneIndicator);
  markerDefine(Background, kLitMarker);
  markerDefine(Background, kHoverMarker);
  setMarginType(2, SymbolMargin);
  setMarginWidth(2, 6);
  setMarginMarkerMask(2, ((1 << KernelColors::kPins) - 1) << kPinMarker);
  markerDefine(SmallRectangle, kErrorMarker);
  markerDefine(SmallRectangle, kWarningMarker);
  setAnnotationDisplay(AnnotationIndented);
  setAutoCompletionSource(AcsNone);
  setAutoCompletionCaseSensitivity(true);
  setLexer(lexer_);
  makeFoldMargin();
  setScrollWidth(1);
  setScrollWidthTracking(true);
  applyColors(KernelColors::from(palette()));
  connect(this, &QsciScintilla::textChanged, this, [this] {
    if (setting_) return;
    pause_.start();
    notes_wait_.start();
    Q_EMIT edited();
  });
  // The list is closed: the call tip is shown again.
  const auto list_gone = [this] {
    if (hasFocus() && !isListActive() && !escaped_) showCallTip();
  };
  connect(this, &QsciScintilla::SCN_AUTOCCANCELLED, this, list_gone, Qt::QueuedConnection);
  connect(this, &QsciScintilla::SCN_AUTOCCOMPLETED, this, list_gone, Qt::QueuedConnection);
  notes_wait_.setSingleShot(true);
  notes_wait_.setInterval(kRestMs);
  connect(&notes_wait_, &QTimer::timeout, this, [this] { showNotes(true); });
  wrap_again_.setSingleShot(true);
  wrap_again_.setInterval(0);
  connect(&wrap_again_, &QTimer::timeout, this, [this] {
    if (!notes_wait_.isActive()) showNotes(true);
  });
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(&pause_, &QTimer::timeout, this, &ScriptEditor::typingEnded);
  connect(this, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
    followCallTip();
    if (line == last_line_ || setting_) return;
    last_line_ = line;
    Q_EMIT lineEntered(line + 1);
  });
}

void ScriptEditor::applyColors(const KernelColors& colors) {
  style_python(*this, *lexer_, colors);
  pinLines(std::vector<int>(pinned_));
  const QFont font = codeFont();
  // Style 40 and 41: the annotations' own.
  const QFont small(font.family(), 9);
  for (const auto& [style, color] : {std::pair{40, colors.error}, std::pair{41, colors.warning}}) {
    SendScintilla(SCI_STYLESETFORE, static_cast<unsigned long>(style), color);
    SendScintilla(SCI_STYLESETBACK, static_cast<unsigned long>(style),
                  KernelColors::blend(color, colors.background, 0.10));
    SendScintilla(SCI_STYLESETFONT, static_cast<unsigned long>(style), small.family().toUtf8().constData());
    SendScintilla(SCI_STYLESETSIZE, static_cast<unsigned long>(style), 9L);
  }
}

// Where a line of a text is in the one that took its place: among the lines at the end that did not change it stays on
// its text, elsewhere it keeps its number.
static int line_in(const QStringList& before, const QStringList& now, int line) {
  qsizetype tail = 0;
  while (tail < std::min(before.size(), now.size()) && before[before.size() - 1 - tail] == now[now.size() - 1 - tail])
    ++tail;
  const bool moved = line >= before.size() - tail;
  return moved ? static_cast<int>(line + now.size() - before.size()) : line;
}

void ScriptEditor::setScript(const QString& text) {
  if (this->text() == text) return;
  setting_ = true;
  hideCallTip();  // its call may have been removed
  SendScintilla(SCI_AUTOCCANCEL);
  setEolMode(text.contains(QStringLiteral("\r\n")) ? EolWindows : EolUnix);
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  const int top = firstVisibleLine();
  const QStringList before = this->text().split(QLatin1Char('\n')), now = text.split(QLatin1Char('\n'));
  const bool folded = isComputationFolded();
  setComputationFolded(false);  // the new text has lines of its own
  clearAnnotations();
  shown_notes_.clear();
  setText(text);
  findComputation();
  line = std::min(line_in(before, now, line), std::max(0, lines() - 1));
  setCursorPosition(line, std::min(column, static_cast<int>(now.value(line).size())));
  if (folded) setComputationFolded(true);  // a caret that is set within would open it again
  setFirstVisibleLine(top);
  last_line_ = line;
  setting_ = false;
}

void ScriptEditor::showSchedule() {
  const int line = script::schedule_line(ss(text())) - 1;
  if (line < 0) return;
  setting_ = true;
  setCursorPosition(std::min(line + 1, lines() - 1), 0);
  setFirstVisibleLine(std::max(0, line - 2));
  last_line_ = line + 1;
  setting_ = false;
}

int ScriptEditor::currentLine() const {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  return line + 1;
}

void ScriptEditor::toggleComment() {
  int from = 0, to = 0, ignore = 0;
  if (hasSelectedText())
    getSelection(&from, &ignore, &to, &ignore);
  else
    from = to = currentLine() - 1;
  bool all = true;
  for (int line = from; line <= to; ++line) all = all && text(line).trimmed().startsWith(QLatin1Char('#'));
  atOnce(all ? tr("uncomment") : tr("comment"), [this, from, to, all] {
    for (int line = from; line <= to; ++line) {
      const QString now = text(line);
      if (all) {
        const int at = static_cast<int>(now.indexOf(QLatin1Char('#')));
        const int length = now.mid(at + 1).startsWith(QLatin1Char(' ')) ? 2 : 1;
        setSelection(line, at, line, at + length);
        removeSelectedText();
      } else {
        insertAt(QStringLiteral("# "), line, 0);
      }
    }
  });
}

void ScriptEditor::replaceSelection(const QString& with) {
  atOnce(tr("replace"), [this, with] { replaceSelectedText(with); });
}

void ScriptEditor::replaceAll(const QString& text) {
  atOnce(tr("replace all"), [this, text] {
    selectAll();
    replaceSelectedText(text);
  });
}

// However many edits the editor makes of it, it is one change.
void ScriptEditor::atOnce(const QString& label, const std::function<void()>& change) {
  const QString before = text();
  setting_ = true;
  beginUndoAction();
  change();
  endUndoAction();
  setting_ = false;
  pause_.stop();
  if (text() != before) Q_EMIT changed(label);
}

// Undo and redo belong to the document: the editor's own stack does not include gestures.
static bool is_undo(const QKeyEvent& event) {
  const bool y = event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_Y;  // as on other desktops
  return y || event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo);
}

// Desktops differ in the key for Replace.
static bool is_find(const QKeyEvent& event) {
  const bool h = event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_H;
  return h || event.matches(QKeySequence::Find) || event.matches(QKeySequence::Replace);
}

// Plus is on the key of = on many keyboards, with Shift: with and without it the text grows.
static bool is_zoom(const QKeyEvent& event) {
  const int key = event.key();
  return (event.modifiers() & Qt::ControlModifier) &&
         (key == Qt::Key_Plus || key == Qt::Key_Equal || key == Qt::Key_Minus || key == Qt::Key_Underscore ||
          key == Qt::Key_0);
}

void ScriptEditor::zoomBy(int key) {
  if (key == Qt::Key_0)
    zoomTo(0);
  else if (key == Qt::Key_Plus || key == Qt::Key_Equal)
    zoomIn();
  else
    zoomOut();
}

static bool moves_caret(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      return true;
    default:
      return false;
  }
}

bool ScriptEditor::event(QEvent* event) {
  // To find in the script is the editor's, and its size; the window would find in the graph, and fit it in.
  if (event->type() == QEvent::ShortcutOverride)
    if (const auto& key = *static_cast<QKeyEvent*>(event); is_find(key) || is_zoom(key)) {
      event->accept();
      return true;
    }
  // QScintilla claims its keys before the window's shortcuts are asked.
  if (event->type() == QEvent::ShortcutOverride && is_undo(*static_cast<QKeyEvent*>(event))) {
    event->ignore();
    return false;
  }
  return QsciScintilla::event(event);
}

// Nothing in this language is indented, so Tab goes on to the next control; in a list of completions it takes one.
bool ScriptEditor::focusNextPrevChild(bool next) {
  return isListActive() ? QsciScintilla::focusNextPrevChild(next) : QAbstractScrollArea::focusNextPrevChild(next);
}

void ScriptEditor::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers() & Qt::ControlModifier;
  if (control && event->key() == Qt::Key_Space) return complete();
  if (is_find(*event)) return Q_EMIT findWanted();
  if (is_zoom(*event)) return zoomBy(event->key());
  if (control && event->key() == Qt::Key_Slash) return toggleComment();
  if (control && event->modifiers().testFlag(Qt::ShiftModifier) && event->key() == Qt::Key_M)
    return setComputationFolded(!isComputationFolded());
  if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Z) return Q_EMIT wrapWanted(!isWrapped());
  if (is_undo(*event)) return event->ignore();
  const bool in_list = isListActive();  // its keys choose in it
  escaped_ = event->key() == Qt::Key_Escape;
  QsciScintilla::keyPressEvent(event);
  const bool new_line = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!in_list && (new_line || moves_caret(*event))) Q_EMIT typingEnded();
  const QString typed = event->text();
  if (event->key() == Qt::Key_Escape) hideCallTip();
  followCallTip();
  if (typed == QStringLiteral("(") || typed == QStringLiteral(",") || typed == QStringLiteral(")")) showCallTip();
  const bool opens = typed == QStringLiteral(".") || typed == QStringLiteral("(") || typed == QStringLiteral("[");
  const QString before = beforeCursor();
  const bool narrows = isListActive() && typed.size() == 1 && typed[0].isLetterOrNumber();
  const bool next = asksWhatIsLegal(before) && typed == QStringLiteral(" ") && before.endsWith(QStringLiteral(", "));
  if (opens || narrows || next) complete();
}

bool ScriptEditor::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QsciScintilla::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), plain_tip(noteAt(help->pos())), viewport());
  return true;
}

void ScriptEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (!notes_.empty()) wrap_again_.start();
}

void ScriptEditor::focusOutEvent(QFocusEvent* event) {
  QsciScintilla::focusOutEvent(event);
  if (!isListActive()) hideCallTip();
}

void ScriptEditor::mousePressEvent(QMouseEvent* event) {
  Q_EMIT typingEnded();
  QsciScintilla::mousePressEvent(event);
}

void ScriptEditor::changeEvent(QEvent* event) {
  QsciScintilla::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColors(KernelColors::from(palette()));
}

}  // namespace nw::views
