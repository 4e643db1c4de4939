// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns/pattern_editor.h"

#include <Qsci/qscilexerpython.h>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "kernel/kernel_colors.h"
#include "kernel/python_style.h"
#include "kernel/script_marks.h"
#include "models/html.h"
#include "models/pattern_help.h"

namespace nw::views {

using namespace script_marks;

namespace {

constexpr int kPieceIndicator = 11;

bool is_undo(const QKeyEvent& event) {
  const bool y = event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_Y;
  return y || event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo);
}

bool is_move(const QKeyEvent& event) {
  return event.modifiers() == Qt::AltModifier && (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down);
}

}  // namespace

PatternEditor::PatternEditor(QWidget* parent) : QsciScintilla(parent), lexer_(new QsciLexerPython(this)) {
  setAccessibleName(tr("Pattern table"));
  setUtf8(true);
  setEolMode(EolUnix);
  setIndentationsUseTabs(false);
  setFrameShape(QFrame::NoFrame);
  setBraceMatching(SloppyBraceMatch);
  setMarginType(0, NumberMargin);
  setMarginWidth(0, QStringLiteral("000"));
  setMarginType(1, SymbolMargin);
  setMarginWidth(1, 12);
  setMarginMarkerMask(1, (1 << kErrorMarker) | (1 << kWarningMarker));
  markerDefine(SmallRectangle, kErrorMarker);
  markerDefine(SmallRectangle, kWarningMarker);
  markerDefine(Background, kLitMarker);
  markerDefine(Background, kHoverMarker);
  indicatorDefine(SquiggleIndicator, kErrorIndicator);
  indicatorDefine(SquiggleIndicator, kWarningIndicator);
  indicatorDefine(TextColorIndicator, kPaleIndicator);
  indicatorDefine(FullBoxIndicator, kPieceIndicator);
  setIndicatorDrawUnder(true, kPieceIndicator);
  setAutoCompletionSource(AcsNone);
  setLexer(lexer_);
  setScrollWidth(1);
  setScrollWidthTracking(true);
  viewport()->setMouseTracking(true);
  applyColors();
  connect(this, &QsciScintilla::textChanged, this, [this] {
    if (!setting_) Q_EMIT edited();
  });
  connect(this, &QsciScintilla::SCN_CHARADDED, this, [this] { complete(); });
  connect(this, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
    if (setting_ || line == last_line_) return;
    last_line_ = line;
    Q_EMIT lineEntered(line + 1);
  });
}

void PatternEditor::applyColors() {
  const KernelColors colors = KernelColors::from(palette());
  style_python(*this, *lexer_, colors);
  setIndicatorForegroundColor(colors.related, kPieceIndicator);
  setIndicatorOutlineColor(colors.accent, kPieceIndicator);
}

void PatternEditor::setTable(const QString& wanted) {
  if (text() == wanted) return;
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  const int top = firstVisibleLine();
  highlight({});  // of the other text
  setting_ = true;
  SendScintilla(SCI_AUTOCCANCEL);
  setText(wanted);
  setCursorPosition(std::min(line, std::max(0, lines() - 1)), column);
  setFirstVisibleLine(top);
  setting_ = false;
}

void PatternEditor::replaceTable(const QString& wanted, int line) {
  highlight({});
  setting_ = true;
  setText(wanted);
  setCursorPosition(std::clamp(line - 1, 0, std::max(0, lines() - 1)), 0);
  setting_ = false;
  Q_EMIT edited();
}

int PatternEditor::currentLine() const {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  return line + 1;
}

void PatternEditor::goTo(const TextSpan& span) {
  if (!span.valid() || span.line > lines()) return;
  setCursorPosition(span.line - 1, std::max(0, span.column - 1));
  ensureLineVisible(span.line - 1);
}

// ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────

void PatternEditor::setDiagnostics(const Diagnostics& diagnostics) {
  const int last = std::max(0, lines() - 1);
  for (int indicator : {kErrorIndicator, kWarningIndicator})
    clearIndicatorRange(0, 0, last, lineLength(last), indicator);
  markerDeleteAll(kErrorMarker);
  mistakes_.clear();
  for (const Diagnostic& d : diagnostics) {
    if (d.where.empty() || !d.where.front().span.valid()) continue;
    const TextSpan& span = d.where.front().span;
    const int line = std::min(span.line - 1, last), begin = std::max(0, span.column - 1);
    const int end = span.length > 0 ? begin + span.length : std::max(begin + 1, lineLength(line) - 1);
    const bool error = d.severity == Severity::Error;
    fillIndicatorRange(line, begin, line, std::min(end, std::max(begin + 1, lineLength(line))),
                       error ? kErrorIndicator : kWarningIndicator);
    if (error) markerAdd(line, kErrorMarker);
    QString& note = mistakes_[line + 1];
    if (!note.isEmpty()) note += QLatin1Char('\n');
    note += QStringLiteral("%1  %2").arg(QString::fromStdString(d.code), QString::fromStdString(d.message));
  }
}

