// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/fold.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>
#include <algorithm>
#include <utility>

namespace nw::window {

Fold::Fold(QMainWindow* window, QVector<QDockWidget*> panels)
    : QObject(window), window_(window), panels_(std::move(panels)) {
  for (QTabBar* bar : window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) watch(bar);
  window->installEventFilter(this);
}

void Fold::setFolded(bool folded, int height) {
  if (folded == folded_) return;
  folded_ = folded;
  if (folded)
    for (const QDockWidget* panel : panels_)
      if (!panel->visibleRegion().isEmpty()) height_ = panel->height();
  for (QDockWidget* panel : panels_) panel->widget()->setMaximumHeight(folded ? 1 : QWIDGETSIZE_MAX);
  if (!folded) window_->resizeDocks({panels_.front()}, {std::max(height, height_)}, Qt::Vertical);
  Q_EMIT changed(folded);
}

// A main window makes the tab bars of its panels when it needs them, and moves them from one place to another.
bool Fold::eventFilter(QObject* object, QEvent* event) {
  if (object == window_ && event->type() == QEvent::ChildPolished)
    if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) watch(bar);
  return QObject::eventFilter(object, event);
}

bool Fold::ours(const QTabBar* bar) const {
  if (bar->count() == 0) return false;
  return std::ranges::any_of(panels_,
                             [bar](const QDockWidget* panel) { return panel->windowTitle() == bar->tabText(0); });
}

// A click on a folded tab shows its panel. A double click on the tab of the panel that was shown folds it; one click
// does not, which would hide a panel from somebody who only looks for it.
void Fold::watch(QTabBar* bar) {
  if (bar->accessibleName().isEmpty()) bar->setAccessibleName(tr("Panels"));
  connect(bar, &QTabBar::tabBarClicked, this, [this, bar](int index) {
    if (!ours(bar) || index < 0) return;
    shown_before_click_ = !folded_ && index == bar->currentIndex();
    if (folded_) setFolded(false);
  });
  connect(bar, &QTabBar::tabBarDoubleClicked, this, [this, bar](int index) {
    if (!ours(bar) || index != bar->currentIndex() || !shown_before_click_) return;
    // The bar reports the second press as a click, too, after this.
    QMetaObject::invokeMethod(this, [this] { setFolded(true); }, Qt::QueuedConnection);
  });
  connect(bar, &QTabBar::currentChanged, this, [this, bar] {
    if (folded_ && !arranging_ && ours(bar)) setFolded(false);
  });
}

}  // namespace nw::window
