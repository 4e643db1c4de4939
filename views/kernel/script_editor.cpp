// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/script_editor.h"

#include <Qsci/qscilexerpython.h>

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolTip>
#include <algorithm>
#include <map>

#include "kernel/code_font.h"
#include "models/script_help.h"

namespace nw::views {

namespace {
constexpr int kPauseMs = 1500;  // longer, and what is typed is undone in two steps
constexpr int kRestMs = 700;    // since the last key, until sentences may move the lines
constexpr int kNoteLines = 3;   // of a sentence beneath its line; all of it is told by hovering
constexpr int kErrorIndicator = 8;
constexpr int kWarningIndicator = 9;
constexpr int kPaleIndicator = 10;
constexpr int kHoverMarker = 1;  // beneath the lit one: a higher number is drawn later
constexpr int kLitMarker = 2;
constexpr int kErrorMarker = 3;
constexpr int kWarningMarker = 4;
constexpr int kPinMarker = 10;  // and the next six
constexpr int kPinWidth = 4;
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
  setScrollWidth(1);
  setScrollWidthTracking(true);
  applyColors(KernelColors::from(palette()));
  connect(this, &QsciScintilla::textChanged, this, [this] {
    if (setting_) return;
    pause_.start();
    notes_wait_.start();
    Q_EMIT edited();
  });
  // The list is gone: what the call takes is told by its tip again.
  const auto list_gone = [this] {
    if (hasFocus() && !isListActive() && !escaped_) showCallTip();
  };
  connect(this, &QsciScintilla::SCN_AUTOCCANCELLED, this, list_gone, Qt::QueuedConnection);
  connect(this, &QsciScintilla::SCN_AUTOCCOMPLETED, this, list_gone, Qt::QueuedConnection);
  notes_wait_.setSingleShot(true);
  notes_wait_.setInterval(kRestMs);
  connect(&notes_wait_, &QTimer::timeout, this, &ScriptEditor::showNotes);
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
  const QFont font = codeFont();
  lexer_->setDefaultFont(font);
  lexer_->setDefaultPaper(colors.background);
  lexer_->setDefaultColor(colors.text);
  for (int style = 0; style <= 20; ++style) {
    lexer_->setFont(font, style);
    lexer_->setPaper(colors.background, style);
    lexer_->setColor(colors.text, style);
  }
  lexer_->setColor(colors.comment, QsciLexerPython::Comment);
  lexer_->setColor(colors.comment, QsciLexerPython::CommentBlock);
  lexer_->setColor(colors.number, QsciLexerPython::Number);
  lexer_->setColor(colors.keyword, QsciLexerPython::Keyword);
  for (int style :
       {QsciLexerPython::DoubleQuotedString, QsciLexerPython::SingleQuotedString, QsciLexerPython::UnclosedString})
    lexer_->setColor(colors.string, style);
  lexer_->setColor(colors.dim, QsciLexerPython::Operator);
  setPaper(colors.background);
  setColor(colors.text);
  setCaretForegroundColor(colors.text);
  setCaretLineVisible(true);
  setCaretLineBackgroundColor(colors.line);
  setSelectionBackgroundColor(colors.selection);
  resetSelectionForegroundColor();
  setMarginsBackgroundColor(colors.background);
  setMarginsForegroundColor(colors.dim);
  setMarginsFont(font);
  setMarkerBackgroundColor(colors.selection, kLitMarker);
  setMarkerBackgroundColor(colors.line, kHoverMarker);
  pinLines(std::vector<int>(pinned_));
  setMarkerBackgroundColor(colors.error, kErrorMarker);
  setMarkerForegroundColor(colors.error, kErrorMarker);
  setMarkerBackgroundColor(colors.warning, kWarningMarker);
  setMarkerForegroundColor(colors.warning, kWarningMarker);
  setIndicatorForegroundColor(colors.error, kErrorIndicator);
  setIndicatorForegroundColor(colors.warning, kWarningIndicator);
  setIndicatorForegroundColor(KernelColors::blend(colors.dim, colors.background, 0.7), kPaleIndicator);
  setMatchedBraceBackgroundColor(colors.related);
  setMatchedBraceForegroundColor(colors.text);
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
  hideCallTip();  // it may be of a call that is gone
  SendScintilla(SCI_AUTOCCANCEL);
  setEolMode(text.contains(QStringLiteral("\r\n")) ? EolWindows : EolUnix);
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  const int top = firstVisibleLine();
  const QStringList before = this->text().split(QLatin1Char('\n')), now = text.split(QLatin1Char('\n'));
  clearAnnotations();
  shown_notes_.clear();
  setText(text);
  line = std::min(line_in(before, now, line), std::max(0, lines() - 1));
  setCursorPosition(line, std::min(column, static_cast<int>(now.value(line).size())));
  setFirstVisibleLine(top);
  last_line_ = line;
  setting_ = false;
}

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
  setting_ = false;
  if (!notes_wait_.isActive()) showNotes();
}

