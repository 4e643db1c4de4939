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

cost::Estimate estimate_of(const std::string& text, const std::map<std::string, int64_t>& sizes = {}) {
  const script::Program p = script::read(text);
  if (!p.ok()) qFatal("%s", p.diagnostics.front().message.c_str());
  const lower::LoopNest nest = *lower::lower_loops(*p.schedule, p.args, p.kernel_name);
  return cost::estimate(nest, usual(), cost::sizes_by_name(nest, sizes));
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

  // Its parts are added one after the other to the same element: a split alone gives a core nothing to do meanwhile.
  void a_sum_cut_in_two_waits_as_long() {
    const auto sum = [](const std::string& step) {
      return estimate_of(
                 "from tvm import te\n"
                 "n = te.var('n')\n"
                 "A = te.placeholder((n,), name='A')\n"
                 "k = te.reduce_axis((0, n), name='k')\n"
                 "C = te.compute((1,), lambda i: te.sum(A[k], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n" +
                     step + "tvm.lower(s, [A, C], name='main')\n",
                 {{"n", 512}})
          .seconds;
    };
    QVERIFY(sum("ko, ki = s[C].split(k, factor=4)\n") > 0.9 * sum(""));
    QVERIFY(sum("ko, ki = s[C].split(k, nparts=4)\n") > 0.9 * sum(""));
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

  // Handing out work costs the same for a row as for all rows.
  void a_parallel_loop_inside_another_starts_again_and_again() {
    const double outside = estimate_of(product("s[C].parallel(y)\n")).seconds,
                 inside = estimate_of(product("s[C].parallel(x)\n")).seconds;
    QVERIFY(inside - outside > 255 * 1e-6);
    const std::string each = "yo, yi = s[C].split(y, factor=2)\ns[C].parallel(yi)\n";
    QVERIFY(estimate_of(copy("x0, x1 = s[C].split(x, factor=4)\ns[C].parallel(x1)\n")).seconds >
            10 * estimate_of(copy("")).seconds);
    QVERIFY(estimate_of(product(each)).seconds < estimate_of(product("")).seconds);
  }

  // 56 is 32, 16 and 8: three sums one after the other, each of which waits for itself.
  void a_vector_that_is_no_power_of_two_is_done_in_pieces() {
    const auto rows = [](const std::string& n) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((256,), name='A')\n"
                 "B = te.placeholder((256, " +
                 n +
                 "), name='B')\n"
                 "k = te.reduce_axis((0, 256), name='k')\n"
                 "C = te.compute((" +
                 n +
                 ",), lambda x: te.sum(A[k] * B[k, x], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "s[C].vectorize(C.op.axis[0])\n"
                 "tvm.lower(s, [A, B, C], name='main')\n")
          .computing.seconds;
    };
    QVERIFY(rows("56") > 2 * rows("64"));
  }

  // Nobody asked for vectors: of 56 elements 16 at a time would leave 8 over, and 8 at a time leave none.
  void the_compiler_takes_the_length_that_leaves_least() {
    const auto lanes = [](const std::string& n) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((1000, " +
                 n +
                 "), name='A')\n"
                 "C = te.compute((1000, " +
                 n +
                 "), lambda y, x: A[y, x] * 2.0, name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "tvm.lower(s, [A, C], name='main')\n")
          .computing.hottest.lanes;
    };
    QCOMPARE(lanes("64"), 16.0);
    QCOMPARE(lanes("56"), 8.0);
  }

  void what_reaches_into_two_cache_lines_is_read_twice() {
    const auto sum = [](const std::string& of) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((64, 80), name='A')\n"
                 "C = te.compute((64, 64), lambda y, x: " +
                 of +
                 ", name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "s[C].vectorize(C.op.axis[1])\n"
                 "tvm.lower(s, [A, C], name='main')\n")
          .computing.seconds;
    };
    QVERIFY(sum("A[y, x + 1] + A[y, x + 2] + A[y, x + 3]") > 1.4 * sum("A[y, x] + A[63 - y, x] + A[y, x + 16]"));
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

  // They have a form for vectors of any type.
  void counting_bits_calls_no_library() {
    const script::Program p = script::read(
        "from tvm import te, tir\n"
        "A = te.placeholder((64,), name='A', dtype='uint64')\n"
        "C = te.compute((64,), lambda i: tir.popcount(A[i]), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    const lower::LoopNest nest = *lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    const auto* loop = tir::stmt_cast<tir::ForNode>(nest.body);
    QVERIFY(loop);
    const cost::Operations work = cost::operations_of(tir::stmt_cast<tir::StoreNode>(loop->body)->value);
    QCOMPARE(work.calls, 0.0);
    QVERIFY(work.simple > 0);
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
