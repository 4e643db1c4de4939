// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/script_find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "kernel/script_editor.h"

namespace nw::views {

ScriptFindBar::ScriptFindBar(ScriptEditor* editor, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      what_(new QLineEdit(this)),
      with_(new QLineEdit(this)),
      answer_(new QLabel(this)) {
  what_->setPlaceholderText(tr("Find in the script"));
  what_->setAccessibleName(tr("Find in the script"));
  with_->setPlaceholderText(tr("Replace with"));
  with_->setAccessibleName(tr("Replace with"));
  // Two rows: in one row they would take width from the other faces.
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(8, 4, 8, 4);
  rows->setSpacing(4);
  auto* find_row = new QHBoxLayout;
  auto* replace_row = new QHBoxLayout;
  for (QHBoxLayout* row : {find_row, replace_row}) {
    row->setSpacing(4);
    rows->addLayout(row);
  }
  const auto button = [this](QHBoxLayout* row, const QString& text, const QString& tip, auto&& work) {
    auto* b = new QToolButton(this);
    b->setText(text);
    b->setToolTip(tip);
    b->setAccessibleName(tip);
    connect(b, &QToolButton::clicked, this, work);
    row->addWidget(b);
    return b;
  };
  answer_->setMinimumWidth(answer_->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(88).arg(88)));
  answer_->setObjectName(QStringLiteral("dim"));
  find_row->addWidget(what_, 1);
  find_row->addWidget(answer_);
  button(find_row, {}, tr("The one before (Shift+Enter)"), [this] { step(false); })->setArrowType(Qt::UpArrow);
  button(find_row, {}, tr("The next one (Enter)"), [this] { step(true); })->setArrowType(Qt::DownArrow);
  button(find_row, QStringLiteral("×"), tr("Close (Esc)"), &ScriptFindBar::close);
  replace_row->addWidget(with_, 1);
  button(replace_row, tr("Replace"), tr("Replace this one and go to the next"), &ScriptFindBar::replace);
  button(replace_row, tr("All"), tr("Replace all"), &ScriptFindBar::replaceAll);
  connect(editor_, &QsciScintilla::selectionChanged, this, [this] {
    if (isVisible()) count();
  });
  connect(what_, &QLineEdit::textEdited, this, [this] {
    int line = 0, column = 0, ignore = 0;
    if (editor_->hasSelectedText())
      editor_->getSelection(&line, &column, &ignore, &ignore);
    else
      editor_->getCursorPosition(&line, &column);
    if (!what_->text().isEmpty()) editor_->findFirst(what_->text(), false, false, false, true, true, line, column);
    reveal();
    count();
  });
  QWidget::hide();
}

void ScriptFindBar::open() {
  if (editor_->hasSelectedText() && !editor_->selectedText().contains(QLatin1Char('\n')))
    what_->setText(editor_->selectedText());
  QWidget::show();
  what_->setFocus();
  what_->selectAll();
  count();
}

void ScriptFindBar::close() {
  hide();
  editor_->setFocus();
}

// Which one is selected, of how many.
void ScriptFindBar::count() {
  const QString what = what_->text();
  if (what.isEmpty()) return answer_->clear();
  const QString text = editor_->text();
  int line = 0, column = 0, ignore = 0;
  editor_->getSelection(&line, &column, &ignore, &ignore);
  const qsizetype selected = editor_->selectedText().compare(what, Qt::CaseInsensitive) == 0
                                 ? editor_->positionFromLineIndex(line, column)
                                 : -1;
  int all = 0, which = 0;
  for (qsizetype at = text.indexOf(what, 0, Qt::CaseInsensitive); at >= 0;
       at = text.indexOf(what, at + what.size(), Qt::CaseInsensitive)) {
    ++all;
    if (selected >= 0 && text.left(at).toUtf8().size() == selected) which = all;
  }
  answer_->setText(all == 0     ? tr("not found")
                   : which == 0 ? tr("%n in all", nullptr, all)
                                : tr("%1 of %2").arg(which).arg(all));
}

// Scrolls the match into view, with the start of its line if there is space.
void ScriptFindBar::reveal() {
  if (!editor_->hasSelectedText()) return;
  editor_->SendScintilla(QsciScintilla::SCI_SETXOFFSET, 0UL);
  editor_->SendScintilla(QsciScintilla::SCI_SCROLLCARET);
}

void ScriptFindBar::step(bool forward) {
  int from = 0, from_column = 0, to = 0, to_column = 0;
  editor_->getSelection(&from, &from_column, &to, &to_column);
  if (!editor_->hasSelectedText()) {
    editor_->getCursorPosition(&from, &from_column);
    to = from, to_column = from_column;
  }
  editor_->findFirst(what_->text(), false, false, false, true, forward, forward ? to : from,
                     forward ? to_column : from_column);
  reveal();
  count();
}

void ScriptFindBar::replace() {
  if (editor_->hasSelectedText() && editor_->selectedText().compare(what_->text(), Qt::CaseInsensitive) == 0)
    editor_->replaceSelection(with_->text());
  step(true);
}

void ScriptFindBar::replaceAll() {
  if (what_->text().isEmpty()) return;
  QString text = editor_->text();
  const qsizetype count = text.count(what_->text(), Qt::CaseInsensitive);
  text.replace(what_->text(), with_->text(), Qt::CaseInsensitive);
  if (count > 0) editor_->replaceAll(text);
  answer_->setText(tr("%n replaced", nullptr, static_cast<int>(count)));
}

void ScriptFindBar::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      return close();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (with_->hasFocus())
        replace();
      else
        step(!(event->modifiers() & Qt::ShiftModifier));
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace nw::views
