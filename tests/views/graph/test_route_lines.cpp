// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "graph/route_lines.h"
#include "registry.h"

using namespace nw::views;

class TestRouteLines : public QObject {
  Q_OBJECT

  const std::vector<PointF> route_ = {{0, 0}, {0, 1000}, {500, 1000}};

 private Q_SLOTS:
  void a_line_that_lies_in_sight_stays_as_it_is() {
    const RoutePart part = part_of_route(route_, QRectF(-10, -10, 2000, 2000));
    QCOMPARE(part.points, (QPolygonF{{0, 0}, {0, 1000}, {500, 1000}}));
    QVERIFY(part.ends);
  }

  void what_is_out_of_sight_is_cut_off() {
    const RoutePart part = part_of_route(route_, QRectF(-50, 400, 100, 100));
    QCOMPARE(part.points, (QPolygonF{{0, 400}, {0, 500}}));
    QVERIFY(!part.ends);
    QVERIFY(part_of_route(route_, QRectF(100, 100, 100, 100)).points.isEmpty());
  }

  void a_line_is_drawn_once_in_a_colour_and_a_width() {
    DrawnLines drawn;
    const QPolygonF line{{0, 400}, {0, 500}};
    QVERIFY(drawn.is_new(line, Qt::black, 1));
    QVERIFY(!drawn.is_new(line, Qt::black, 1));
    QVERIFY(drawn.is_new(line, Qt::black, 2));
    QVERIFY(drawn.is_new(line, Qt::red, 1));
  }
};

NW_TEST(TestRouteLines);
#include "test_route_lines.moc"
