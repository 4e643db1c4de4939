// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/focus_ring.h"

#include <QApplication>
#include <QEvent>
#include <QFocusEvent>
#include <QPainter>

#include "common/theme.h"

namespace nw::views {

namespace {

constexpr int kLine = 2;

class Ring : public QWidget {
 public:
  explicit Ring(QWidget* window) : QWidget(window) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setObjectName(QStringLiteral("focusRing"));
    setFocusPolicy(Qt::NoFocus);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(palette()).accent, kLine));
    const double half = kLine / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 4, 4);
  }
};

bool by_key(Qt::FocusReason reason) {
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

FocusRing::~FocusRing() {
  delete ring_;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn:
      if (auto* control = qobject_cast<QWidget*>(watched))
        follow(keys_ && by_key(static_cast<QFocusEvent*>(event)->reason()) ? control : nullptr);
      break;
    case QEvent::KeyPress:
      keys_ = true;
      break;
    case QEvent::FocusOut:
      if (watched == control_) follow(nullptr);
      break;
    case QEvent::MouseButtonPress:
      keys_ = false;
      if (ring_ && ring_->isVisible()) follow(nullptr);
      break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
      if (control_ && (watched == control_ || control_->window() == watched ||
                       (watched->isWidgetType() && static_cast<QWidget*>(watched)->isAncestorOf(control_))))
        place();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void FocusRing::follow(QWidget* control) {
  control_ = control;
  if (!control_) {
    if (ring_) ring_->hide();
    return;
  }
  if (!ring_ || ring_->parentWidget() != control_->window()) {
    delete ring_;
    ring_ = new Ring(control_->window());
  }
  place();
}

// On the control's edge, and where its parents cut it off, there.
void FocusRing::place() {
  if (!control_ || !ring_) return;
  QWidget* window = control_->window();
  QRect seen = control_->visibleRegion().boundingRect();
  if (seen.isEmpty()) seen = control_->rect();
  ring_->setGeometry(QRect(control_->mapTo(window, seen.topLeft()), seen.size()) & window->rect());
  ring_->setVisible(control_->isVisible());
  ring_->raise();
}

}  // namespace nw::views
