// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule in prose, what to do next, and a kernel as one HTML file.
#include <QTest>
#include <QXmlStreamReader>
#include <map>
#include <set>

#include "advise/advice.h"
#include "export/explain.h"
#include "kernel/report.h"
#include "registry.h"

using namespace nw;
using namespace nw::advise;
using namespace nw::edit;
using namespace nw::kernel;

namespace {

const std::string kUnshapedMatmul =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((512, 512), name=\"A\")\n"
    "B = te.placeholder((512, 512), name=\"B\")\n"
    "k = te.reduce_axis((0, 512), name=\"k\")\n"
    "P = te.compute((512, 512), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "C = te.compute((512, 512), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "y, x = s[C].op.axis\n";
const std::string kEnd = "tvm.lower(s, [A, B, C], name=\"main\")\n";

TargetFacts machine() {
  TargetFacts facts;
  facts.compute.units = 8;
  facts.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 32 << 20, 64}};
  facts.compute.vector_bytes = 64;
  return facts;
}

QString explained(const std::string& text, const std::map<std::string, int64_t>& sizes = {}) {
  const KernelPreview p = preview(text);
  QString all;
  for (const exporting::Explanation& e : exporting::explain(p.program, p.nest->bounds, sizes))
    all += QStringLiteral("%1 %2\n").arg(e.line).arg(QString::fromStdString(e.sentence.english()));
  return all;
}

}  // namespace

