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

  // Elements are places in a sorted table: they compare as their texts do, and zeroed memory is empty texts.
  void strings() {
    const NDArray a = NDArray::of_texts({2, 2}, {"b", "", "a", "b"});
    QCOMPARE(a.dtype(), DType::String());
    QCOMPARE(*a.texts(), (std::vector<std::string>{"", "a", "b"}));
    QCOMPARE(a.text_at(0), std::string("b"));
    QCOMPARE(a.text_at(2), std::string("a"));
    QVERIFY(a.int_at(2) < a.int_at(0) && a.int_at(0) == a.int_at(3));
    QCOMPARE(a.reshaped({4}).text_at(3), std::string("b"));
    QCOMPARE(NDArray(DType::String(), {1}).text_at(0), std::string());
    QCOMPARE(parse_dtype(to_string(DType::String())), DType::String());
  }
};

NW_TEST(TestNDArray);
#include "test_ndarray.moc"
