// SPDX-License-Identifier: GPL-3.0-or-later
// Marks in the script: diagnostics, with their sentence below the line; lines that are selected, pinned or not run.
#include "kernel/script_marks.h"

#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <map>

#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "kernel/script_editor.h"
#include "models/script_help.h"
#include "script/tune_mark.h"

namespace nw::views {

using namespace script_marks;

namespace {
constexpr int kNoteLines = 3;  // of a sentence beneath its line; all of it is shown on hovering
constexpr int kPinWidth = 4;
}  // namespace

void ScriptEditor::setDiagnostics(const Diagnostics& diagnostics) {
  setting_ = true;  // annotations count as changes for Scintilla
  const int last = std::max(0, lines() - 1);
  for (int indicator : {kErrorIndicator, kWarningIndicator})
    clearIndicatorRange(0, 0, last, lineLength(last), indicator);
  markerDeleteAll(kErrorMarker);
  markerDeleteAll(kWarningMarker);
  notes_.clear();
  for (const Diagnostic& d : diagnostics) {
    if (d.where.empty() || !d.where.front().span.valid()) continue;
    const TextSpan& span = d.where.front().span;
    const int line = std::min(span.line - 1, last);
    const bool error = d.severity == Severity::Error;
    const int begin = std::max(0, span.column - 1);
    const int end = span.length > 0 ? begin + span.length : std::max(begin + 1, lineLength(line) - 1);
    fillIndicatorRange(line, begin, line, std::min(end, std::max(begin + 1, lineLength(line))),
                       error ? kErrorIndicator : kWarningIndicator);
    markerAdd(line, error ? kErrorMarker : kWarningMarker);
    auto& [text, is_error] = notes_[line];
    if (!text.isEmpty()) text += QLatin1Char('\n');
    text += QStringLiteral("%1  %2").arg(QString::fromStdString(d.code), QString::fromStdString(d.message));
    is_error = is_error || error;
  }
  colourTuneMarks();
  setting_ = false;
  showNotes(!notes_wait_.isActive());
}

void ScriptEditor::colourTuneMarks() {
  const int last = std::max(0, lines() - 1);
  clearIndicatorRange(0, 0, last, lineLength(last), kTuneIndicator);
  for (int line = 0; line <= last; ++line) {
    const QString text = this->text(line).trimmed();
    if (!text.contains(QLatin1String("tune:"))) continue;
    const QByteArray bytes = this->text(line).toUtf8();
    const auto mark = script::tune_mark(bytes.toStdString());
    if (!mark) continue;
    const auto begin = static_cast<int>(QString::fromUtf8(bytes.left(static_cast<int>(mark->column))).size());
    fillIndicatorRange(line, begin, line, static_cast<int>(QString::fromUtf8(bytes).trimmed().size()), kTuneIndicator);
  }
}

QString ScriptEditor::tuneMarkOf(int line) const {
  if (line < 1 || line > lines()) return {};
  QString found;
  const QString text = this->text(line - 1);
  for (int at = 0; at < text.size(); ++at)
    if (SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(kTuneIndicator),
                      static_cast<long>(positionFromLineIndex(line - 1, at))) != 0)
      found += text[at];
  return found;
}

// While typing, existing messages are updated or removed; new ones are shown after a pause. The line of the
// cursor stays where it is on the screen.
void ScriptEditor::showNotes(bool rests) {
  if (isListActive()) return notes_wait_.start();  // one is choosing
  std::map<int, Note> wanted;
  for (const auto& [line, note] : notes_)
    if (rests || !annotation(line).isEmpty()) wanted[line] = {wrapped(note.text), note.error};
  if (wanted == shown_notes_) return;
  const auto top_of = [this](int line) {
    return static_cast<int>(SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(line)));
  };
  const int cursor = currentLine() - 1;
  const int before = top_of(cursor) - static_cast<int>(SendScintilla(SCI_GETFIRSTVISIBLELINE));
  setting_ = true;  // annotations count as changes for Scintilla
  clearAnnotations();
  for (const auto& [line, note] : wanted)
    if (line < lines()) annotate(line, note.text, note.error ? 40 : 41);
  const bool in_sight = before >= 0 && before < static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  if (in_sight)
    SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, top_of(cursor) - before)));
  setting_ = false;
  shown_notes_ = std::move(wanted);
}

