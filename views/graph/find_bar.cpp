// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/find_bar.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "common/icons.h"
#include "common/theme.h"

namespace nw::views {

namespace {
QToolButton* button(QWidget* parent, const QString& name, const QString& tip) {
  auto* made = new QToolButton(parent);
  made->setAccessibleName(name);
  made->setToolTip(tip);
  made->setFocusPolicy(Qt::NoFocus);
  return made;
}
}  // namespace

FindBar::FindBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("findBar"));
  setAttribute(Qt::WA_StyledBackground);
  edit_ = new QLineEdit(this);
  edit_->setAccessibleName(tr("Find in the graph"));
  edit_->setPlaceholderText(tr("conv2d   op:nn.conv2d shape:[1,*,56,56]   a -> b"));
  edit_->setClearButtonEnabled(true);
  edit_->setMinimumWidth(300);
  state_ = new QLabel(this);
  state_->setObjectName(QStringLiteral("dim"));
  error_ = new QLabel(this);
  error_->setObjectName(QStringLiteral("error"));
  error_->setContentsMargins(8, 0, 12, 6);
  error_->setWordWrap(true);
  error_->hide();
  previous_ = button(this, tr("Previous match"), tr("Previous match (Shift+Enter)"));
  next_ = button(this, tr("Next match"), tr("Next match (Enter)"));
  close_ = button(this, tr("Close find"), tr("Close (Esc)"));
  auto* row = new QHBoxLayout;
  row->setContentsMargins(4, 4, 4, 4);
  row->setSpacing(4);
  for (QWidget* part : std::initializer_list<QWidget*>{edit_, state_, previous_, next_, close_}) row->addWidget(part);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(error_);
  column->setSizeConstraint(QLayout::SetFixedSize);
  completer_ = new QCompleter(new QStringListModel(this), this);
  completer_->setWidget(edit_);
  completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer_->popup()->setAccessibleName(tr("What could stand here"));
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FindBar::take);
  connect(edit_, &QLineEdit::textEdited, this, &FindBar::candidate);
  connect(edit_, &QLineEdit::textChanged, this, &FindBar::changed);
  connect(previous_, &QToolButton::clicked, this, &FindBar::previous);
  connect(next_, &QToolButton::clicked, this, &FindBar::next);
  connect(close_, &QToolButton::clicked, this, &FindBar::closed);
  hide();
}

void FindBar::setTheme(const Theme& theme) {
  previous_->setIcon(icon(QStringLiteral("go-up"), theme.text));
  next_->setIcon(icon(QStringLiteral("go-down"), theme.text));
  close_->setIcon(icon(QStringLiteral("window-close"), theme.text));
}

void FindBar::open() {
  show();
  raise();
  edit_->setFocus();
  edit_->selectAll();
}

QString FindBar::text() const {
  return edit_->text();
}
void FindBar::setText(const QString& text) {
  edit_->setText(text);
}

void FindBar::clearError() {
  error_->hide();
}

void FindBar::setState(int current, int count, const QString& error, int column) {
  if (!error.isEmpty() || edit_->text().trimmed().isEmpty())
    state_->clear();
  else if (count == 0)
    state_->setText(tr("nothing found"));
  else
    state_->setText(tr("%1 of %2").arg(current + 1).arg(count));
  error_->setVisible(!error.isEmpty());
  if (error.isEmpty()) return;
  // A caret beneath the letter that is wrong, and the sentence below it.
  const int along = edit_->fontMetrics().horizontalAdvance(edit_->text().left(column));
  QString caret;
  while (error_->fontMetrics().horizontalAdvance(caret) < std::min(along, edit_->width() - 40)) caret += QChar(0x2009);
  error_->setText(caret + QStringLiteral("▴\n") + error);
  error_->setAccessibleName(tr("Wrong at letter %1: %2").arg(column + 1).arg(error));
}

namespace {
// The word that the cursor is in or behind.
std::pair<qsizetype, qsizetype> word_at(const QString& text, qsizetype cursor) {
  qsizetype begin = cursor;
  while (begin > 0 && !text[begin - 1].isSpace()) --begin;
  return {begin, cursor - begin};
}
}  // namespace

void FindBar::candidate() {
  if (!candidates_) return;
  const auto [begin, length] = word_at(edit_->text(), edit_->cursorPosition());
  const QStringList found = length == 0 ? QStringList() : candidates_(edit_->text().mid(begin, length));
  static_cast<QStringListModel*>(completer_->model())->setStringList(found);
  if (found.isEmpty())
    completer_->popup()->hide();
  else
    completer_->complete(edit_->rect());
}

void FindBar::take(const QString& word) {
  const auto [begin, length] = word_at(edit_->text(), edit_->cursorPosition());
  QString text = edit_->text();
  text.replace(begin, length, word);
  edit_->setText(text);
  edit_->setCursorPosition(static_cast<int>(begin + word.size()));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      Q_EMIT closed();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      completer_->popup()->hide();
      if (event->modifiers() & Qt::ShiftModifier)
        Q_EMIT previous();
      else
        Q_EMIT next();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace nw::views
