// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "arith/analyzer.h"
#include "cost/cost.h"
#include "registry.h"
#include "script/script.h"
#include "tir/print.h"

using namespace nw;

// Costs of the loops of a blocked matrix multiplication and of a stencil with a halo.
class CostTest : public QObject {
  Q_OBJECT

  static lower::LoopNest nest_of(const std::string& text) {
    const script::Program p = script::read(text);
    Q_ASSERT(p.ok());
    return *lower::lower_loops(*p.schedule, p.args, p.kernel_name);
  }
  static const cost::LoopCost& loop(const cost::NestCost& c, const char* name) {
    for (const cost::LoopCost& l : c.loops)
      if (l.loop->var->name == name) return l;
    qFatal("no such loop");
    return c.loops[0];
  }
  static const cost::BufferUse& use(const cost::LoopCost& l, const char* name) {
    for (const cost::BufferUse& u : l.buffers)
      if (u.buffer->name == name) return u;
    qFatal("no such buffer");
    return l.buffers[0];
  }

 private Q_SLOTS:
  // 8 columns of 64 rows: pieces of 32 bytes, 4 KiB apart, each in a line of its own, all in one set of 64.
  void how_a_region_lies_in_memory() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((64, 1024), name='A')\n"
        "C = te.compute((128, 64, 8), lambda xo, y, xi: A[y, xo * 8 + xi], name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    const cost::NestCost c = cost::analyze(n);
    const cost::BufferUse &columns = use(loop(c, "y"), "A"), &rows = use(loop(c, "y"), "C");
    QCOMPARE(columns.stretch_bytes, 32.0);
    QCOMPARE(columns.repeats.size(), size_t{1});
    QCOMPARE(columns.repeats[0].times, 64.0);
    QCOMPARE(columns.repeats[0].bytes, 4096.0);
    QCOMPARE(columns.in_lines(64), 64.0 * 64);
    QCOMPARE(columns.share_of_sets(64), 1.0 / 64);
    QCOMPARE(rows.stretch_bytes, 64.0 * 8 * 4);
    QVERIFY(rows.repeats.empty());
    QCOMPARE(rows.in_lines(64), 64.0 * 8 * 4);
    QCOMPARE(rows.share_of_sets(64), 0.5);
  }

  // Every fourth row.
  void rows_that_are_left_out_are_not_fetched() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((64, 1024), name='A')\n"
        "C = te.compute((4, 16, 1024), lambda yi, yo, x: A[yo * 4 + yi, x], name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    const cost::NestCost c = cost::analyze(n);
    const cost::BufferUse& rows = use(loop(c, "yo"), "A");
    QCOMPARE(rows.elements, 16.0 * 1024);
    QCOMPARE(rows.repeats.size(), size_t{1});
    QCOMPARE(rows.repeats[0].bytes, 4.0 * 4096);
    QCOMPARE(rows.in_lines(64), 16.0 * 4096);
    QCOMPARE(use(loop(c, "yi"), "A").in_lines(64), 64.0 * 4096);
  }

  void blocked_matmul() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((64, 32), name='A')\n"
        "B = te.placeholder((32, 48), name='B')\n"
        "k = te.reduce_axis((0, 32), name='k')\n"
        "C = te.compute((64, 48), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "yo, xo, yi, xi = s[C].tile(C.op.axis[0], C.op.axis[1], 16, 16)\n"
        "s[C].reorder(yo, xo, k, yi, xi)\n"
        "tvm.lower(s, [A, B, C], name='mm')\n");
    const cost::NestCost c = cost::analyze(n);
    QCOMPARE(c.flops, 2.0 * 64 * 48 * 32);
    QCOMPARE(c.bytes, 4.0 * (64 * 32 + 32 * 48 + 64 * 48));
    const cost::LoopCost& k = loop(c, "k");
    QCOMPARE(k.runs, 12.0);
    QCOMPARE(k.iterations, 32.0);
    QCOMPARE(k.flops, 2.0 * 16 * 16 * 32);
    QCOMPARE(use(k, "A").elements, 16.0 * 32);
    QCOMPARE(use(k, "A").reuse(), 16.0);
    QCOMPARE(use(k, "B").bytes, 4.0 * 32 * 16);
    QCOMPARE(use(k, "C").elements, 16.0 * 16);
    QVERIFY(use(k, "C").read && use(k, "C").written);
    QCOMPARE(use(loop(c, "x.outer"), "B").elements, 32.0 * 48);
    QCOMPARE(loop(c, "x.inner").depth, 4);
  }

  // The hull of f // 56 and f % 56 is two whole rows; the 32 turns name 32 places of it, however often they are read.
  void no_more_is_touched_than_indices_can_name() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((56, 56), name='A')\n"
        "B = te.compute((8, 98, 32), lambda c, t, p: A[(t * 32 + p) // 56, (t * 32 + p) % 56] * 2.0, name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "c, t, p = s[B].op.axis\n"
        "s[B].reorder(t, c, p)\n"
        "tvm.lower(s, [A, B], name='main')\n");
    const cost::NestCost c = cost::analyze(n);
    const cost::BufferUse& a = use(loop(c, "c"), "A");
    QCOMPARE(a.elements, 32.0);
    QCOMPARE(a.accesses, 256.0);
  }

  // Rows in fours, of which seven at a time are read: two or three fours in turn, where bounds know "at most 14".
  void loops_whose_length_varies_run_as_often_as_they_do() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((56,), name='A')\n"
        "T = te.compute((14, 4), lambda t, p: A[t * 4 + p] * 2.0, name='T')\n"
        "B = te.compute((56,), lambda h: T[h // 4, h % 4], name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "o, i = s[B].split(B.op.axis[0], factor=7)\n"
        "s[T].compute_at(s[B], o)\n"
        "tvm.lower(s, [A, B], name='main')\n");
    const cost::NestCost c = cost::analyze(n);
    QCOMPARE(loop(c, "t").iterations, 2.5);
    QCOMPARE(use(loop(c, "t"), "T").elements, 10.0);
    QCOMPARE(c.flops, 8 * 2.5 * 4);
  }

  void a_halo_is_counted_once() {
    const lower::LoopNest n = nest_of(
        "from tvm import te\n"
        "A = te.placeholder((34,), name='A')\n"
        "B = te.compute((32,), lambda i: A[i] + A[i + 1] + A[i + 2], name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "o, i = s[B].split(B.op.axis[0], factor=8)\n"
        "tvm.lower(s, [A, B], name='main')\n");
    const cost::NestCost c = cost::analyze(n);
    const cost::BufferUse& a = use(loop(c, "i.inner"), "A");
    QCOMPARE(a.elements, 10.0);
    QCOMPARE(a.region.size(), size_t{1});
    QCOMPARE(QString::fromStdString(tir::to_string(a.region[0].min)), QStringLiteral("i.outer*8"));
    QCOMPARE(QString::fromStdString(tir::to_string(arith::Analyzer().simplify(a.region[0].extent))),
             QStringLiteral("10"));
    QCOMPARE(a.accesses, 24.0);
    QCOMPARE(c.flops, 64.0);
  }
};

NW_TEST(CostTest);
#include "test_cost.moc"
