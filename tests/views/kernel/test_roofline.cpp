// SPDX-License-Identifier: GPL-3.0-or-later
// Where the picture of the machine's roof says what a point is.
#include <QTest>

#include "kernel/label_place.h"
#include "kernel/roofline_view.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestRoofline : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Under a roof that rises and then is flat, within a picture of 300 by 120.
  void labels_stand_off_the_roof_and_inside() {
    const QRectF room(0, 0, 300, 120);
    const QPolygonF roof({QPointF(0, 100), QPointF(100, 20), QPointF(300, 20)});
    const auto place = [&](const QPointF& at, double wide) { return label_place(at, QSizeF(wide, 16), room, roof); };
    QCOMPARE(place({150, 80}, 60), QRectF(158, 72, 60, 16));    // right of it
    QCOMPARE(place({280, 80}, 60), QRectF(212, 72, 60, 16));    // no room there: left
    QCOMPARE(place({150, 24}, 60), QRectF(158, 32, 60, 16));    // close to the roof: below
    QCOMPARE(place({150, 80}, 900), QRectF(158, 72, 142, 16));  // cut
    for (double x = 20; x < 300; x += 20) QVERIFY(room.contains(place({x, 90}, 200)));
  }
};

NW_TEST(TestRoofline);
#include "test_roofline.moc"
