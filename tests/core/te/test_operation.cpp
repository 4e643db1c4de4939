// SPDX-License-Identifier: GPL-3.0-or-later
// Computations: order, inputs, redirected reads, comparison.
#include <QTest>

#include "registry.h"
#include "te/operation.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::te;
using tir::int_imm;

class TestOperation : public QObject {
  Q_OBJECT

  struct Matmul {
    Tensor a, b, c;
  };
  static Matmul matmul(int64_t n, const char* name = "C") {
    Matmul m;
    m.a = placeholder({int_imm(n), int_imm(8)}, "A");
    m.b = placeholder({int_imm(8), int_imm(n)}, "B");
    const IterVar k = reduce_axis({int_imm(0), int_imm(8)}, "k");
    auto body = [&](const std::vector<tir::Var>& i) {
      return sum(read(m.a, {i[0], k->var}) * read(m.b, {k->var, i[1]}), {k});
    };
    m.c = compute({int_imm(n), int_imm(n)}, body, name, {"y", "x"});
    return m;
  }

 private Q_SLOTS:
  void a_reduction_reads_its_inputs_in_order() {
    const Matmul m = matmul(16);
    const auto* op = op_cast<ComputeNode>(m.c->op);
    QVERIFY(op->is_reduction());
    QCOMPARE(QString::fromStdString(tir::to_string(op->body[0])), "sum(A[y, k]*B[k, x], axis=[k])");
    QCOMPARE(op->root_axes().size(), size_t{3});
    QCOMPARE(op->inputs().size(), size_t{2});
    QVERIFY(same_tensor(op->inputs()[0], m.a));
    QCOMPARE(
        QString::fromStdString(tir::to_string(tir::node_cast<tir::ReduceNode>(op->body[0])->combiner->identity[0])),
        "0.0");
  }

  void producers_come_before_consumers() {
    const Matmul m = matmul(16);
    const Tensor r = compute(
        {int_imm(16)}, [&](const auto& i) { return read(m.c, {i[0], i[0]}) + read(m.a, {i[0], int_imm(0)}); }, "R");
    std::string names;
    for (const Operation& op : post_order({r->op})) names += op->name;
    QCOMPARE(QString::fromStdString(names), "ABCR");
  }

  void reads_are_redirected() {
    const Matmul m = matmul(16);
    const Tensor copy =
        compute({int_imm(16), int_imm(8)}, [&](const auto& i) { return read(m.a, {i[0], i[1]}); }, "A.local");
    const Operation moved = replace_inputs(m.c->op, {{output(m.a->op), copy}});
    QVERIFY(moved != m.c->op);
    QVERIFY(same_tensor(moved->inputs()[0], copy));
    QVERIFY(replace_inputs(m.c->op, {{copy, m.a}}) == m.c->op);
  }

  void computations_compare_by_structure() {
    QVERIFY(same_computation({matmul(16).c}, {matmul(16).c}));
    QVERIFY(!same_computation({matmul(16).c}, {matmul(17).c}));
    QVERIFY(!same_computation({matmul(16).c}, {matmul(16, "D").c}));
  }

  void tuple_outputs_have_numbered_names() {
    const auto bodies = [](const std::vector<tir::Var>& i) {
      return std::vector<Expr>{i[0] + int_imm(1), tir::cast(DType::Float(32), i[0])};
    };
    const std::vector<Tensor> t = compute_many({int_imm(4)}, bodies, "T");
    QCOMPARE(QString::fromStdString(t[1]->name), "T.v1");
    QCOMPARE(t[1]->dtype, DType::Float(32));
  }
};

NW_TEST(TestOperation);
#include "test_operation.moc"
