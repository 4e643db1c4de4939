// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of a convolution's plane: they cover it, and what one holds at a time fits the registers.
#include <QTest>

#include "op/compute/conv_tiles.h"
#include "registry.h"

using namespace nw;

class TestConvTiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tiles_cover_the_rows_and_fit_the_registers_data() {
    QTest::addColumn<int>("lanes");
    QTest::addColumn<int>("registers");
    QTest::newRow("SSE") << 4 << 16;
    QTest::newRow("AVX2") << 8 << 16;
    QTest::newRow("NEON") << 4 << 32;
    QTest::newRow("AVX-512") << 16 << 32;
  }
  void tiles_cover_the_rows_and_fit_the_registers() {
    QFETCH(int, lanes);
    QFETCH(int, registers);
    const op::CoreFacts core{lanes, registers, 512 << 10};
    for (const int64_t side : {7, 14, 28, 56, 112})
      for (const int64_t outputs : {24, 64, 320})
        for (const int64_t window : {1, 3}) {
          const op::ConvPlane plane{64, outputs, side, side, side + window - 1, window * window, window > 1};
          const auto tiles = op::plan_tiles(plane, core);
          QVERIFY(tiles);
          QCOMPARE(side % tiles->rows, 0);
          QCOMPARE(tiles->pixels() % lanes, 0);
          QVERIFY(tiles->tiles * tiles->pixels() >= (tiles->rows - 1) * plane.pitch + plane.width);
          const int64_t channels = op::tile_channels(outputs, tiles->vectors, registers);
          QCOMPARE(outputs % channels, 0);
          // Sums; where a product cannot read its factor from memory, the tile's data and one weight too.
          const int64_t held = channels * tiles->vectors + (registers < 32 ? tiles->vectors + 1 : 0);
          QVERIFY2(held <= registers, qPrintable(QString::number(held)));
        }
  }

  // A tile over the end of the data would make it read a copy of them.
  void a_window_of_one_position_reads_the_data_where_tiles_end_with_them() {
    const auto tiles = op::plan_tiles({384, 96, 28, 28, 28, 1, false}, {8, 16, 512 << 10});
    QVERIFY(tiles);
    QCOMPARE(tiles->tiles * tiles->pixels(), tiles->rows * 28);
  }
};

NW_TEST(TestConvTiles);
#include "test_conv_tiles.moc"
