// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of the compiled nest, whose inner loops are written out, on the nest and the loop tree that people see.
#include <fmt/format.h>

#include <QTest>
#include <cmath>

#include "kernel/nest_heat.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

class TestNestHeat : public QObject {
  Q_OBJECT

  static KernelPreview matmul() {
    return preview(
        "from tvm import te\n"
        "A = te.placeholder((64, 32), name='A')\n"
        "B = te.placeholder((32, 48), name='B')\n"
        "k = te.reduce_axis((0, 32), name='k')\n"
        "C = te.compute((64, 48), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name='C')\n"
        "D = te.compute((64, 48), lambda y, x: C[y, x] + 1.0, name='D')\n"
        "s = te.create_schedule(D.op)\n"
        "yo, yi = s[C].split(C.op.axis[0], 2)\n"
        "s[C].reorder(yo, k, yi, C.op.axis[1])\n"
        "s[C].unroll(yi)\n"
        "xo, xi = s[C].split(C.op.axis[1], 16)\n"
        "s[C].vectorize(xi)\n"
        "tvm.lower(s, [A, B, D], name='mm')\n");
  }
  // As many samples for each line of the compiled nest as `of` says.
  static measure::TimeProfile profile(const KernelPreview& p, const std::function<int64_t(const std::string&)>& of) {
    return profile(p, [&](const std::string& text, size_t) { return of(text); });
  }
  static measure::TimeProfile profile(const KernelPreview& p,
                                      const std::function<int64_t(const std::string&, size_t)>& of) {
    const Result<lower::LoopNest> code = lower::lower_code(*p.nest);
    const tir::PrintedNest printed = tir::print(code->body);
    measure::TimeProfile all;
    for (size_t i = 0; i < printed.lines.size(); ++i) {
      const std::string text = printed.lines[i].text.substr(printed.lines[i].text.find_first_not_of(' '));
      const int64_t samples = of(text, i);
      if (samples > 0) all.lines.push_back({static_cast<int>(i) + 1, text, samples});
      all.samples += samples;
    }
    return all;
  }
  static std::string shown(const KernelPreview& p, const NestHeat& heat) {
    std::string all;
    for (size_t i = 0; i < heat.lines.size(); ++i)
      all += fmt::format("{:>4} {:>4}  {}\n", heat.lines[i].inside, heat.lines[i].own, p.printed.lines[i].text);
    return all;
  }

 private Q_SLOTS:
  void written_out_loops_get_their_samples_back() {
    const KernelPreview p = matmul();
    QVERIFY(p.complete());
    // First values 1 a line, sums 10 a line, the loop over k 5, D 3.
    const NestHeat heat =
        nest_heat(p, profile(p, [](const std::string& text) -> int64_t {
                    if (text.starts_with("C["))
                      return text.find("+ ") != std::string::npos && text.find("A[") != std::string::npos ? 10 : 1;
                    if (text.starts_with("D[")) return 3;
                    return text.starts_with("for k") ? 5 : 0;
                  }));
    QCOMPARE(QString::fromStdString(shown(p, heat)),
             QStringLiteral("   0    0  alloc C: float32[64, 48] global\n"
                            "  27    0  for yo in 0..32:\n"
                            "   2    0    unrolled yi.init in 0..2:\n"
                            "   2    0      for xo.init in 0..3:\n"
                            "   2    0        vectorized xi.init in 0..16:\n"
                            "   2    2          C[yo*2 + yi.init, xo.init*16 + xi.init] = 0.0\n"
                            "  25    5    for k in 0..32:\n"
                            "  20    0      unrolled yi in 0..2:\n"
                            "  20    0        for xo in 0..3:\n"
                            "  20    0          vectorized xi in 0..16:\n"
                            "  20   20            C[yo*2 + yi, xo*16 + xi] = C[yo*2 + "
                            "yi, xo*16 + xi] + A[yo*2 + yi, k]*B[k, xo*16 + xi]\n"
                            "   3    0  for y in 0..64:\n"
                            "   3    0    for x in 0..48:\n"
                            "   3    3      D[y, x] = C[y, x] + 1.0\n"));
  }

