// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/script_find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

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
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(4);
  row->addWidget(what_, 2);
  row->addWidget(with_, 2);
  auto button = [&](const QString& text, const QString& tip, void (ScriptFindBar::*work)()) {
    auto* b = new QToolButton(this);
    b->setText(text);
    b->setToolTip(tip);
    b->setAccessibleName(tip);
    connect(b, &QToolButton::clicked, this, work);
    row->addWidget(b);
  };
  button(tr("Replace"), tr("Replace this one and go to the next"), &ScriptFindBar::replace);
  button(tr("All"), tr("Replace all"), &ScriptFindBar::replaceAll);
  row->addWidget(answer_);
  connect(what_, &QLineEdit::textEdited, this, [this] {
    int line = 0, column = 0, ignore = 0;
    if (editor_->hasSelectedText())
      editor_->getSelection(&line, &column, &ignore, &ignore);
    else
      editor_->getCursorPosition(&line, &column);
    show(!what_->text().isEmpty() && editor_->findFirst(what_->text(), false, false, false, true, true, line, column));
  });
  QWidget::hide();
}

void ScriptFindBar::open() {
  if (editor_->hasSelectedText() && !editor_->selectedText().contains(QLatin1Char('\n')))
    what_->setText(editor_->selectedText());
  QWidget::show();
  what_->setFocus();
  what_->selectAll();
}

void ScriptFindBar::show(bool found) {
  answer_->setText(found || what_->text().isEmpty() ? QString() : tr("not found"));
}

void ScriptFindBar::step(bool forward) {
  int from = 0, from_column = 0, to = 0, to_column = 0;
  editor_->getSelection(&from, &from_column, &to, &to_column);
  if (!editor_->hasSelectedText()) {
    editor_->getCursorPosition(&from, &from_column);
    to = from, to_column = from_column;
  }
  show(editor_->findFirst(what_->text(), false, false, false, true, forward, forward ? to : from,
                          forward ? to_column : from_column));
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
      hide();
      editor_->setFocus();
      return;
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
