// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates order schedules as they are ordered when they run; what the compiler does by itself is no gain.
#include <QTest>

#include "cost/estimate.h"
#include "cost/operations.h"
#include "cost/stride.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

namespace {

TargetFacts usual() {
  TargetFacts facts;
  facts.compute.units = 4;
  facts.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 32 << 20, 64}};
  facts.compute.vector_bytes = 64;
  facts.compute.vector_registers = 32;
  return facts;
}

lower::LoopNest nest_of(const std::string& text) {
  const script::Program p = script::read(text);
  if (!p.ok()) qFatal("%s", p.diagnostics.front().message.c_str());
  return *lower::lower_loops(*p.schedule, p.args, p.kernel_name);
}

cost::Estimate estimate_of(const std::string& text, const std::map<std::string, int64_t>& sizes = {}) {
  const lower::LoopNest nest = nest_of(text);
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
    QCOMPARE(floats.compute.hottest.bottleneck, cost::Bottleneck::Latency);
    QCOMPARE(floats.compute.hottest.lanes, 1.0);
    const std::string sum =
        "from tvm import te\n"
        "A = te.placeholder((64, 4096), name='A', dtype='int32')\n"
        "k = te.reduce_axis((0, 4096), name='k')\n"
        "C = te.compute((64,), lambda y: te.sum(A[y, k], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n";
    QCOMPARE(estimate_of(sum).compute.hottest.lanes, 16.0);
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
    QCOMPARE(estimate_of(copy("")).compute.hottest.lanes, 16.0);
    QVERIFY(estimate_of(copy("s[C].vectorize(x)\n")).seconds > 0.98 * as_it_is);
    QVERIFY(estimate_of(copy("xo, xi = s[C].split(x, factor=4)\ns[C].unroll(xi)\n")).seconds > 0.98 * as_it_is);
  }

  void what_waits_for_memory_gains_nothing_from_arithmetic() {
    const cost::Estimate plain = estimate_of(copy(""));
    QVERIFY(plain.traffic.seconds > 2 * plain.compute.seconds);
    QCOMPARE(plain.traffic.from_ram, 2.0 * 4096 * 4096 * 4);
    // Down the columns every element needs a line of its own.
    QVERIFY(estimate_of(copy("s[C].reorder(x, y)\n")).traffic.from_l2 > 8 * plain.traffic.from_l2);
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

  // 64 channels of 0.8 Mflop each are handed out 256 times.
  void a_parallel_loop_inside_a_sum_is_no_gain() {
    const auto convolution = [](const std::string& step) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((256, 3136), name='A')\n"
                 "W = te.placeholder((64, 256), name='W')\n"
                 "k = te.reduce_axis((0, 256), name='k')\n"
                 "C = te.compute((64, 3136), lambda c, p: te.sum(A[k, p] * W[c, k], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "c, p = s[C].op.axis\n"
                 "s[C].reorder(k, c, p)\n" +
                 step + "tvm.lower(s, [A, W, C], name='main')\n")
          .seconds;
    };
    QVERIFY(convolution("s[C].parallel(c)\n") > 0.8 * convolution(""));
  }

  // Six rows of sums stay in registers while k runs; of 96 each is read and written again in every turn.
  void sums_that_leave_the_registers_are_slower() {
    const auto rows = [](const std::string& factor) {
      return estimate_of(product("yo, yi = s[C].split(y, factor=" + factor +
                                 ")\n"
                                 "xo, xi = s[C].split(x, factor=64)\n"
                                 "s[C].reorder(yo, xo, C.op.reduce_axis[0], yi, xi)\n"
                                 "s[C].unroll(yi)\n"
                                 "s[C].vectorize(xi)\n"))
          .seconds;
    };
    QVERIFY(rows("96") > 2 * rows("6"));
  }

  // The terms of a sum of floats keep their order, written out or not; and of 256 loads LLVM makes no vectors.
  void a_sum_written_out_waits_as_long() {
    const auto convolution = [](const std::string& step) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((256, 56, 56), name='A')\n"
                 "W = te.placeholder((64, 256), name='W')\n"
                 "k = te.reduce_axis((0, 256), name='k')\n"
                 "C = te.compute((64, 56, 56), lambda c, h, w: te.sum(A[k, h, w] * W[c, k], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n" +
                 step + "tvm.lower(s, [A, W, C], name='main')\n")
          .seconds;
    };
    const double unrolled = convolution("s[C].unroll(C.op.reduce_axis[0])\n"), plain = convolution("");
    QVERIFY(unrolled > 0.9 * plain && unrolled < 1.1 * plain);
  }

  // A row of sixteen sums, cut in turns of k: each vector of them waits for itself until the whole of k is done, and a
  // core does not see so far ahead as to the next row.
  void one_vector_of_sums_waits_for_itself() {
    const cost::ComputeBound tile = estimate_of(product("xo, xi = s[C].split(x, factor=16)\n"
                                                        "ko, ki = s[C].split(C.op.reduce_axis[0], factor=16)\n"
                                                        "s[C].reorder(y, xo, ko, xi, ki)\n"))
                                        .compute;
    QCOMPARE(tile.hottest.bottleneck, cost::Bottleneck::Latency);
    QCOMPARE(tile.hottest.lanes, 16.0);
    QVERIFY(tile.seconds > 0.9 * 256 * 16 * 256 * 4 / 3e9);  // rows, vectors, terms, cycles each
  }

  // Where two are inside of each other, the outer one gives the lanes: here they lie a row apart.
  void the_outermost_vectorized_loop_gives_the_lanes() {
    const std::string inner = "xo, xi = s[C].split(x, factor=16)\ns[C].vectorize(xi)\n";
    QVERIFY(estimate_of(copy("yo, yi = s[C].split(y, factor=8)\n"
                             "xo, xi = s[C].split(x, factor=16)\n"
                             "s[C].reorder(yo, xo, yi, xi)\n"
                             "s[C].vectorize(yi)\ns[C].vectorize(xi)\n"))
                .compute.seconds > 4 * estimate_of(copy(inner)).compute.seconds);
  }

  // Products of rows of four: LLVM reads whole rows and sorts them. The first four of five it gathers.
  void rows_of_a_few_are_sorted() {
    const auto sum = [](const std::string& rows) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((64, 4), name='A', dtype='int32')\n"
                 "B = te.placeholder((64, 256, " +
                 rows +
                 "), name='B', dtype='int32')\n"
                 "k = te.reduce_axis((0, 64), name='k')\n"
                 "r = te.reduce_axis((0, 4), name='r')\n"
                 "C = te.compute((64, 256), lambda y, x: te.sum(A[k, r] * B[k, x, r], axis=[k, r]), name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "y, x = s[C].op.axis\n"
                 "s[C].reorder(y, k, x, r)\n"
                 "tvm.lower(s, [A, B, C], name='main')\n")
          .compute;
    };
    QVERIFY(sum("5").seconds > 2 * sum("4").seconds);
  }

  // Weights whose elements lie apart are the same in every turn of i, and still no vector of them is kept from turn to
  // turn: another order of these loops gains little, where a kept vector would gain ten times.
  void gathered_vectors_are_not_kept() {
    const auto tiled = [](const std::string& order) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((197, 768), name='A')\n"
                 "W = te.placeholder((768, 768), name='W')\n"
                 "k = te.reduce_axis((0, 768), name='k')\n"
                 "C = te.compute((197, 768), lambda i, j: te.sum(A[i, k] * W[j, k], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "i, j = s[C].op.axis\n"
                 "jo, ko, ji, ki = s[C].tile(j, s[C].op.reduce_axis[0], 16, 16)\n"
                 "s[C].reorder(" +
                 order + ", ji, ki)\ntvm.lower(s, [A, W, C], name='main')\n")
          .seconds;
    };
    QVERIFY(tiled("i, jo, ko") < 3 * tiled("jo, ko, i"));
  }

  // A branch in each element: LLVM makes no vectors of copies written out.
  void what_branches_is_computed_one_by_one() {
    const auto padded = [](const std::string& value) {
      return estimate_of(
                 "from tvm import te, tir\n"
                 "A = te.placeholder((1000, 8), name='A')\n"
                 "C = te.compute((1000, 8), lambda y, x: " +
                 value +
                 ", name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "s[C].unroll(C.op.axis[1])\n"
                 "tvm.lower(s, [A, C], name='main')\n")
          .compute.hottest.lanes;
    };
    QCOMPARE(padded("A[y, x]"), 8.0);
    QCOMPARE(padded("tir.if_then_else(y > 0, A[y - 1, x], 0.0)"), 8.0);  // it branches before
    QCOMPARE(padded("tir.if_then_else(y + x > 3, A[y, x], 0.0)"), 1.0);
  }

  // Weights that are read down their columns, and a copy of them in which the columns are rows.
  void a_layout_counts_where_elements_lie() {
    const auto dense = [](const std::string& layout) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((192, 768), name='A')\n"
                 "B = te.placeholder((768, 768), name='B')\n"
                 "k = te.reduce_axis((0, 768), name='k')\n"
                 "C = te.compute((192, 768), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "i, j = s[C].op.axis\n"
                 "jo, ji = s[C].split(j, factor=64)\n"
                 "io, ii = s[C].split(i, factor=6)\n"
                 "s[C].reorder(jo, io, C.op.reduce_axis[0], ii, ji)\n"
                 "s[C].unroll(ii)\n"
                 "s[C].vectorize(ji)\n"
                 "B_global = s.cache_read(B, 'global', [C])\n" +
                 layout + "tvm.lower(s, [A, B, C], name='main')\n")
          .seconds;
    };
    QVERIFY(dense("") > 4 * dense("s[B_global].transform_layout(lambda a, b: [b, a])\n"));
  }

  // A, B and C are 300 KiB each; that B is written by one loop nest and read by another makes it no larger.
  void what_fits_a_cache_stays_there_between_nests() {
    const cost::Estimate chain = estimate_of(
        "from tvm import te\n"
        "A = te.placeholder((75, 1024), name='A')\n"
        "B = te.compute((75, 1024), lambda y, x: A[y, x] * 2.0, name='B')\n"
        "C = te.compute((75, 1024), lambda y, x: B[y, x] + 1.0, name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    QCOMPARE(chain.traffic.from_l2, 4.0 * 75 * 4096);
    QCOMPARE(chain.traffic.from_l3, 0.0);
  }

  // 64 rows of one line each would fit the first cache; rows a multiple of 4 KiB apart meet in one of its sets.
  void rows_that_meet_in_a_set_push_each_other_out() {
    const auto columns = [](const std::string& width) {
      return estimate_of(
                 "from tvm import te\n"
                 "A = te.placeholder((64, " +
                 width +
                 "), name='A')\n"
                 "C = te.compute((1024, 64), lambda x, y: A[y, x], name='C')\n"
                 "s = te.create_schedule(C.op)\n"
                 "tvm.lower(s, [A, C], name='main')\n")
          .traffic.from_l2;
    };
    QVERIFY(columns("1024") > 4 * columns("1040"));
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
          .compute.seconds;
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
          .compute.hottest.lanes;
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
          .compute.seconds;
    };
    QVERIFY(sum("A[y, x + 1] + A[y, x + 2] + A[y, x + 3]") > 1.4 * sum("A[y, x] + A[63 - y, x] + A[y, x + 16]"));
  }

  void each_loop_holds_its_share() {
    const lower::LoopNest nest = nest_of(  // whose loops the estimate names
        "from tvm import te\n"
        "A = te.placeholder((64, 64), name='A')\n"
        "k = te.reduce_axis((0, 64), name='k')\n"
        "B = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * A[k, x], axis=k), name='B')\n"
        "C = te.compute((64, 64), lambda i, j: B[i, j] + 1.0, name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    const cost::Estimate e = cost::estimate(nest, usual());
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
    const cost::Stride both = cost::stride_of(a, {row, column}, f, 64, values),
                       one = cost::stride_of(a, {row, tir::int_imm(0)}, f, 64, values),
                       none = cost::stride_of(a, {tir::int_imm(3), tir::int_imm(0)}, f, 64, values);
    QVERIFY(both.constant && both.elements == 1);
    QVERIFY(!one.constant && one.elements == 0);
    QVERIFY(none.constant && none.elements == 0);
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
    QVERIFY(work.instructions > 0);
  }

  void a_product_with_its_sum_is_one_instruction() {
    const tir::Expr x = tir::make_var("x", DType::Float(32)), y = tir::make_var("y", DType::Float(32));
    const cost::Operations work = cost::operations_of(x * y + x);
    QCOMPARE(work.instructions, 1.0);
    QCOMPARE(work.ir_instructions, 2.0);
    QCOMPARE(work.widest_bytes, 4);
    const cost::Operations twice = cost::operations_of((x - y) * (x - y));  // the difference is taken once
    QCOMPARE(twice.instructions, 2.0);
  }
};

NW_TEST(EstimateTest);
#include "test_estimate.moc"