void PatternEditor::markLines(const std::map<int, QString>& marked) {
  const int last = std::max(0, lines() - 1);
  clearIndicatorRange(0, 0, last, lineLength(last), kPaleIndicator);
  markerDeleteAll(kWarningMarker);
  marked_ = marked;
  for (const auto& [line, why] : marked_) {
    if (line < 1 || line > lines()) continue;
    markerAdd(line - 1, kWarningMarker);
  }
}

void PatternEditor::highlight(const std::vector<TextSpan>& pieces) {
  if (pieces == highlighted_) return;
  const int last = std::max(0, lines() - 1);
  clearIndicatorRange(0, 0, last, lineLength(last), kPieceIndicator);
  highlighted_ = pieces;
  for (const TextSpan& span : pieces)
    if (span.line >= 1 && span.line <= lines())
      fillIndicatorRange(span.line - 1, span.column - 1, span.line - 1, span.column - 1 + span.length, kPieceIndicator);
}

QString PatternEditor::noteAt(int line) const {
  QStringList notes;
  for (const auto* of : {&mistakes_, &marked_})
    if (const auto note = of->find(line); note != of->end()) notes << note->second;
  return notes.join(QLatin1Char('\n'));
}

// ── keys and pointer ─────────────────────────────────────────────────────────────────────────────────────────────

void PatternEditor::complete() {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  QStringList before = text().split(QLatin1Char('\n')).mid(0, line + 1);
  if (!before.isEmpty()) before.last() = before.last().left(column);
  const PatternCompletions found = pattern_completions(before.join(QLatin1Char('\n')));
  if (found.fitting.isEmpty()) {
    SendScintilla(SCI_AUTOCCANCEL);
    return;
  }
  SendScintilla(SCI_AUTOCSETSEPARATOR, static_cast<unsigned long>(' '));
  SendScintilla(SCI_AUTOCSHOW, static_cast<unsigned long>(found.typed),
                found.fitting.join(QLatin1Char(' ')).toUtf8().constData());
}

// Nothing in this language is indented, so Tab goes on to the next control; in a list of completions it takes one.
bool PatternEditor::focusNextPrevChild(bool next) {
  return isListActive() ? QsciScintilla::focusNextPrevChild(next) : QAbstractScrollArea::focusNextPrevChild(next);
}

void PatternEditor::keyPressEvent(QKeyEvent* event) {
  if (is_move(*event)) {
    event->accept();
    return Q_EMIT moveWanted(event->key() == Qt::Key_Up);
  }
  if (is_undo(*event)) return event->ignore();  // the document's
  if (event->modifiers() == Qt::ControlModifier && event->key() == Qt::Key_Space) return complete();
  QsciScintilla::keyPressEvent(event);
}

bool PatternEditor::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (is_undo(key)) {  // QScintilla claims its keys before the window's shortcuts are asked
      event->ignore();
      return false;
    }
    if (is_move(key)) {
      event->accept();
      return true;
    }
  }
  return QsciScintilla::event(event);
}

void PatternEditor::hover(const QPoint& place) {
  const auto position =
      SendScintilla(SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(place.x()), static_cast<long>(place.y()));
  if (position < 0) return Q_EMIT pieceHovered(0, 0);
  int line = 0, column = 0;
  lineIndexFromPosition(static_cast<int>(position), &line, &column);
  Q_EMIT pieceHovered(line + 1, column + 1);
}

bool PatternEditor::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::MouseMove) hover(static_cast<QMouseEvent*>(event)->pos());
  if (event->type() == QEvent::Leave) Q_EMIT pieceHovered(0, 0);
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QString note = noteAt(lineAt(help->pos()) + 1);
    note.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), plain_tip(note), this);
    return true;
  }
  return QsciScintilla::viewportEvent(event);
}

void PatternEditor::changeEvent(QEvent* event) {
  QsciScintilla::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColors();
}

}  // namespace nw::views