class TestGuidance : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void steps_in_prose() {
    QCOMPARE(explained(kUnshapedMatmul +
                       "xo, xi = s[C].split(x, factor=16)\n"
                       "s[C].reorder(y, xo, k, xi)\n"
                       "yx = s[C].fuse(y, xo)\n"
                       "s[C].parallel(yx)\n"
                       "s[C].vectorize(xi)\n"
                       "s[P].compute_at(s[C], yx)\n" +
                       kEnd),
             QStringLiteral("10 x of C is cut in two: xo of 32 around xi of 16.\n"
                            "11 The loops y, xo, k, xi of C now run in this order, outermost first.\n"
                            "12 y, xo of C become one loop, yx of 16384.\n"
                            "13 The 16384 iterations of yx are shared among all cores.\n"
                            "14 xi becomes vector instructions over 16 elements of C.\n"
                            "15 P is computed inside of yx of C, a piece of 512×16 elements (32 KiB) at a time.\n"));
  }

  void caches_in_prose() {
    QCOMPARE(explained(kUnshapedMatmul +
                       "C_local = s.cache_write(C, \"local\")\n"
                       "A_shared = s.cache_read(A, scope=\"shared\", readers=[C_local])\n" +
                       kEnd),
             QStringLiteral("10 C is computed in local memory of its own first, and stored from there.\n"
                            "11 C_local reads a copy of A in shared memory.\n"));
  }

  // A comment with brackets belongs to no argument, and a call may go on in the next line.
  void comments_and_broken_lines_in_prose() {
    QCOMPARE(explained(kUnshapedMatmul +
                       "s[C].reorder(x, y)  # swapped (rows last)\n"
                       "s[C].pragma(\n    k,\n    \"auto_unroll_max_step\",\n    16)\n" +
                       kEnd),
             QStringLiteral("10 The loops x, y of C now run in this order, outermost first.\n"
                            "11 A hint for code generation at k of C: auto_unroll_max_step = 16.\n"));
  }

  void memory_and_partial_results_in_prose() {
    QCOMPARE(explained(kUnshapedMatmul +
                       "ko, ki = s[C].split(k, factor=16)\n"
                       "C_rf = s.rfactor(C, ki, 2)\n"
                       "s[C_rf].compute_at(s[C], s[C].op.axis[1])\n"
                       "s[P].unroll(P.op.axis[0])\n"
                       "s[P].storage_align(P.op.axis[0], 32, 8)\n" +
                       kEnd),
             QStringLiteral("10 k of C is cut in two: ko around ki.\n"
                            "11 C adds up partial results, one for each iteration of ki, which is the last axis of "
                            "C_rf.\n"
                            "12 C_rf is computed inside of ax1 of C, a piece of 1×1×16 elements (64 B) at a time.\n"
                            "13 The 512 iterations of i are written out one after the other.\n"
                            "14 In the memory of P a step of i is made a multiple of 32 elements and 8 "
                            "more.\n"));
    QCOMPARE(explained(kUnshapedMatmul + "s[P].compute_at(s[C], C.op.reduce_axis[0])\n" + kEnd),
             QStringLiteral("10 P is computed inside of k of C, one element (4 B) at a time.\n"));
    QCOMPARE(explained(kUnshapedMatmul + kEnd), QString());
  }

  // Who calls the kernel knows one layout of its arguments.
  void layouts_in_prose() {
    QCOMPARE(explained(kUnshapedMatmul +
                       "s[P].transform_layout(lambda i, j: [j // 16, i, j % 16])\n"
                       "s[A].transform_layout(lambda i, j: [j, i])\n"
                       "s[C].transform_layout(lambda y, x: [x, y])\n" +
                       kEnd),
             QStringLiteral("10 The element [i, j] of P is stored at [j // 16, i, j % 16], and its loops run in that "
                            "order.\n"
                            "11 A is an argument of the kernel and keeps its layout.\n"
                            "12 The loops of C run over x, y in place of y, x; it is stored as the caller expects "
                            "it.\n"));
  }

  void symbolic_sizes_in_prose() {
    const std::string text =
        "from tvm import te\n"
        "n = te.var(\"n\")\n"
        "A = te.placeholder((n, 8), name=\"A\")\n"
        "B = te.compute((n, 8), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((n, 8), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "io, ii = s[C].split(C.op.axis[0], factor=16)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    QCOMPARE(explained(text), QStringLiteral("7 i of C is cut in two: io of floordiv(n + 15, 16) around ii of 16.\n"));
    QCOMPARE(explained(text, {{"n", 500}}), QStringLiteral("7 i of C is cut in two: io of 32 around ii of 16.\n"));
  }

  // A copy has no arithmetic that an estimate could count.
  void what_is_computed_over_and_over_is_no_gain() {
    const std::string text =
        "import tvm\n"
        "from tvm import te\n"
        "A = te.placeholder((1024, 1026), name=\"A\")\n"
        "P = te.compute((1024, 1026), lambda i, j: A[i, j], name=\"P\")\n"
        "k = te.reduce_axis((0, 3), name=\"k\")\n"
        "C = te.compute((1024, 1024), lambda y, x: te.sum(P[y, x + k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    const KernelPreview p = preview(text);
    const std::vector<Advice> all = advice(p, candidates(p, p.program.schedule->find_by_name("P"), {}), machine());
    const auto inner = std::ranges::find_if(all, [](const Advice& a) {
      return a.candidate.edit.label.english() == "compute P at k" ||
             a.why.english().find("times over") != std::string::npos;
    });
    QVERIFY(inner != all.end());
    QCOMPARE(inner->why.english(), std::string("P is computed 3.0 times over at x of C."));
    QCOMPARE(inner->gain, 0.5);
  }

  void what_helps_most_comes_first() {
    const std::string text = kUnshapedMatmul + kEnd;
    const KernelPreview p = preview(text);
    const StageId c = p.program.schedule->find_by_name("C");
    const AxisId y = p.program.axis_names.at("y");
    const std::vector<Advice> best = advice(p, candidates(p, c, y), machine());
    QVERIFY(!best.empty());
    QVERIFY(best[0].candidate.primitive == schedule::Primitive::Parallel);
    QCOMPARE(best[0].why.english(), std::string("512 iterations of y are shared among 8 cores."));
    QVERIFY(best[0].gain > 2);
    // The order k, x puts the contiguous axis inside: a known good step beats leaving it.
    const std::vector<Advice> orders = advice(p, candidates(p, c, p.program.axis_names.at("x")), machine());
    QVERIFY(orders.size() > 3);
    for (size_t i = 1; i < orders.size(); ++i) QVERIFY(orders[i - 1].gain >= orders[i].gain);
  }

  // The code of bits of a convolution: the loop over b holds little of the time, and is too short for the usual split.
  void a_loop_that_takes_little_time_gains_little() {
    QFile file(QStringLiteral(NW_SOURCE_DIR "/resources/samples/kernels/bitserial_conv.py"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string text = file.readAll().toStdString();
    const KernelPreview p = preview(text);
    const StageId stage = p.program.schedule->find_by_name("P");
    const std::vector<Advice> all = advice(p, candidates(p, stage, p.program.axis_names.at("b")), machine());
    QVERIFY(!all.empty());
    bool unroll = false;
    for (const Advice& a : all) {
      QVERIFY2(a.gain < 1.2, a.candidate.edit.label.english().c_str());
      QVERIFY2(
          a.candidate.primitive != schedule::Primitive::Split && a.candidate.primitive != schedule::Primitive::Tile,
          a.candidate.edit.label.english().c_str());
      if (a.candidate.primitive != schedule::Primitive::Unroll) continue;
      unroll = true;
      QCOMPARE(a.why.english(), std::string("b takes 3.5 % of the time: writing it out can gain no more than that."));
    }
    QVERIFY(unroll);
  }

  void the_same_step_of_two_loops_stands_once() {
    const std::string text = kUnshapedMatmul + kEnd;
    const KernelPreview p = preview(text);
    const StageId c = p.program.schedule->find_by_name("C");
    std::vector<Candidate> all;
    for (const AxisId axis : p.program.schedule->stage(c).leaf)
      for (Candidate& candidate : candidates(p, c, axis)) all.push_back(std::move(candidate));
    std::map<std::string, int> times;
    for (const Advice& a : advice(p, all, machine()))
      times[Gestures(p.text, p.program).write(a.candidate.edit).text] += 1;
    QVERIFY(times.size() > 10);
    for (const auto& [script, n] : times) QCOMPARE(n, 1);
  }

  // The lanes would be computed one by one, and the cores started for each.
  void marks_keep_their_place() {
    const std::string text = kUnshapedMatmul +
                             "xo, xi = s[C].split(x, factor=16)\n"
                             "s[C].reorder(y, xo, k, xi)\n"
                             "s[C].parallel(y)\n"
                             "s[C].vectorize(xi)\n" +
                             kEnd;
    const KernelPreview p = preview(text);
    const StageId c = p.program.schedule->find_by_name("C");
    std::set<std::string> orders;
    for (const AxisId axis : p.program.schedule->stage(c).leaf)
      for (const Advice& a : advice(p, candidates(p, c, axis), machine()))
        if (a.candidate.primitive == schedule::Primitive::Reorder) orders.insert(a.candidate.edit.label.english());
    QCOMPARE(orders, std::set<std::string>({"reorder k, xo"}));
  }

  void why_a_step_harms_is_told_of_that_step() {
    const std::string text = kUnshapedMatmul + "s[C].reorder(y, k, x)\ns[C].parallel(y)\n" + kEnd;
    const KernelPreview p = preview(text);
    const StageId c = p.program.schedule->find_by_name("C");
    std::map<std::string, std::string> whys;
    for (const AxisId axis : p.program.schedule->stage(c).leaf)
      for (const Advice& a : advice(p, candidates(p, c, axis), machine()))
        if (!a.promises()) whys[a.candidate.edit.label.english()] = a.why.english();
    QCOMPARE(whys["unroll y"], std::string("One core does all the work, where it was 8."));
    QCOMPARE(whys["reorder x, k"],
             std::string("It computes one element at a time: what the inner loop touches does not lie side by side."));
    QCOMPARE(whys["split k by 4"], std::string("Two loops do what k does, until they stand in another order."));
    QCOMPARE(whys["split x by 4"], std::string("It computes 4 elements at a time, where it was 16."));
  }

  // One loop of two goes through the same in the same order: nothing is fetched less often.
  void fusing_promises_no_fewer_bytes() {
    const std::string text =
        "from tvm import te\n"
        "A = te.placeholder((256, 56, 56), name='A')\n"
        "W = te.placeholder((64, 256), name='W')\n"
        "k = te.reduce_axis((0, 256), name='k')\n"
        "C = te.compute((64, 56, 56), lambda c, h, w: te.sum(A[k, h, w] * W[c, k], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "c, h, w = s[C].op.axis\n"
        "k = s[C].op.reduce_axis[0]\n"
        "s[C].reorder(c, k, h, w)\n"
        "s[C].vectorize(w)\n"
        "co, ci = s[C].split(c, factor=8)\n"
        "tvm.lower(s, [A, W, C], name='main')\n";
    const KernelPreview p = preview(text);
    const StageId c = p.program.schedule->find_by_name("C");
    bool considered = false;
    for (const Advice& a : advice(p, candidates(p, c, p.program.axis_names.at("ci")), machine())) {
      if (a.candidate.primitive != schedule::Primitive::Fuse) continue;
      considered = true;
      QVERIFY2(a.gain < 1.05,
               qPrintable(QStringLiteral("%1 ×%2").arg(a.candidate.edit.label.english().c_str()).arg(a.gain)));
    }
    QVERIFY(considered);
  }

  // The terms of a sum keep their order: what helps is that other loops are inside now, which LLVM makes vectors of.
  // Of 256 loads in a turn it makes none.
  void unrolling_a_sum_promises_what_it_does() {
    const auto unroll = [](const std::string& channels) {
      const std::string text =
          "from tvm import te\n"
          "A = te.placeholder((" +
          channels +
          ", 56, 56), name='A')\n"
          "W = te.placeholder((64, " +
          channels +
          "), name='W')\n"
          "k = te.reduce_axis((0, " +
          channels +
          "), name='k')\n"
          "C = te.compute((64, 56, 56), lambda c, h, w: te.sum(A[k, h, w] * W[c, k], axis=k), name='C')\n"
          "s = te.create_schedule(C.op)\n"
          "tvm.lower(s, [A, W, C], name='main')\n";
      const KernelPreview p = preview(text);
      const StageId c = p.program.schedule->find_by_name("C");
      for (Advice& a : advice(p, candidates(p, c, p.program.schedule->stage(c).leaf.back()), machine()))
        if (a.candidate.primitive == schedule::Primitive::Unroll) return std::move(a);
      qFatal("unroll was not considered");
    };
    const Advice few = unroll("64"), many = unroll("256");
    QVERIFY(few.gain > 4);
    QCOMPARE(few.why.english(),
             std::string("The 64 iterations of k need no loop, and the compiler can compute 8 elements at a time."));
    QVERIFY2(many.gain > 0.9 && many.gain < 1.2, many.why.english().c_str());
  }

  // The estimate knows neither how long a thousand copies take to compile nor that they do not fit the caches.
  void unrolling_a_long_loop_promises_nothing() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "A = te.placeholder((1024, 1024), name='A')\n"
        "C = te.compute((1024, 1024), lambda i, j: A[j, i] * 2.0, name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name='main')\n");
    const schedule::Stage& stage = p.program.schedule->stage(p.program.schedule->find_by_name("C"));
    bool considered = false;
    for (const AxisId axis : stage.leaf)
      for (const Advice& a : advice(p, candidates(p, p.program.schedule->find_by_name("C"), axis), machine())) {
        if (a.candidate.primitive != schedule::Primitive::Unroll) continue;
        considered = true;
        QVERIFY2(!a.promises(), a.why.english().c_str());
        QVERIFY2(a.why.english().find("1.02 k") == std::string::npos, a.why.english().c_str());
      }
    QVERIFY(considered);
  }

  void tiles_are_tried_in_several_sizes() {
    const std::string text = kUnshapedMatmul + kEnd;
    const KernelPreview p = preview(text);
    const std::vector<Advice> all =
        advice(p, candidates(p, p.program.schedule->find_by_name("C"), p.program.axis_names.at("x")), machine());
    const auto tile =
        std::ranges::find_if(all, [](const Advice& a) { return a.candidate.primitive == schedule::Primitive::Tile; });
    QVERIFY(tile != all.end());
    QCOMPARE(tile->candidate.edit.label.english(), std::string("tile x, k by 32 × 32"));
    QVERIFY(tile->gain > 2);
    QCOMPARE(tile->why.english(), std::string("The compiler can compute 16 elements at a time."));
  }

  void inlining_what_is_read_often_is_called_a_waste() {
    const std::string text = kUnshapedMatmul + kEnd;
    const KernelPreview p = preview(text);
    const StageId stage = p.program.schedule->find_by_name("P");
    for (const Advice& a : advice(p, candidates(p, stage, {}), machine()))
      if (a.candidate.primitive == schedule::Primitive::ComputeInline) {
        QVERIFY(a.gain < 1.005);
        QVERIFY2(a.why.english().starts_with("It computes 1.5× as much"), a.why.english().c_str());
        return;
      }
    QFAIL("inlining was not considered");
  }

  void a_step_that_changes_nothing_is_no_advice() {
    const std::string text = kUnshapedMatmul + "s[P].compute_inline()\n" + kEnd;
    const KernelPreview p = preview(text);
    const StageId stage = p.program.schedule->find_by_name("P");
    for (const Advice& a : advice(p, candidates(p, stage, {}), machine()))
      QVERIFY2(a.candidate.primitive != schedule::Primitive::ComputeInline && (a.gain < 0.995 || a.gain > 1.005),
               a.why.english().c_str());
  }

  void taking_a_step_away_is_no_advice() {
    const std::string text = kUnshapedMatmul + "s[P].vectorize(P.op.axis[1])\n" + kEnd;
    const KernelPreview p = preview(text);
    const StageId stage = p.program.schedule->find_by_name("P");
    const AxisId j = p.program.schedule->stage(stage).leaf[1];
    for (const Advice& a : advice(p, candidates(p, stage, j), machine()))
      QVERIFY2(a.candidate.primitive != schedule::Primitive::Vectorize, a.candidate.edit.label.english().c_str());
  }

  void one_html_file_that_stands_alone() {
    const KernelPreview p = preview(kUnshapedMatmul + "s[C].parallel(y)\ns[C].vectorize(q)\n" + kEnd);
    const std::string html = kernel_html(p, nest_figures(p, machine()), {{"parallel y", 12.5, 0.25, "equal", {}}});
    for (const char* part : {"<h2>Problems</h2>", "<h2>Loop nest</h2>", "parallel y in 0..512",
                             "The 512 iterations of y are shared among all cores.", "<td>12.5 µs</td>"})
      QVERIFY2(html.find(part) != std::string::npos, part);
    const std::string plain = kUnshapedMatmul + kEnd, rows = kUnshapedMatmul + "s[C].parallel(y)\n" + kEnd;
    const measure::Machine here{"cpu", "EPYC", "b0a1", 4};
    const std::string history = kernel_html(preview(plain), nest_figures(preview(plain), machine()),
                                            {{"opened", 434256.7, 1200, "equal", plain, here},
                                             {"removed", 434256.7, 1200, "equal", plain, here},
                                             {"parallel y", 12500, 25, "equal", rows, here},
                                             {"opened elsewhere", 1000, 1, "equal", plain}});
    for (const char* part :
         {"No step shapes these loops: they run as the computation gives them.",
          "<td>opened</td><td>434 ms</td><td>1.2 ms</td><td>×1.00</td><td>equal</td>",
          "<td>parallel y</td><td>12.5 ms</td><td>25 µs</td><td>×34.74</td><td>equal</td><td>EPYC, 4 threads</td>",
          "<td>1 ms</td><td>1 µs</td><td></td><td>equal</td><td>unknown machine</td>", "<rect width=\"200.0\"",
          "<summary>Loop nest of parallel y, 12.5 ms</summary><pre>"})
      QVERIFY2(history.find(part) != std::string::npos, part);
    QVERIFY(history.find("removed") == std::string::npos);
    measure::Machine emulated = here;
    emulated.clock = "emulated";
    const std::string of_emulator = kernel_html(
        preview(plain), nest_figures(preview(plain), machine()),
        {{"opened", 434256.7, 1200, "equal", plain, emulated}, {"parallel y", 12500, 25, "equal", rows, emulated}});
    QVERIFY(of_emulator.find("<td>12.5 ms</td><td>25 µs</td><td></td><td>equal</td>"
                             "<td>EPYC, 4 threads, emulated</td><td></td>") != std::string::npos);
    for (const char* outside : {"http", "<script", "src="}) QVERIFY2(html.find(outside) == std::string::npos, outside);
  }
};

NW_TEST(TestGuidance);
#include "test_guidance.moc"
