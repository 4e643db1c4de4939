// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/document_tab_bar.h"

#include <QMouseEvent>
#include <utility>

namespace nw::window {

DocumentTabBar::DocumentTabBar(QWidget* parent) : QTabBar(parent) {
  setDocumentMode(true);
  setTabsClosable(true);
  setMovable(true);
  setExpanding(false);
  setDrawBase(false);
  setElideMode(Qt::ElideMiddle);
  setUsesScrollButtons(true);
  setAccessibleName(tr("Open documents"));
}

void DocumentTabBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::MiddleButton) return QTabBar::mousePressEvent(event);
  middle_pressed_ = tabAt(event->position().toPoint());
}

void DocumentTabBar::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::MiddleButton) return QTabBar::mouseReleaseEvent(event);
  const int pressed = std::exchange(middle_pressed_, -1);
  if (pressed >= 0 && tabAt(event->position().toPoint()) == pressed) Q_EMIT tabCloseRequested(pressed);
}

}  // namespace nw::window
