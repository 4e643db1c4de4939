// SPDX-License-Identifier: GPL-3.0-or-later
// An output against its reference: what counts as the same number, and how a difference is described.
#include <QTest>
#include <limits>

#include "measure/comparison.h"
#include "registry.h"

using namespace nw;
using measure::Expected;
using measure::Tolerance;
using measure::VerifyReport;

class TestComparison : public QObject {
  Q_OBJECT

  static NDArray array(DType dtype, std::vector<int64_t> shape, const std::vector<double>& values) {
    NDArray made(dtype, std::move(shape));
    for (size_t i = 0; i < values.size(); ++i) made.set(static_cast<int64_t>(i), values[i]);
    return made;
  }
  static QString compared(const NDArray& actual, const NDArray& reference, const Tolerance& tolerance,
                          VerifyReport& report) {
    Expected expected;
    for (int64_t i = 0; i < reference.size(); ++i) expected.elements.push_back(i);
    expected.reference = reference;
    return QString::fromStdString(measure::compare(actual, expected, tolerance, report));
  }
  static DType dtype(const char* name) { return *parse_dtype(name); }

 private Q_SLOTS:
  void integers_must_be_equal() {
    VerifyReport report;
    const DType i32 = dtype("int32");
    QCOMPARE(compared(array(i32, {2, 2}, {1, 2, 3, 5}), array(i32, {2, 2}, {1, 2, 3, 4}), {}, report),
             QStringLiteral("element [1, 1] is 5, the reference has 4"));
    QVERIFY(!report.ok);
    QCOMPARE(report.max_abs_error, 1.0);
    QCOMPARE(report.checked, int64_t{4});
  }

  void floats_may_differ_by_the_rounding_of_a_reduction() {
    const DType f32 = dtype("float32");
    const Tolerance short_sum{0x1p-23, 0, 1}, long_sum{0x1p-23, 0, 10000};
    const NDArray reference = array(f32, {1}, {1}), actual = array(f32, {1}, {1 + 0x1p-14});
    VerifyReport few, many;
    QVERIFY(!compared(actual, reference, short_sum, few).isEmpty());
    QVERIFY(!few.ok);
    QCOMPARE(compared(actual, reference, long_sum, many), QString());
    QVERIFY(many.ok);
    QCOMPARE(many.max_rel_error, 0x1p-14);
  }

  // A relative tolerance of an infinity would let everything pass.
  void an_infinity_equals_itself_only() {
    const double inf = std::numeric_limits<double>::infinity(), most = std::numeric_limits<float>::max();
    const DType f32 = dtype("float32");
    const Tolerance sum{0x1p-23, 0, 100};
    VerifyReport report, same;
    QCOMPARE(compared(array(f32, {1}, {most}), array(f32, {1}, {inf}), sum, report),
             QStringLiteral("element [0] is 3.40282347e+38, the reference has inf"));
    QVERIFY(!report.ok);
    QCOMPARE(compared(array(f32, {2}, {inf, -inf}), array(f32, {2}, {inf, -inf}), sum, same), QString());
    QVERIFY(same.ok);
  }

  void nan_on_both_sides_is_equal_and_counted() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const DType f32 = dtype("float32");
    VerifyReport report;
    QCOMPARE(compared(array(f32, {2}, {nan, 1}), array(f32, {2}, {nan, 1}), {0x1p-23, 0, 1}, report), QString());
    QCOMPARE(report.nan, int64_t{1});
    QVERIFY(!report.only_nan());
    QVERIFY(!compared(array(f32, {1}, {nan}), array(f32, {1}, {1}), {0x1p-23, 0, 1}, report).isEmpty());
  }
};

NW_TEST(TestComparison);
#include "test_comparison.moc"
