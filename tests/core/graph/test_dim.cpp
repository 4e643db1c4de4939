// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "graph/dim.h"
#include "graph/graph.h"
#include "registry.h"

using namespace nw;
using graph::Dim;

class TestDim : public QObject {
  Q_OBJECT

  graph::Graph graph_;
  Dim n() { return Dim(graph_.symbol("N")); }
  Dim m() { return Dim(graph_.symbol("M")); }
  static QString text(const Dim& d) { return QString::fromStdString(graph::to_string(d)); }

 private Q_SLOTS:
  void sums_of_products_have_one_form() {
    QCOMPARE(text(n() * Dim(8) + Dim(1) + n()), "N*9 + 1");
    QCOMPARE(text((n() + Dim(1)) * (m() + Dim(2))), text((Dim(2) + m()) * (Dim(1) + n())));
    QCOMPARE(text(n() - n()), "0");
    QVERIFY(graph::same((n() + m()) * Dim(2), n() * Dim(2) + m() + m()));
    QVERIFY(!graph::same(n(), m()));
  }

  void exact_quotients_are_polynomials() {
    QCOMPARE(text(*graph::exact_quotient(n() * Dim(12 * 64), Dim(12))), "N*64");
    QCOMPARE(text(*graph::exact_quotient(n() * m() * Dim(4), m() * Dim(2))), "N*2");
    QCOMPARE(text(*graph::exact_quotient(n() * n() - Dim(1), n() + Dim(1))), "N - 1");
    QVERIFY(!graph::exact_quotient(n() + Dim(1), Dim(2)));
    QVERIFY(!graph::exact_quotient(n(), Dim(int64_t{0})));
  }

  void floors_of_floors_become_one() {
    const Dim half = graph::floor_div(n() + Dim(1), Dim(2));
    QCOMPARE(text(graph::floor_div(half + Dim(1), Dim(2))), text(graph::floor_div(n() + Dim(3), Dim(4))));
    QCOMPARE(text(graph::floor_div(n() * Dim(4) + Dim(5), Dim(4))), "N + 1");
    QCOMPARE(*graph::floor_div(Dim(-7), Dim(2)).constant(), int64_t{-4});
    QCOMPARE(*graph::ceil_div(Dim(7), Dim(2)).constant(), int64_t{4});
  }

  void overflow_keeps_the_expression() {
    const Dim big(int64_t{1} << 62);
    QVERIFY(!(big * n() * Dim(4)).constant());
  }

  void values_go_into_quotients_too() {
    const Dim d = graph::floor_div(n() + Dim(3), Dim(4));
    QCOMPARE(*graph::substitute(d, {{graph_.symbol("N"), tir::int_imm(9, DType::Int(64))}}).constant(), int64_t{3});
  }

  void types_read_as_relay_writes_them() {
    const graph::Type t = graph::Type::tensor(DType::Float(32), {Dim(1), n(), Dim(56)});
    QCOMPARE(QString::fromStdString(graph::to_string(t)), "Tensor[(1, N, 56), float32]");
    QCOMPARE(QString::fromStdString(graph::to_string(graph::Type::tensor(DType::Int(64), {}))), "int64");
    QCOMPARE(QString::fromStdString(graph::to_string(graph::Type::tuple({t}))), "(Tensor[(1, N, 56), float32],)");
    QVERIFY(t.is_dynamic());
  }
};

NW_TEST(TestDim);
#include "test_dim.moc"