// Wrapped to the width of the editor. Of a very long text, the beginning: the tooltip has the rest, as Problems
// does.
QString ScriptEditor::wrapped(const QString& text) const {
  QFont font = codeFont();
  font.setPointSize(9 + static_cast<int>(SendScintilla(SCI_GETZOOM)));
  const QFontMetrics metrics(font);
  int margins = 0;
  for (int margin = 0; margin < 5; ++margin) margins += marginWidth(margin);
  const int room = std::max(160, viewport()->width() - margins - 16);
  QStringList lines;
  for (const QString& sentence : text.split(QLatin1Char('\n'))) {
    QStringList own{QString()};
    for (const QString& word : sentence.split(QLatin1Char(' '))) {
      const QString longer = own.last().isEmpty() ? word : own.last() + QLatin1Char(' ') + word;
      if (own.last().isEmpty() || metrics.horizontalAdvance(longer) <= room)
        own.last() = longer;
      else
        own << QStringLiteral("        ") + word;  // beneath the message, not beneath its code
    }
    if (own.size() > kNoteLines) {
      own = own.mid(0, kNoteLines);
      own.last() = metrics.elidedText(own.last() + QStringLiteral(" …………"), Qt::ElideRight, room);
    }
    for (QString& line : own) line = metrics.elidedText(line, Qt::ElideRight, room);
    lines << own;
  }
  return lines.join(QLatin1Char('\n'));
}

QString ScriptEditor::noteAt(const QPoint& place) const {
  const auto row =
      SendScintilla(SCI_GETFIRSTVISIBLELINE) + place.y() / std::max(1L, SendScintilla(SCI_TEXTHEIGHT, 0UL));
  return hintOf(static_cast<int>(SendScintilla(SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(row))) + 1);
}

QString ScriptEditor::hintOf(int line) const {
  QStringList hints;
  if (const auto note = notes_.find(line - 1); note != notes_.end()) hints << note->second.text;
  if (const QString mark = scriptTuneHelp(text(line - 1)); !mark.isEmpty()) hints << mark;
  return hints.join(QLatin1Char('\n'));
}

void ScriptEditor::setLeftOut(int first, int last) {
  const int end = std::max(0, lines() - 1);
  setting_ = true;  // as with diagnostics
  clearIndicatorRange(0, 0, end, lineLength(end), kPaleIndicator);
  last = std::min(last, end + 1);
  if (first > 0 && first <= last) fillIndicatorRange(first - 1, 0, last - 1, lineLength(last - 1), kPaleIndicator);
  setting_ = false;
}

bool ScriptEditor::isLeftOut(int line) const {
  if (line < 1 || line > lines()) return false;
  const auto at = static_cast<long>(positionFromLineIndex(line - 1, 0));
  return SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(kPaleIndicator), at) != 0;
}

void ScriptEditor::lightLine(int line) {
  markerDeleteAll(kLitMarker);
  if (line < 1 || line > lines()) return;
  markerAdd(line - 1, kLitMarker);
  const int visible = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  if (line - 1 < firstVisibleLine() || line - 1 >= firstVisibleLine() + visible) ensureLineVisible(line - 1);
}

void ScriptEditor::lightLines(const std::vector<int>& wanted) {
  lightLine(wanted.empty() ? 0 : wanted.front());
  for (const int line : wanted)
    if (line > 1 && line <= lines() && line != wanted.front()) markerAdd(line - 1, kLitMarker);
}

int ScriptEditor::litLine() const {
  return markerFindNext(0, 1U << kLitMarker) + 1;
}

void ScriptEditor::hoverLine(int line) {
  markerDeleteAll(kHoverMarker);
  if (line >= 1 && line <= lines()) markerAdd(line - 1, kHoverMarker);
}

// A line has one marker, of the first of its pins; it has a stripe for each of them.
void ScriptEditor::pinLines(const std::vector<int>& pinned) {
  pinned_ = pinned;
  const KernelColors colors = KernelColors::from(palette());
  size_t most = 1;
  std::map<int, std::vector<size_t>> by_line;
  for (size_t pin = 0; pin < pinned.size() && pin < static_cast<size_t>(KernelColors::kPins); ++pin)
    if (pinned[pin] >= 1 && pinned[pin] <= lines()) by_line[pinned[pin]].push_back(pin);
  for (const auto& [line, pins] : by_line) most = std::max(most, pins.size());
  setMarginWidth(2, static_cast<int>(most) * kPinWidth + 2);
  for (int pin = 0; pin < KernelColors::kPins; ++pin) markerDeleteAll(kPinMarker + pin);
  for (const auto& [line, pins] : by_line) {
    QPixmap stripes(static_cast<int>(pins.size()) * kPinWidth, textHeight(line - 1));
    stripes.fill(Qt::transparent);
    QPainter painter(&stripes);
    colors.paint_pins(painter, pins, QRect(0, 0, kPinWidth, stripes.height()));
    painter.end();
    const int marker = kPinMarker + static_cast<int>(pins.front());
    markerDefine(stripes, marker);
    markerAdd(line - 1, marker);
  }
}

std::vector<int> ScriptEditor::pinsAt(int line) const {
  std::vector<int> found;
  for (size_t pin = 0; pin < pinned_.size(); ++pin)
    if (pinned_[pin] == line) found.push_back(static_cast<int>(pin));
  return found;
}

}  // namespace nw::views
