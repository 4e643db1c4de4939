// SPDX-License-Identifier: GPL-3.0-or-later
// Nests of whole scripts, where predicates, names or memory are easily got wrong.
#include <QTest>

#include "interp/interp.h"
#include "lower/lower.h"
#include "nest_interpreter.h"
#include "registry.h"
#include "script/script.h"
#include "tir/print.h"

using namespace nw;

namespace {

const char* const kCopy =
    "A = te.placeholder((10, 13), name=\"A\")\n"
    "B = te.compute((10, 13), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
    "C = te.compute((10, 13), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n";

QString nest(const std::string& lines, const std::string& args, bool code = false) {
  const script::Program p = script::read(lines + "tvm.lower(s, [" + args + "], name=\"main\")\n");
  std::string said;
  for (const Diagnostic& d : p.diagnostics)
    if (d.severity == Severity::Error) said += format(d);
  if (!said.empty() || !p.schedule) return QString::fromStdString(said);
  auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
  if (loops.ok() && code) loops = lower::lower_code(*loops);
  return loops.ok() ? QString::fromStdString(tir::print(loops->body).text())
                    : QString::fromStdString(format(loops.diagnostics.at(0)));
}

}  // namespace

class TestNests : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // fuse() makes a loop of one iteration, also around a stage without loops.
  void a_fused_loop_of_no_axes() {
    const std::string scalar =
        "X = te.placeholder((), name=\"X\")\n"
        "T = te.compute((), lambda: X() * 2.0, name=\"T\")\n"
        "Y = te.compute((), lambda: T() + 1.0, name=\"Y\")\n"
        "s = te.create_schedule(Y.op)\n"
        "f = s[Y].fuse()\n";
    QCOMPARE(nest(scalar + "s[T].compute_at(s[Y], f)\n", "X, Y"), QStringLiteral("alloc T: float32[] global\n"
                                                                                 "T[] = X[]*2.0\n"
                                                                                 "Y[] = T[] + 1.0\n"));
    QCOMPARE(nest(scalar + "s[Y].unroll(f)\ng = s[T].fuse()\ns[T].parallel(g)\n", "X, Y", true),
             QStringLiteral("alloc T: float32[1] global\n"
                            "T[0] = X[0]*2.0\n"
                            "Y[0] = T[0] + 1.0\n"));
  }

  // A part of a tensor in another order of loops: each starts at 0, and only the tensor's end needs a test.
  void a_layout_of_a_part() {
    QCOMPARE(nest(std::string(kCopy) + "s[B].transform_layout(lambda i, j: [j, i])\n"
                                       "io, ii = s[C].split(C.op.axis[0], factor=4)\ns[B].compute_at(s[C], io)\n",
                  "A, C"),
             QStringLiteral("for i.outer in 0..3:\n"
                            "  alloc B: float32[4, 13] global\n"
                            "  for axis0 in 0..13:\n"
                            "    for axis1.idx in 0..4:\n"
                            "      if i.outer*4 + axis1.idx < 10:\n"
                            "        B[axis1.idx, axis0] = A[i.outer*4 + axis1.idx, axis0] + 1.0\n"
                            "  for i.inner in 0..4:\n"
                            "    for j in 0..13:\n"
                            "      if i.outer*4 + i.inner < 10:\n"
                            "        C[i.outer*4 + i.inner, j] = B[i.inner, j]*2.0\n"));
  }
  // Where storage is flattened, what an intermediate tensor is stored as takes the place of its own indices.
  void a_layout_is_how_elements_are_stored() {
    QCOMPARE(nest(std::string(kCopy) + "s[B].transform_layout(lambda i, j: [j, i])\n", "A, C", true),
             QStringLiteral("alloc B: float32[130] global\n"
                            "for axis0 in 0..13:\n"
                            "  for axis1 in 0..10:\n"
                            "    B[axis0*10 + axis1] = A[axis1*13 + axis0] + 1.0\n"
                            "for i in 0..10:\n"
                            "  for j in 0..13:\n"
                            "    C[i*13 + j] = B[j*10 + i]*2.0\n"));
  }
  // What is fetched ahead may not be there yet: its memory begins further in.
  void a_layout_of_what_is_prefetched_from_outside() {
    const QString text = nest(std::string(kCopy) +
                                  "s[C].prefetch(B, C.op.axis[0], 1)\ns[B].transform_layout(lambda i, j: [j, i])\n"
                                  "s[B].compute_at(s[C], C.op.axis[0])\n",
                              "A, C", true);
    QVERIFY2(text.contains(QStringLiteral("C[i*13 + j] = B[j]*2.0\n")), qPrintable(text));
  }
  // In blocks that the tensor does not fill, there is room for the whole of the last one.
  void a_layout_may_have_room_to_spare() {
    const QString text =
        nest(std::string(kCopy) + "s[B].transform_layout(lambda i, j: [j // 4, i, j % 4])\n", "A, C", true);
    QVERIFY2(text.startsWith(QStringLiteral("alloc B: float32[160] global\n")), qPrintable(text));
  }
  // Kernel arguments are what the caller knows them to be.
  void an_argument_keeps_its_layout() {
    QCOMPARE(nest(std::string(kCopy) + "s[B].transform_layout(lambda i, j: [j, i])\n", "A, B, C", true),
             QStringLiteral("for axis0 in 0..13:\n"
                            "  for axis1 in 0..10:\n"
                            "    B[axis1*13 + axis0] = A[axis1*13 + axis0] + 1.0\n"
                            "for i in 0..10:\n"
                            "  for j in 0..13:\n"
                            "    C[i*13 + j] = B[i*13 + j]*2.0\n"));
  }
  void a_layout_in_blocks_of_a_part() {
    QVERIFY(!nest(std::string(kCopy) + "s[B].transform_layout(lambda i, j: [i // 4, j, i % 4])\n"
                                       "io, ii = s[C].split(C.op.axis[0], factor=4)\ns[B].compute_at(s[C], io)\n",
                  "A, C")
                 .contains("if true"));
  }
  // A tail that is fused and split again: one test for each axis that may be over, as TVM has it.
  void a_fused_tail() {
    QCOMPARE(nest("A = te.placeholder((10, 13), name=\"A\")\n"
                  "C = te.compute((10, 13), lambda i, j: A[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
                  "io, ii = s[C].split(C.op.axis[0], factor=4)\nf = s[C].fuse(ii, C.op.axis[1])\n"
                  "fo, fi = s[C].split(f, factor=8)\n",
                  "A, C")
                 .count("if "),
             3);
  }
  // Every step of a scan writes a whole state, so there is memory for whole states wherever the scan is.
  void a_scan_inside_a_loop_that_needs_a_part_of_it() {
    QCOMPARE(nest("X = te.placeholder((4, 20), name=\"X\")\nst = te.placeholder((4, 20), name=\"st\")\n"
                  "first = te.compute((1, 20), lambda t, i: X[0, i], name=\"first\")\n"
                  "step = te.compute((4, 20), lambda t, i: st[t - 1, i] + X[t, i], name=\"step\")\n"
                  "R = te.scan(first, step, st, inputs=[X], name=\"R\")\n"
                  "Z = te.compute((4, 20), lambda t, i: R[t, i] + 1.0, name=\"Z\")\n"
                  "s = te.create_schedule(Z.op)\nzo, zi = s[Z].split(Z.op.axis[1], factor=5)\n"
                  "s[Z].reorder(zo, Z.op.axis[0], zi)\ns[R].compute_at(s[Z], zo)\n",
                  "X, Z"),
             QStringLiteral("for i.outer in 0..4:\n"
                            "  alloc R: float32[4, 20] global\n"
                            "  for i in 0..20:\n"
                            "    R[0, i] = X[0, i]\n"
                            "  for R.idx in 0..3:\n"
                            "    for i in 0..20:\n"
                            "      R[R.idx + 1, i] = R[R.idx, i] + X[R.idx + 1, i]\n"
                            "  for t in 0..4:\n"
                            "    for i.inner in 0..5:\n"
                            "      Z[t, i.outer*5 + i.inner] = R[t, i.outer*5 + i.inner] + 1.0\n"));
  }
  static std::string scan_on_threads(const std::string& update) {
    return "X = te.placeholder((4, 20), name=\"X\")\nst = te.placeholder((4, 20), name=\"st\")\n"
           "first = te.compute((1, 20), lambda t, i: X[0, i], name=\"first\")\n"
           "twice = te.compute((4, 20), lambda t, i: st[t - 1, i] * 2.0, name=\"twice\")\n"
           "step = te.compute((4, 20), lambda t, i: twice[t, i] + X[t, i], name=\"step\")\n"
           "R = te.scan(first, step, st, inputs=[X], name=\"R\")\ns = te.create_schedule(R.op)\n"
           "bx = te.thread_axis((0, 5), \"blockIdx.x\")\ntx = te.thread_axis((0, 4), \"threadIdx.x\")\n"
           "s[R].env_threads([bx, tx])\n"
           "fo, fi = s[first].split(first.op.axis[1], factor=4)\ns[first].bind(fo, bx)\ns[first].bind(fi, tx)\n"
           "io, ii = s[step].split(step.op.axis[1], factor=4)\ns[step].bind(io, bx)\ns[step].bind(ii, tx)\n" +
           update;
  }
  // The threads are opened once, around all of the scan; what is computed inside runs on them.
  void a_scan_on_threads() {
    QCOMPARE(nest(scan_on_threads("s[twice].compute_at(s[step], ii)\n"), "X, R"),
             QStringLiteral("thread blockIdx.x in 0..5:\n"
                            "  thread threadIdx.x in 0..4:\n"
                            "    R[0, blockIdx.x*4 + threadIdx.x] = X[0, blockIdx.x*4 + threadIdx.x]\n"
                            "    for R.idx in 0..3:\n"
                            "      alloc twice: float32[1, 1] local\n"
                            "      twice[0, 0] = R[R.idx, blockIdx.x*4 + threadIdx.x]*2.0\n"
                            "      R[R.idx + 1, blockIdx.x*4 + threadIdx.x] = twice[0, 0] + X[R.idx + 1, blockIdx.x*4 "
                            "+ threadIdx.x]\n"));
    // Computed at a thread of the scan: before all its steps, for all of them.
    QCOMPARE(nest(scan_on_threads("XX = s.cache_read(X, \"local\", [step])\ns[XX].compute_at(s[R], tx)\n"
                                  "s[twice].compute_inline()\n"),
                  "X, R"),
             QStringLiteral("thread blockIdx.x in 0..5:\n"
                            "  thread threadIdx.x in 0..4:\n"
                            "    alloc X.local: float32[3, 1] local\n"
                            "    for ax0 in 0..3:\n"
                            "      X.local[ax0, 0] = X[ax0 + 1, blockIdx.x*4 + threadIdx.x]\n"
                            "    R[0, blockIdx.x*4 + threadIdx.x] = X[0, blockIdx.x*4 + threadIdx.x]\n"
                            "    for R.idx in 0..3:\n"
                            "      R[R.idx + 1, blockIdx.x*4 + threadIdx.x] = R[R.idx, blockIdx.x*4 + threadIdx.x]*2.0 "
                            "+ X.local[R.idx, 0]\n"));
  }
  void a_scan_on_threads_computes_the_same() {
    const script::Program p =
        script::read(scan_on_threads("s[twice].compute_at(s[step], ii)\n") + "tvm.lower(s, [X, R], name=\"main\")\n");
    QVERIFY(p.ok());
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    QVERIFY(loops.ok());
    NDArray x(p.args[0]->dtype, {4, 20});
    for (int64_t i = 0; i < x.size(); ++i) x.set(i, static_cast<double>(i % 7));
    interp::Interpreter reference({p.args[1]});
    reference.set_input(p.args[0], x);
    const NDArray want = *reference.evaluate(p.args[1]);
    for (const lower::LoopNest& nest : {*loops, *lower::lower_code(*loops)}) {
      std::vector<NDArray> args = {x, NDArray(p.args[1]->dtype, {4, 20})};
      QCOMPARE(QString::fromStdString(test::NestInterpreter(nest).run(args)), QString());
      for (int64_t i = 0; i < want.size(); ++i) QCOMPARE(args[1].at(i), want.at(i));
    }
  }
  // A thread past the data reduces with the others, but writes nothing.
  void threads_that_reduce_beyond_the_data() {
    const QString text = nest(
        "A = te.placeholder((20, 96), name=\"A\")\nk = te.reduce_axis((0, 96), name=\"k\")\n"
        "B = te.compute((20,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "ko, ki = s[B].split(k, nparts=16)\nBF = s.rfactor(B, ko)\ntx = te.thread_axis(\"threadIdx.x\")\n"
        "xo, xi = s[B].split(s[B].op.axis[0], factor=8)\ns[B].bind(xo, te.thread_axis(\"blockIdx.x\"))\n"
        "s[B].bind(xi, te.thread_axis(\"threadIdx.y\"))\ns[B].bind(s[B].op.reduce_axis[0], tx)\n"
        "s[BF].compute_at(s[B], s[B].op.reduce_axis[0])\n",
        "A, B");
    QVERIFY2(text.endsWith("      if blockIdx.x*8 + threadIdx.y < 20:\n"
                           "        B[blockIdx.x*8 + threadIdx.y] = reduce_temp0[0]\n"),
             qPrintable(text));
  }
  // The lanes of a warp fill its memory together and read each other's part.
  void lanes_share_warp_memory() {
    const QString text = nest(
        "A = te.placeholder((256,), name=\"A\")\nB = te.compute((256,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "C = te.compute((256,), lambda i: B[(i // 32) * 32 + (i % 32 + 1) % 32], name=\"C\")\n"
        "s = te.create_schedule(C.op)\ntx = te.thread_axis((0, 32), \"threadIdx.x\")\n"
        "xo, xi = s[C].split(C.op.axis[0], 32)\ns[C].bind(xo, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(xi, tx)\n"
        "s[B].compute_at(s[C], xo)\ns[B].set_scope(\"warp\")\nyo, yi = s[B].split(B.op.axis[0], 32)\n"
        "s[B].bind(yi, tx)\n",
        "A, C");
    QVERIFY2(text.contains("alloc B: float32[32] warp"), qPrintable(text));
  }
  // Memory that is as long as a vector's lane says, when the last lane is left alone.
  void memory_sized_by_a_lane() {
    const QString text = nest(
        "n = te.var(\"n\")\nA = te.placeholder((n,), name=\"A\")\n"
        "B = te.compute((n,), lambda i: A[i] * 2.0, name=\"B\")\n"
        "C = te.compute((n,), lambda i: B[i] + tir.if_then_else(i > 0, B[tir.max(i - 1, 0)], 0.0), name=\"C\")\n"
        "s = te.create_schedule(C.op)\no, i = s[C].split(s[C].op.axis[0], factor=7)\ns[C].vectorize(i)\n"
        "s[B].compute_at(s[C], i)\ns[C].reorder(i, o)\n",
        "A, C", true);
    QVERIFY2(text.contains("let i.inner = 6\nalloc B"), qPrintable(text));
  }
  // Lanes behind the end read nothing, not even into a variable.
  void a_variable_of_a_vector_with_a_tail_is_read_where_the_condition_holds() {
    const script::Program p = script::read(R"(
import tvm
from tvm import te, tir
first = te.comm_reducer(lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(tir.any(x[1] >= y[1], x[0] < y[0]), x[1], y[1])), lambda t0, t1: (tir.const(-1, t0), te.min_value(t1)), name="first")
n = te.var("n")
A = te.placeholder((n, 8), name="A")
k = te.reduce_axis((0, 8), name="k")
B, C = te.compute((n,), lambda i: first((k, A[i, k]), axis=k), name="B")
s = te.create_schedule(B.op)
outer, lanes = s[B].split(B.op.axis[0], factor=4)
s[B].reorder(outer, B.op.reduce_axis[0], lanes)
s[B].vectorize(lanes)
tvm.lower(s, [A, B, C])
)");
    QVERIFY(p.ok());
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    QVERIFY(loops.ok());
    const auto code = lower::lower_code(*loops);
    QVERIFY(code.ok());
    int variables = 0, masked = 0;
    tir::walk(
        code->body,
        [&](const tir::Stmt& s) {
          const auto* let = tir::stmt_cast<tir::LetStmtNode>(s);
          if (!let || let->var->dtype.lanes == 1) return true;
          ++variables;
          const auto* call = tir::node_cast<tir::CallNode>(let->value);
          masked += call && call->name == "if_then_else";
          return true;
        },
        [](const tir::Expr&) { return false; });
    QCOMPARE(variables, 2);
    QCOMPARE(masked, 1);
  }
};

NW_TEST(TestNests);
#include "test_nests.moc"