// The line of the cursor stays where it is on the screen.
void ScriptEditor::showNotes() {
  if (isListActive()) return notes_wait_.start();  // one is choosing
  std::map<int, Note> wanted;
  for (const auto& [line, note] : notes_) wanted[line] = {wrapped(note.text), note.error};
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

// In lines that the editor has room for. Of what is very long, the beginning: hovering tells the rest, as Problems
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
  const auto note =
      notes_.find(static_cast<int>(SendScintilla(SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(row))));
  return note == notes_.end() ? QString() : note->second.text;
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

void ScriptEditor::showSchedule() {
  for (int line = 0; line < lines(); ++line) {
    if (!text(line).contains(QStringLiteral("create_schedule("))) continue;
    setting_ = true;
    setCursorPosition(std::min(line + 1, lines() - 1), 0);
    setFirstVisibleLine(std::max(0, line - 2));
    last_line_ = line + 1;
    setting_ = false;
    return;
  }
}

int ScriptEditor::currentLine() const {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  return line + 1;
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

QString ScriptEditor::beforeCursor() const {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  return text(line).left(column);
}

// What is legal is found by trying it, which may take longer than a keystroke has: at the cursor's line, without what
// stands below.
void ScriptEditor::complete() {
  if (!program_) return;
  const QString before = beforeCursor();
  if (!asksWhatIsLegal(before)) return offer(scriptCompletions(program_->program, before));
  jobs_.run<QStringList>(
      QStringLiteral("completions"), tr("What is legal here"), this,
      [script = text().toStdString(), line = currentLine(), before](const CancelToken&) {
        script::ReadOptions options;
        options.verify = options.explain = false;
        options.stop_after_line = std::max(1, line - 1);
        return scriptCompletions(script::read(script, options), before);
      },
      [this, before](const QStringList& fitting) {
        const QString now = beforeCursor();
        if (now == before)
          offer(fitting);
        else if (now.startsWith(before) && wordBefore(now).size() >= now.size() - before.size())
          complete();  // letters came meanwhile
      });
}

void ScriptEditor::offer(const QStringList& fitting) {
  if (fitting.isEmpty()) {
    SendScintilla(SCI_AUTOCCANCEL);
    return;
  }
  SendScintilla(SCI_AUTOCSETSEPARATOR, static_cast<unsigned long>(' '));
  SendScintilla(SCI_AUTOCSETORDER, static_cast<unsigned long>(SC_ORDER_CUSTOM));  // the best first
  SendScintilla(SCI_AUTOCSHOW, static_cast<unsigned long>(wordBefore(beforeCursor()).toUtf8().size()),
                fitting.join(QLatin1Char(' ')).toUtf8().constData());
  showCallTip();
}

// Above the line: below it is the list.
void ScriptEditor::showCallTip() {
  const QString tip = scriptCallTip(beforeCursor());
  if (tip.isEmpty()) return hideCallTip();
  if (!tip_) {
    tip_ = new QLabel(this, Qt::ToolTip | Qt::FramelessWindowHint);
    tip_->setObjectName(QStringLiteral("calltip"));
    tip_->setAttribute(Qt::WA_ShowWithoutActivating);
    tip_->setTextFormat(Qt::PlainText);
    tip_->setAccessibleName(tr("How this call is written"));
  }
  tip_->setText(tip);
  tip_line_ = currentLine();
  tip_->adjustSize();
  const auto at = static_cast<unsigned long>(SendScintilla(SCI_GETCURRENTPOS));
  const auto x = static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, static_cast<long>(at)));
  const auto y = static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, static_cast<long>(at)));
  QPoint place = viewport()->mapToGlobal(QPoint(x, y - tip_->height() - 4));
  const QRect screen = this->screen()->availableGeometry();
  place.setX(std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - tip_->width())));
  if (place.y() < screen.top())
    place.setY(viewport()->mapToGlobal(QPoint(0, y)).y() + 6 * tip_->fontMetrics().height());
  tip_->move(place);
  tip_->show();
}

// It is gone with the call, and stands at the call that the caret is in now.
void ScriptEditor::followCallTip() {
  if (!tip_) return;
  const QString tip = scriptCallTip(beforeCursor());
  if (tip.isEmpty())
    hideCallTip();
  else if (tip != tip_->text() || tip_line_ != currentLine())
    showCallTip();
}

void ScriptEditor::hideCallTip() {
  delete tip_;
}

QString ScriptEditor::callTip() const {
  return tip_ && tip_->isVisible() ? tip_->text() : QString();
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

// Undo and redo belong to the document: the editor's own stack knows nothing of gestures.
static bool is_undo(const QKeyEvent& event) {
  const bool y = event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_Y;  // as on other desktops
  return y || event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo);
}

// Desktops differ in the key for Replace.
static bool is_find(const QKeyEvent& event) {
  const bool h = event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_H;
  return h || event.matches(QKeySequence::Find) || event.matches(QKeySequence::Replace);
}

// Plus stands on the key of = on many keyboards, with Shift: with and without it the text grows.
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

void ScriptEditor::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers() & Qt::ControlModifier;
  if (control && event->key() == Qt::Key_Space) return complete();
  if (is_find(*event)) return Q_EMIT findWanted();
  if (is_zoom(*event)) return zoomBy(event->key());
  if (control && event->key() == Qt::Key_Slash) return toggleComment();
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
  QToolTip::showText(help->globalPos(), noteAt(help->pos()), viewport());
  return true;
}

void ScriptEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (!notes_.empty() && !notes_wait_.isActive()) notes_wait_.start();  // wrapped anew, once the size stays
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
