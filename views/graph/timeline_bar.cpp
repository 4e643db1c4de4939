// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/timeline_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include "models/html.h"

namespace nw::views {

TimelineBar::TimelineBar(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("bar"));
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setAccessibleName(tr("Passes"));
  slider_->setToolTip(tr("Show the graph as each pass left it (arrow keys)"));
  slider_->setPageStep(1);
  slider_->setFixedWidth(200);
  title_ = new QLabel(this);
  change_ = new QLabel(this);
  change_->setObjectName(QStringLiteral("dim"));
  change_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  change_->installEventFilter(this);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("✕"));
  close->setAccessibleName(tr("Hide the passes"));
  close->setToolTip(close->accessibleName());
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 8, 2);
  row->setSpacing(8);
  row->addWidget(slider_);
  row->addWidget(title_);
  row->addWidget(change_, 1);
  row->addWidget(close);
  connect(slider_, &QSlider::valueChanged, this, &TimelineBar::snapshotWanted);
  connect(close, &QToolButton::clicked, this, &TimelineBar::closed);
}

void TimelineBar::setSnapshots(const QStringList& titles, int at) {
  titles_ = titles;
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, static_cast<int>(titles.size()) - 1);
  slider_->setValue(at);
  title_->setText(tr("%1 of %2: %3").arg(at + 1).arg(titles.size()).arg(titles.value(at)));
}

void TimelineBar::setChange(const QString& text) {
  change_->setToolTip(plain_tip(text));
  elide();
}

void TimelineBar::elide() {
  change_->setText(change_->fontMetrics().elidedText(change_->toolTip(), Qt::ElideRight, change_->width()));
}

bool TimelineBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == change_ && event->type() == QEvent::Resize) elide();
  return QFrame::eventFilter(watched, event);
}

}  // namespace nw::views
