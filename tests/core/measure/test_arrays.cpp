// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs by rule: element i is ((7·i + 3) mod 13) - 6, a quarter of that for floats, also where an array is filled in
// pieces.
#include <QTest>
#include <cmath>

#include "measure/arrays.h"
#include "registry.h"

using namespace nw;

class TestArrays : public QObject {
  Q_OBJECT

  static double expected(int64_t i, DType dtype, bool positive) {
    const auto v = static_cast<double>((7 * i + 3) % 13 - 6);
    if (!dtype.is_float()) return v;
    return positive ? std::abs(0.25 * v) + 0.25 : 0.25 * v;
  }

 private Q_SLOTS:
  void elements_follow_the_rule() {
    for (const DType dtype : {DType::Float(32), DType::Float(16), DType::Float(64), DType::Int(8), DType::Int(64)})
      for (const int64_t size : {0, 1, 12, 13, 14, 26, 27, 300})
        for (const int64_t first : {0, 1, 12, 1000})
          for (const bool positive : {false, true}) {
            NDArray array(dtype, {size});
            measure::fill(array, {false, 0, positive}, 3, first);
            for (int64_t i = 0; i < size; ++i) QCOMPARE(array.at(i), expected(first + i, dtype, positive));
          }
  }

  void random_pieces_are_those_of_the_whole() {
    const measure::Inputs inputs{true, UINT64_MAX - 2, false};
    NDArray whole(DType::Float(32), {1000}), piece(DType::Float(32), {100});
    measure::fill(whole, inputs, 1);
    for (int64_t first = 0; first < 1000; first += 100) {
      measure::fill(piece, inputs, 1, first);
      for (int64_t i = 0; i < 100; ++i) QCOMPARE(piece.at(i), whole.at(first + i));
    }
    NDArray other(DType::Float(32), {1000});
    measure::fill(other, inputs, 2);
    QVERIFY(other.at(0) != whole.at(0));
  }
};

NW_TEST(TestArrays);
#include "test_arrays.moc"
