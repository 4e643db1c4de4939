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

  // Four roofs as those of a machine whose caches are nearly as fast as each other, in a low picture.
  void every_roof_has_its_label_inside_and_off_the_others() {
    for (const double height : {80.0, 100.0, 120.0, 300.0}) {
      const QRectF room(0, 0, 420, height);
      const double top = height / 10;
      const std::vector<QPolygonF> roofs = {
          QPolygonF({QPointF(0, height), QPointF(150, top)}), QPolygonF({QPointF(8, height), QPointF(160, top)}),
          QPolygonF({QPointF(20, height), QPointF(172, top)}), QPolygonF({QPointF(60, height), QPointF(212, top)})};
      const std::vector<LineLabel> labels = line_labels(roofs, {80, 80, 76, 104}, 16, room);
      QCOMPARE(labels.size(), roofs.size());
      for (size_t i = 0; i < labels.size(); ++i) {
        QVERIFY2(!labels[i].outline.isEmpty(), qPrintable(QStringLiteral("%1 of %2").arg(i).arg(height)));
        QVERIFY(room.contains(labels[i].outline.boundingRect()));
        for (size_t other = 0; other < i; ++other) QVERIFY(!labels[i].outline.intersects(labels[other].outline));
      }
    }
  }

  void the_label_of_a_point_stays_off_those_of_roofs() {
    const QRectF room(0, 0, 300, 120);
    const QPolygonF roof({QPointF(0, 100), QPointF(100, 20), QPointF(300, 20)});
    const QRectF taken(160, 70, 80, 16);
    const QRectF label = label_place({150, 80}, QSizeF(60, 16), room, roof, {QPolygonF(taken)});
    QVERIFY(room.contains(label) && !label.intersects(taken));
  }
};

NW_TEST(TestRoofline);
#include "test_roofline.moc"
