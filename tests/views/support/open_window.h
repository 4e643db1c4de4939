// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window on the sample network, with what tests of it need to point at things.
#pragma once

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QTest>

#include "common/text.h"
#include "graph/graph_view.h"
#include "menus.h"
#include "window/actions.h"
#include "window/file_session.h"
#include "window/main_window.h"

namespace nw::test {

class OpenWindow {
 public:
  OpenWindow() : window(theme, nullptr) {
    theme.setMode(views::ThemeSource::Mode::Light);
    window.resize(1280, 800);
    window.graphView()->canvas()->setReducedMotion(true);
    window.show();
  }
  bool openSample() {
    window.files().openSample();
    return QTest::qWaitFor([this] { return window.workbench().session().model() && window.settled(); }, 30000);
  }
  bool settle() {
    return QTest::qWaitFor([this] { return window.settled(); }, 20000);
  }
  views::Workbench& bench() { return window.workbench(); }
  views::Canvas* canvas() { return window.graphView()->canvas(); }
  const views::Picture& picture() { return *canvas()->picture(); }

  // Where a node is, brought into sight.
  QPoint at(NodeId node) {
    const QRectF place = picture().items[static_cast<size_t>(picture().item_of(node))].rect();
    canvas()->fitRect(place.adjusted(-200, -200, 200, 200), 1);
    return canvas()->view().to_view(place.center()).toPoint();
  }
  // A point of the line between two nodes, brought into sight.
  QPoint at(NodeId from, NodeId to) {
    const int32_t edge = picture().edge_of(from, to);
    const auto route = picture().route(static_cast<size_t>(edge));
    const QPointF point = (route[0].point() + route[1].point()) / 2;
    canvas()->fitRect(QRectF(point - QPointF(200, 200), QSizeF(400, 400)), 1.5);
    return canvas()->view().to_view(point).toPoint();
  }
  // The first edge between two things of the canvas that is fused, or is not.
  const fusion::Edge* edge(bool fused) {
    for (const fusion::Edge& each : bench().session().fusion()->edges) {
      const int32_t line = picture().edge_of(each.from, each.to);
      if (each.fused == fused && line >= 0 && picture().route(static_cast<size_t>(line)).size() >= 2) return &each;
    }
    return nullptr;
  }
  // What the context menu there says; false if it has no such entry.
  bool menu(QWidget* widget, const QPoint& where, const QStringList& path) {
    bool chosen = false;
    choose(path, &chosen);
    QContextMenuEvent event(QContextMenuEvent::Mouse, where, widget->mapToGlobal(where));
    QCoreApplication::sendEvent(widget, &event);
    return chosen;
  }
  template <class Widget>
  Widget* find() {
    return window.findChild<Widget*>();
  }

  views::ThemeSource theme;
  window::MainWindow window;
};

inline QAbstractButton* button(const QWidget* parent, const QString& text) {
  for (auto* each : parent->findChildren<QAbstractButton*>())
    if (each->text() == text || each->accessibleName() == text) return each;
  return nullptr;
}

}  // namespace nw::test
