// SPDX-License-Identifier: GPL-3.0-or-later
// How far the rounding of a product, or of what a reduction adds up, reaches: a kernel that rounds otherwise is right,
// one that computes another sum is not.
#include <QTest>

#include <cmath>

#include "execute/product_rounding.h"
#include "import/relay.h"
#include "measure/comparison.h"
#include "registry.h"
#include "tests/core/reference/one_call.h"

using namespace nw;
using namespace nw::test;

class TestProductRounding : public QObject {
  Q_OBJECT

  // Of %x = 3, 0.5 and %y = 1, 1, by the elements of the one output.
  static std::vector<double> of(const std::string& body) {
    const Result<graph::Graph> graph =
        import::read_relay("fn (%x: Tensor[(2), float32], %y: Tensor[(2), float32]) {\n  " + body + "\n}\n");
    if (!graph.value) return {-1};
    const std::map<NodeId, Value> given{{graph->inputs[0], floats({2}, {3, 0.5})},
                                        {graph->inputs[1], floats({2}, {1, 1})}};
    const auto all = execute::product_rounding(*graph, given, {});
    return all.empty() ? std::vector<double>() : all.at(0);
  }

 private Q_SLOTS:
  void one_unit_of_the_product() {
    const std::vector<double> found = of("%0 = multiply(%x, %y);\n  subtract(%0, %x)");
    QCOMPARE(found.size(), size_t{2});
    QVERIFY2(found[0] >= 0x1p-22 && found[0] <= 0x1p-21, qPrintable(QString::number(found[0])));  // 3 has 2⁻²²
    QVERIFY2(found[1] >= 0x1p-24 && found[1] <= 0x1p-23, qPrintable(QString::number(found[1])));
  }

  // It goes through what follows, as much as that changes with it.
  void it_is_carried_on() {
    const std::vector<double> sum = of("%0 = multiply(%x, %y);\n  subtract(%0, %x)");
    const std::vector<double> scaled = of("%0 = multiply(%x, %y);\n  %1 = subtract(%0, %x);\n  multiply(%1, 16f)");
    QCOMPARE(scaled, (std::vector<double>{16 * sum[0], 16 * sum[1]}));
  }
  void moved_between_product_and_sum() {
    QCOMPARE(of("%0 = multiply(%x, %y);\n  %1 = reshape(%0, newshape=[1, 2]);\n  add(%1, %y)").size(), size_t{2});
  }
  // A reduction adds up in an order of its own, with one rounding or more: 3 has a unit of 2⁻²², 0.5 one of 2⁻²⁴.
  void summands_of_a_reduction() {
    const std::vector<double> sum = of("sum(%x, axis=[0])"), mean = of("mean(%x, axis=[0])");
    QCOMPARE(sum.size(), size_t{1});
    QVERIFY2(sum[0] >= 0x1p-22 && sum[0] <= 0x1p-20, qPrintable(QString::number(sum[0])));
    QCOMPARE(mean, std::vector<double>{sum[0] / 2});
    QCOMPARE(of("%0 = multiply(%x, 16f);\n  %1 = reshape(%0, newshape=[1, 2]);\n  sum(%1, axis=[1])"),
             std::vector<double>{16 * sum[0]});
  }
  void products_of_no_sum_have_none() {
    QCOMPARE(of("%0 = multiply(%x, %y);\n  exp(%0)"), std::vector<double>());
    QCOMPARE(of("add(%x, %y)"), std::vector<double>());
  }

  void only_so_much_is_allowed() {
    measure::Tolerance tolerance;
    tolerance.eps = 0x1p-23;
    const auto compare = [&](double actual) {
      measure::Expected expected{{0, 1}, floats({2}, {0, 0}), {0x1p-22, 0x1p-24}};
      measure::VerifyReport report;
      return QString::fromStdString(measure::compare(floats({2}, {actual, 0}), expected, tolerance, report));
    };
    QCOMPARE(compare(0x1p-23), QString());
    QCOMPARE(compare(0x1p-21), QStringLiteral("element [0] is 4.76837158e-07, the reference has 0"));
  }
};

NW_TEST(TestProductRounding);
#include "test_product_rounding.moc"
