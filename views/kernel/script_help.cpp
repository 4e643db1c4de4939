// SPDX-License-Identifier: GPL-3.0-or-later
// Completion while typing: the list of legal names at the cursor, and the call tip.
#include <QLabel>
#include <QScreen>
#include <QToolTip>
#include <algorithm>

#include "kernel/script_editor.h"
#include "models/script_help.h"
#include "script/completion.h"

namespace nw::views {

QString ScriptEditor::beforeCursor() const {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  return text(line).left(column);
}

// What is legal is found by trying it, which may take longer than a keystroke has: at the cursor's line, without what
// is below.
void ScriptEditor::complete() {
  if (!program_) return;
  const QString before = beforeCursor();
  if (!asksWhatIsLegal(before)) return candidate(scriptCompletions(program_->program, before));
  jobs_.run<QStringList>(
      QStringLiteral("completions"), tr("What is legal here"), this,
      [script = text().toStdString(), line = currentLine(), before](const CancelToken& cancel) {
        return scriptCompletions(script::read_for_completion(script, line, cancel), before);
      },
      [this, before](const QStringList& fitting) {
        const QString now = beforeCursor();
        if (now == before)
          candidate(fitting);
        else if (now.startsWith(before) && wordBefore(now).size() >= now.size() - before.size())
          complete();  // letters came meanwhile
      });
}

void ScriptEditor::candidate(const QStringList& fitting) {
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

// It is closed with the call, and moves to the call that contains the caret.
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

QString ScriptEditor::shownCallTip() const {
  return tip_ && tip_->isVisible() ? tip_->text() : QString();
}

}  // namespace nw::views
