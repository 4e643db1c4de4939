// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

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
  error_->setContentsMargins(12, 0, 12, 6);
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

void FindBar::setState(int current, int count, const QString& error, int column) {
  if (!error.isEmpty())
    state_->clear();
  else if (edit_->text().trimmed().isEmpty())
    state_->clear();
  else if (count == 0)
    state_->setText(tr("nothing found"));
  else
    state_->setText(tr("%1 of %2").arg(current + 1).arg(count));
  error_->setVisible(!error.isEmpty());
  if (!error.isEmpty()) {
    const QString before = edit_->text().left(column);
    error_->setText(before.isEmpty() ? error : tr("after “%1”: %2").arg(before, error));
  }
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      Q_EMIT closed();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
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
