// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of a convolution's plane: they cover it, and what one holds at a time fits the registers.
#include <QTest>

#include "op/compute/conv_tiles.h"
#include "op/compute/conv_winograd.h"
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
          // Sums, the tile's data, which all channels share, and one weight.
          const int64_t held = channels * tiles->vectors + tiles->vectors + 1;
          QVERIFY2(held <= registers, qPrintable(QString::number(held)));
        }
  }

  // A tile over the end of the data would make it read a copy of them.
  void a_window_of_one_position_reads_the_data_where_tiles_end_with_them() {
    const auto tiles = op::plan_tiles({384, 96, 28, 28, 28, 1, false}, {8, 16, 512 << 10});
    QVERIFY(tiles);
    QCOMPARE(tiles->tiles * tiles->pixels(), tiles->rows * 28);
  }

  void tiles_of_winograd_cover_the_image_and_fit_the_registers() {
    for (const int64_t lanes : {4, 8, 16}) {
      const int64_t registers = lanes == 8 ? 16 : 32;
      const op::CoreFacts core{lanes, registers, 1 << 20};
      for (const int64_t side : {2, 7, 14, 17, 28, 35, 56, 147, 224}) {
        op::ConvPlane plane{64, 64, side, side, side + 2, 9, true};
        plane.row_taps = 3, plane.packed_before = true;
        const auto w = op::plan_winograd(plane, core);
        QVERIFY(w);
        QVERIFY(2 * w->columns >= side);
        QVERIFY(2 * w->rows * w->chunks >= side);
        const int64_t tiles = op::winograd_tiles(w->chunk_tiles(), w->vectors, registers);
        QCOMPARE(w->chunk_tiles() % tiles, 0);
        // Sums, and the weights' vectors with one element of the data.
        QVERIFY(tiles * w->vectors + w->vectors + 1 <= registers);
      }
    }
  }

  void blocks_divide_rows_and_fit_the_registers() {
    const op::CoreFacts core{16, 32, 2 << 20};
    for (const int64_t side : {7, 14, 28, 56, 112})
      for (const int64_t outputs : {16, 64, 320})
        for (const int64_t window : {1, 3})
          for (const int64_t stride : {1, 2}) {
            op::ConvPlane plane{64, outputs, side, side, side + window - 1, window * window, window > 1};
            plane.row_taps = window, plane.stride = stride, plane.packed_before = true;
            const auto blocks = op::plan_blocks(plane, core);
            QVERIFY(blocks);
            QCOMPARE(side % blocks->pixels, 0);
            QCOMPARE(outputs % (blocks->vectors * core.lanes), 0);
            // Sums, the weights that all pixels share, and a pixel.
            QVERIFY(blocks->vectors * blocks->pixels + blocks->vectors + 1 <= core.registers);
          }
  }

  // Channels that fill no vector, rows of a prime length, a target without products by an element in memory.
  void some_planes_have_no_blocks() {
    const op::CoreFacts core{16, 32, 2 << 20};
    QVERIFY(!op::plan_blocks({64, 24, 14, 14, 14, 1, false}, core));
    QVERIFY(!op::plan_blocks({64, 64, 73, 73, 73, 1, false}, core));
    QVERIFY(!op::plan_blocks({64, 64, 14, 14, 14, 1, false}, {8, 16, 512 << 10}));
  }

  // With strides a tile reads a copy in planes, which costs more than to turn the results of blocks.
  void a_packed_weight_and_strides_make_blocks_cheaper() {
    const op::CoreFacts core{16, 32, 2 << 20};
    op::ConvPlane plane{128, 128, 28, 28, 29, 9, true};
    plane.row_taps = 3, plane.stride = 2, plane.packed_before = true;
    QVERIFY(op::plan_blocks(plane, core)->cost < op::plan_tiles(plane, core)->cost);
    plane.stride = 1;
    QVERIFY(op::plan_blocks(plane, core)->cost > op::plan_tiles(plane, core)->cost);
  }
};

NW_TEST(TestConvTiles);
#include "test_conv_tiles.moc"
