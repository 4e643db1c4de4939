// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as an array holds them.
#include <QTest>
#include <limits>

#include "base/ndarray.h"
#include "registry.h"

using namespace nw;

class TestNDArray : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void what_no_integer_holds_becomes_the_nearest() {
    NDArray a(DType::Int(64), {4});
    a.set(0, 1e37);
    a.set(1, -1e37);
    a.set(2, std::numeric_limits<double>::quiet_NaN());
    a.set(3, -2.75);
    QCOMPARE(a.int_at(0), INT64_MAX);
    QCOMPARE(a.int_at(1), INT64_MIN);
    QCOMPARE(a.int_at(2), 0);
    QCOMPARE(a.int_at(3), -2);
  }
};

NW_TEST(TestNDArray);
#include "test_ndarray.moc"
