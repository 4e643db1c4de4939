// SPDX-License-Identifier: GPL-3.0-or-later
// Which inputs a kernel may write its result over.
#include <QTest>

#include "registry.h"
#include "te/same_element.h"

using namespace nw;
using te::Tensor;
using tir::Expr;
using tir::Var;

class TestSameElement : public QObject {
  Q_OBJECT

  static Expr n(int64_t value) { return tir::int_imm(value); }
  static Tensor input(std::vector<Expr> shape) { return te::placeholder(std::move(shape), "x"); }

 private Q_SLOTS:
  void stages_of_one_element_each() {
    const Tensor x = input({n(4), n(6)});
    const Tensor exp = te::compute(
        {n(4), n(6)}, [&](const std::vector<Var>& v) { return te::read(x, {v[0], v[1]}) * te::read(x, {v[0], v[1]}); },
        "square");
    const Tensor y = te::compute(
        {n(4), n(6)},
        [&](const std::vector<Var>& v) { return te::read(exp, {v[0], v[1]}) + te::read(x, {v[0], v[1]}); }, "y");
    QVERIFY(te::reads_same_element_only(y, x));
  }

  // An axis of one element is read at 0.
  void an_axis_of_one_element() {
    const Tensor x = input({n(1), n(6)});
    const Tensor y =
        te::compute({n(1), n(6)}, [&](const std::vector<Var>& v) { return te::read(x, {n(0), v[1]}); }, "y");
    QVERIFY(te::reads_same_element_only(y, x));
  }

  void another_element_at_any_stage() {
    const Tensor x = input({n(6), n(6)});
    const Tensor swapped =
        te::compute({n(6), n(6)}, [&](const std::vector<Var>& v) { return te::read(x, {v[1], v[0]}); }, "t");
    QVERIFY(!te::reads_same_element_only(swapped, x));
    const Tensor y = te::compute(
        {n(6), n(6)},
        [&](const std::vector<Var>& v) { return te::read(x, {v[0], v[1]}) + te::read(swapped, {v[0], v[1]}); }, "y");
    QVERIFY(!te::reads_same_element_only(y, x));
    const Tensor row =
        te::compute({n(6), n(6)}, [&](const std::vector<Var>& v) { return te::read(x, {n(0), v[1]}); }, "row");
    QVERIFY(!te::reads_same_element_only(row, x));
  }

  // A residual that is added to a reduction over something else.
  void a_reduction_over_another_input() {
    const Tensor a = te::placeholder({n(4), n(8)}, "a"), x = input({n(4)});
    const tir::IterVar k = te::reduce_axis({n(0), n(8)}, "k");
    const Tensor total = te::compute(
        {n(4)}, [&](const std::vector<Var>& v) { return te::sum(te::read(a, {v[0], k->var}), {k}); }, "total");
    const Tensor y = te::compute(
        {n(4)}, [&](const std::vector<Var>& v) { return te::read(total, {v[0]}) + te::read(x, {v[0]}); }, "y");
    QVERIFY(te::reads_same_element_only(y, x));
    QVERIFY(!te::reads_same_element_only(y, a));
    QVERIFY(!te::reads_same_element_only(total, a));
  }
};

NW_TEST(TestSameElement);
#include "test_same_element.moc"