  // Stages of equal names, loops and stores of equal text: only the ids of the statements differ.
  void lines_of_equal_text_have_their_own_samples() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "A = te.placeholder((64,), name='A')\n"
        "B = te.compute((64,), lambda i: A[i] * 2.0, name='T')\n"
        "C = te.compute((64,), lambda i: B[i] * 2.0, name='T')\n"
        "D = te.compute((64,), lambda i: C[i] * 2.0, name='T')\n"
        "s = te.create_schedule(D.op)\n"
        "s[B].vectorize(B.op.axis[0])\n"
        "o, i = s[C].split(C.op.axis[0], 32)\n"
        "s[C].unroll(o)\n"
        "s[C].vectorize(i)\n"
        "tvm.lower(s, [A, D], name='main')\n");
    QVERIFY(p.complete());
    int stores = 0;  // 1, 10, 100, …
    const NestHeat heat = nest_heat(p, profile(p, [&](const std::string& text, size_t) -> int64_t {
                                      return text.starts_with("T[") ? std::lround(std::pow(10, stores++)) : 0;
                                    }));
    QCOMPARE(QString::fromStdString(shown(p, heat)), QStringLiteral("   0    0  alloc T: float32[64] global\n"
                                                                    "   1    0  vectorized i in 0..64:\n"
                                                                    "   1    1    T[i] = A[i]*2.0\n"
                                                                    "   0    0  alloc T: float32[64] global\n"
                                                                    " 110    0  unrolled o in 0..2:\n"
                                                                    " 110    0    vectorized i in 0..32:\n"
                                                                    " 110  110      T[o*32 + i] = T[o*32 + i]*2.0\n"
                                                                    "1000    0  for i in 0..64:\n"
                                                                    "1000 1000    T[i] = T[i]*2.0\n"));
  }

  // The values of one reduction are stores of one stage, inside of the same loops.
  void stores_of_one_stage_have_their_own_samples() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "A = te.placeholder((8, 16), name='A')\n"
        "k = te.reduce_axis((0, 16), name='k')\n"
        "both = te.comm_reducer(lambda x, y: (x[0] + y[0], x[1] * y[1]), lambda t, u: (tir.const(0, t), tir.const(1, "
        "u)), name='both')\n"
        "S, P = te.compute((8,), lambda i: both((A[i, k], A[i, k]), axis=k), name='S')\n"
        "s = te.create_schedule(S.op)\n"
        "s[S].unroll(S.op.axis[0])\n"
        "tvm.lower(s, [A, S, P], name='main')\n");
    QVERIFY2(p.complete(), p.diagnostics.empty() ? "" : format(p.diagnostics.front()).c_str());
    // The loop over i is written out: 8 copies of each.
    const NestHeat heat = nest_heat(p, profile(p, [](const std::string& text) -> int64_t {
                                      if (!text.starts_with("S[")) return 0;
                                      if (text.find("A[") == std::string::npos) return text.ends_with("0.0") ? 1 : 2;
                                      return text.find("+ A[") != std::string::npos ? 10 : 20;
                                    }));
    QCOMPARE(QString::fromStdString(shown(p, heat)), QStringLiteral(" 264    0  unrolled i in 0..8:\n"
                                                                    "   8    8    S[i] = 0.0\n"
                                                                    "  16   16    S[i] = 1.0\n"
                                                                    " 240    0    for k in 0..16:\n"
                                                                    "  80   80      S[i] = S[i] + A[i, k]\n"
                                                                    " 160  160      S[i] = S[i]*A[i, k]\n"));
  }

  void rows_of_the_tree_hold_what_is_beneath_them() {
    const KernelPreview p = matmul();
    const NestHeat heat = nest_heat(p, profile(p, [](const std::string& text) -> int64_t {
                                      return text.starts_with("D[") ? 1 : text.find("A[") != std::string::npos ? 10 : 0;
                                    }));
    std::string all;
    for (size_t i = 0; i < heat.rows.size(); ++i)
      all += fmt::format("{:>4} {:>4}  {}{}\n", heat.rows[i].inside, heat.rows[i].own,
                         std::string(static_cast<size_t>(p.tree[i].depth), ' '), p.tree[i].name);
    QCOMPARE(QString::fromStdString(all), QStringLiteral("  20    0  C\n"
                                                         "  20    0   yo\n"
                                                         "  20    0    k\n"
                                                         "  20    0     yi\n"
                                                         "  20    0      xo\n"
                                                         "  20   20       xi\n"
                                                         "   1    0  D\n"
                                                         "   1    0   y\n"
                                                         "   1    1    x\n"));
  }

  // Numbers of another nest are not painted on this one.
  void a_profile_of_another_nest_is_not_taken() {
    const KernelPreview p = matmul();
    measure::TimeProfile other;
    other.samples = 10;
    other.lines.push_back({1, "for another in 0..3:", 10});
    QVERIFY(nest_heat(p, other).lines.empty());
    other.lines = {{100000, "for another in 0..3:", 10}};
    QVERIFY(nest_heat(p, other).lines.empty());
  }

  void instructions_keep_their_own_samples() {
    const KernelPreview p = matmul();
    measure::TimeProfile all = profile(p, [](const std::string& text) -> int64_t { return text.starts_with("D["); });
    all.instructions = {{4, 2}, {9, 7}};
    all.instruction_count = 12;
    const NestHeat heat = nest_heat(p, all);
    QCOMPARE(heat.instructions.at(9), int64_t{7});
    QVERIFY(!heat.instructions.contains(5));
    QCOMPARE(heat.hottest_instruction, int64_t{7});
    QCOMPARE(heat.instruction_count, 12);
  }

  void elsewhere_is_its_own() {
    const KernelPreview p = matmul();
    measure::TimeProfile all = profile(p, [](const std::string& text) -> int64_t { return text.starts_with("D["); });
    all.elsewhere = {{"libm.so.6: expf", 30}};
    all.samples += 30;
    const NestHeat heat = nest_heat(p, all);
    QCOMPARE(heat.elsewhere.size(), size_t{1});
    QVERIFY(heat.few());
    QCOMPARE(heat.share(heat.elsewhere[0].samples), 30.0 / static_cast<double>(all.samples));
  }

  // The nest on screen keeps its sizes and the condition on the tail; the one that ran had numbers, and no tail.
  void a_symbolic_nest_shows_where_the_time_of_its_run_went() {
    const std::string text =
        "from tvm import te\n"
        "n = te.var('n')\n"
        "A = te.placeholder((n,), name='A')\n"
        "B = te.compute((n,), lambda i: A[i] * 2.0, name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "o, i = s[B].split(B.op.axis[0], 4)\n"
        "tvm.lower(s, [A, B], name='main')\n";
    const KernelPreview seen = preview(text);
    PreviewOptions numbers;
    numbers.sizes = {{"n", 1000}};
    const KernelPreview ran = preview(text, numbers);
    QVERIFY(seen.printed.lines.size() > ran.printed.lines.size());
    const measure::TimeProfile all =
        profile(ran, [](const std::string& line) -> int64_t { return line.starts_with("B[") ? 10 : 0; });
    const NestHeat heat = nest_heat(seen, all, &ran);
    QCOMPARE(QString::fromStdString(shown(seen, heat)),
             QStringLiteral("  10    0  for o in 0..floordiv(n + 3, 4):\n"
                            "  10    0    for i in 0..4:\n"
                            "  10    0      if o*4 + i < n:\n"
                            "  10   10        B[o*4 + i] = A[o*4 + i]*2.0\n"));
  }
};

NW_TEST(TestNestHeat);
#include "test_nest_heat.moc"
