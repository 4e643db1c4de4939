// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_locks.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "models/html.h"

namespace nw::views {

namespace {
constexpr int kWidest = 320;  // pixels of a button's text; all of it is in its tooltip
}  // namespace

TuneLocks::TuneLocks(QWidget* parent) : QWidget(parent) {
  auto* inner = new QWidget;
  row_ = new QHBoxLayout(inner);
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(4);
  row_->addStretch(1);
  auto* area = new QScrollArea;
  area->setWidget(inner);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  area->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(area);
  hide();
}

void TuneLocks::setLocks(const std::vector<TuneLock>& locks) {
  if (locks == locks_) return;
  locks_ = locks;
  for (QToolButton* button : buttons_) button->deleteLater();
  buttons_.clear();
  for (const TuneLock& lock : locks_) {
    auto* button = new QToolButton;
    QString text = fontMetrics().elidedText(lock.text, Qt::ElideMiddle, kWidest);
    button->setText(tr("%1  ✕").arg(text.replace(QLatin1Char('&'), QStringLiteral("&&"))));
    button->setToolTip(plain_tip(tr("%1\nA click takes it back.").arg(lock.text)));
    button->setAccessibleName(tr("Take back: %1").arg(lock.text));
    connect(button, &QToolButton::clicked, this, [this, id = lock.id] { Q_EMIT removed(id); });
    row_->insertWidget(static_cast<int>(buttons_.size()), button);
    buttons_.push_back(button);
  }
  if (!buttons_.empty()) {
    auto* area = findChild<QScrollArea*>();
    area->setFixedHeight(buttons_.front()->sizeHint().height() + style()->pixelMetric(QStyle::PM_ScrollBarExtent) / 2);
  }
  setVisible(!locks_.empty());
}

QStringList TuneLocks::texts() const {
  QStringList texts;
  for (const TuneLock& lock : locks_) texts << lock.text;
  return texts;
}

}  // namespace nw::views
