// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates order schedules as they are ordered when they run; what the compiler does by itself is no gain.
#include <QTest>

#include "cost/estimate.h"
#include "cost/operations.h"
#include "cost/steps.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

namespace {

MachineFacts usual() {
  MachineFacts facts;
  facts.cores = 4;
  facts.l1_bytes = 32 << 10;
  facts.l2_bytes = 1 << 20;
  facts.l3_bytes = 32 << 20;
  facts.vector_bytes = 64;
  facts.vector_registers = 32;
  return facts;
}

cost::Estimate estimate_of(const std::string& text) {
  const script::Program p = script::read(text);
  if (!p.ok()) qFatal("%s", p.diagnostics.front().message.c_str());
  return cost::estimate(*lower::lower_loops(*p.schedule, p.args, p.kernel_name), usual());
}

std::string product(const std::string& steps) {
  return "from tvm import te\n"
         "A = te.placeholder((256, 256), name='A')\n"
         "B = te.placeholder((256, 256), name='B')\n"
         "k = te.reduce_axis((0, 256), name='k')\n"
         "C = te.compute((256, 256), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name='C')\n"
         "s = te.create_schedule(C.op)\n"
         "y, x = s[C].op.axis\n" +
         steps + "tvm.lower(s, [A, B, C], name='main')\n";
}

std::string copy(const std::string& steps) {
  return "from tvm import te\n"
         "A = te.placeholder((4096, 4096), name='A')\n"
         "C = te.compute((4096, 4096), lambda y, x: A[y, x] * 2.0, name='C')\n"
         "s = te.create_schedule(C.op)\n"
         "y, x = s[C].op.axis\n" +
         steps + "tvm.lower(s, [A, C], name='main')\n";
}

}  // namespace

class EstimateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void better_orders_and_tiles_are_shorter() {
    const double plain = estimate_of(product("")).seconds,
                 rows = estimate_of(product("s[C].reorder(y, k, x)\n")).seconds,
                 tile = estimate_of(product("yo, xo, yi, xi = s[C].tile(y, x, 8, 32)\n"
                                            "s[C].reorder(yo, xo, k, yi, xi)\n"
                                            "s[C].vectorize(xi)\n"))
                            .seconds;
    QVERIFY(rows < plain / 4);
    QVERIFY(tile < rows / 1.5);
  }

  void a_sum_of_floats_waits_and_one_of_integers_does_not() {
    const cost::Estimate floats = estimate_of(product(""));
    QCOMPARE(floats.computing.hottest.bound, cost::Bound::Latency);
    QCOMPARE(floats.computing.hottest.lanes, 1.0);
    const std::string sum =
        "from tvm import te\n"
        "A = te.placeholder((64, 4096), name='A', dtype='int32')\n"
        "k = te.reduce_axis((0, 4096), name='k')\n"
        "C = te.compute((64,), lambda y: te.sum(A[y, k], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n";
    QCOMPARE(estimate_of(sum).computing.hottest.lanes, 16.0);
  }

  void what_the_compiler_does_by_itself_is_no_gain() {
    const double as_it_is = estimate_of(copy("")).seconds;
    QCOMPARE(estimate_of(copy("")).computing.hottest.lanes, 16.0);
    QVERIFY(estimate_of(copy("s[C].vectorize(x)\n")).seconds > 0.98 * as_it_is);
    QVERIFY(estimate_of(copy("xo, xi = s[C].split(x, factor=4)\ns[C].unroll(xi)\n")).seconds > 0.98 * as_it_is);
  }

  void what_waits_for_memory_gains_nothing_from_arithmetic() {
    const cost::Estimate plain = estimate_of(copy(""));
    QVERIFY(plain.moving.seconds > 2 * plain.computing.seconds);
    QCOMPARE(plain.moving.from_ram, 2.0 * 4096 * 4096 * 4);
    // Down the columns every element needs a line of its own.
    QVERIFY(estimate_of(copy("s[C].reorder(x, y)\n")).moving.from_l2 > 8 * plain.moving.from_l2);
  }

  void cores_share_computing() {
    const double alone = estimate_of(product("")).seconds, shared = estimate_of(product("s[C].parallel(y)\n")).seconds;
    QVERIFY(alone / shared > 3.5 && alone / shared <= 4);
  }

  void each_loop_holds_its_share() {
    const cost::Estimate e = estimate_of(
        "from tvm import te\n"
        "A = te.placeholder((64, 64), name='A')\n"
        "k = te.reduce_axis((0, 64), name='k')\n"
        "B = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * A[k, x], axis=k), name='B')\n"
        "C = te.compute((64, 64), lambda i, j: B[i, j] + 1.0, name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    double large = 0, small = 0;
    for (const auto& [loop, seconds] : e.loops) {
      if (loop->var->name == "y") large = seconds;
      if (loop->var->name == "i") small = seconds;
    }
    QVERIFY(large > 0.9 * e.seconds && small > 0 && small < 0.1 * e.seconds);
  }

  // Row and column of one place: f // 8 and f % 8 go on together, f // 8 alone stands for eight turns.
  void steps_are_found_by_trying() {
    const tir::Var f = tir::make_var("f");
    auto* node = new tir::BufferNode;
    node->name = "A";
    node->dtype = DType::Float(32);
    node->shape = {tir::int_imm(8), tir::int_imm(8)};
    const tir::Buffer a(node);
    const tir::Expr row = tir::floordiv(f, tir::int_imm(8)), column = tir::floormod(f, tir::int_imm(8));
    cost::Values values{{f.get(), 0}};
    const cost::Step both = cost::step_of(a, {row, column}, f, 64, values),
                     one = cost::step_of(a, {row, tir::int_imm(0)}, f, 64, values),
                     none = cost::step_of(a, {tir::int_imm(3), tir::int_imm(0)}, f, 64, values);
    QVERIFY(both.even && both.elements == 1);
    QVERIFY(!one.even && one.elements == 0);
    QVERIFY(none.even && none.elements == 0);
    QCOMPARE(values.at(f.get()), int64_t{0});
  }

  void a_product_with_its_sum_is_one_instruction() {
    const tir::Expr x = tir::make_var("x", DType::Float(32)), y = tir::make_var("y", DType::Float(32));
    const cost::Operations work = cost::operations_of(x * y + x);
    QCOMPARE(work.simple, 1.0);
    QCOMPARE(work.written, 2.0);
    QCOMPARE(work.widest, 4);
    const cost::Operations twice = cost::operations_of((x - y) * (x - y));  // the difference is taken once
    QCOMPARE(twice.simple, 2.0);
  }
};

NW_TEST(EstimateTest);
#include "test_estimate.moc"
