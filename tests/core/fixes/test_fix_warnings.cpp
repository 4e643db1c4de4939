// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings, with what they propose.
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "said_of_script.h"

using namespace nw;
using test::says;

class TestFixWarnings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A warning has a fix where the computation would come out otherwise.
  void too_small_a_sum() {
    const std::string text =
        "A = te.placeholder((8, 64), name=\"A\", dtype=\"int8\")\nk = te.reduce_axis((0, 64), name=\"k\")\n"
        "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    const std::string fixed = apply_fix(text, p.diagnostics.at(0).fixes.at(0));
    QVERIFY(fixed.find("A[i, k].astype(\"int32\")") != std::string::npos);
    QVERIFY(fixes::read(fixed).diagnostics.empty());
  }

  void a_factor_that_divides() {
    const std::string head =
        "A = te.placeholder((8, 12), name=\"A\")\nC = te.compute((8, 12), lambda i, j: A[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "jo, ji = s[C].split(C.op.axis[1], factor=8)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 8 does not divide 12 [NW2512]\n"
         "  because 2 × 8 = 16 iterations for 12\n"
         "  fix: split by 6, which divides 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], factor=6)\n"
         "  fix: split by 4, which divides 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], factor=4)\n");
    says(head + "jo, ji = s[C].split(C.op.axis[1], nparts=5)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 3 does not divide 12 [NW2512]\n"
         "  because 5 × 3 = 15 iterations for 12\n"
         "  fix: split into 6 parts, which divide 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], nparts=6)\n"
         "  fix: split into 4 parts, which divide 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], nparts=4)\n");
    says(head + "a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 8)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 8 does not divide 12 [NW2512]\n"
         "  because 2 × 8 = 16 iterations for 12\n"
         "  fix: split by 6, which divides 12\n"
         "    4~ a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 6)\n"
         "  fix: split by 4, which divides 12\n"
         "    4~ a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 4)\n");
  }

  // Other numbers of the statement stay: the axis is not another one.
  void a_factor_is_not_an_index() {
    const std::string head =
        "A = te.placeholder((4, 4, 4, 10), name=\"A\")\n"
        "C = te.compute((4, 4, 4, 10), lambda i, j, k, l: A[i, j, k, l] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    says(head + "a, b = s[C].split(C.op.axis[3], factor=3)\ntvm.lower(s, [A, C], name=\"main\")\n",
         "line 4:1: warning: the innermost loop of C tests whether l is over: 3 does not divide 10 [NW2512]\n"
         "  because 4 × 3 = 12 iterations for 10\n"
         "  fix: split by 2, which divides 10\n"
         "    4~ a, b = s[C].split(C.op.axis[3], factor=2)\n"
         "  fix: split by 5, which divides 10\n"
         "    4~ a, b = s[C].split(C.op.axis[3], factor=5)\n");
  }

  void marks_of_long_loops() {
    const std::string head =
        "A = te.placeholder((600000,), name=\"A\")\nC = te.compute((600000,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "s[C].vectorize(C.op.axis[0])\n" + end,
         "line 4:1: warning: i has 600000 iterations, too many to be one vector [NW2514]\n"
         "  because a vector register holds 16 of float32 at most; longer vectors are written out\n"
         "  fix: split i by 16, and vectorize the inner loop\n"
         "    4~ io, ii = s[C].split(s[C].op.axis[0], factor=16)\ns[C].vectorize(ii)\n");
    says(head + "i = C.op.axis[0]\ns[C].unroll(i)\n" + end,
         "line 5:1: warning: i has 600000 iterations, too many to be written out one by one [NW2514]\n"
         "  because the compiler works on every copy, for seconds on more than 1024: past that the loop stays a loop\n"
         "  fix: split i by 16, and unroll the inner loop\n"
         "    5~ io, ii = s[C].split(i, factor=16)\ns[C].unroll(ii)\n");
    says(head +
             "io, i1 = s[C].split(C.op.axis[0], factor=120)\nia, ib = s[C].split(io, factor=20)\n"
             "s[C].unroll(ib)\ns[C].unroll(i1)\n" +
             end,
         "line 6:1: warning: ib has 20 iterations of 120 copies each, too many to be written out one by one [NW2514]\n"
         "  because the compiler works on every copy, for seconds on more than 1024: past that the loop stays a loop\n"
         "  fix: split ib by 5, and unroll the inner loop\n"
         "    6~ ibo, ibi = s[C].split(ib, factor=5)\ns[C].unroll(ibi)\n");
    const std::string short_one =
        "A = te.placeholder((1024,), name=\"A\")\nC = te.compute((1024,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[C].vectorize(C.op.axis[0])\n";
    says(short_one + end, "");
  }

  void partial_results_of_a_long_loop() {
    const std::string head =
        "A = te.placeholder((2048, 2048), name=\"A\")\nk = te.reduce_axis((0, 2048), name=\"k\")\n"
        "C = te.compute((2048, 16), lambda i, j: te.sum(A[i, k] * A[j, k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "C_rf = s.rfactor(C, k)\n" + end,
         "line 5:1: warning: C.rf keeps 256 MiB of partial results, 2048 for each of C.repl [NW2516]\n"
         "  because all of them are written to memory and read again\n"
         "  because a loop of few iterations makes few: split the reduction, and factor over a short part\n");
    says(head + "ko, ki = s[C].split(k, factor=8)\nC_rf = s.rfactor(C, ki)\n" + end, "");
  }

  // Its names follow the axis, and what is written behind a line stays there.
  void partial_results_side_by_side() {
    const std::string head =
        "A = te.placeholder((8, 64), name=\"A\")\nB = te.placeholder((8, 64), name=\"B\")\n"
        "k = te.reduce_axis((0, 64), name=\"k\")\n"
        "C = te.compute((8, 8), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\nko, ki = s[C].split(k, factor=16)\n";
    const std::string text = head +
                             "CF = s.rfactor(C, ki)  # sixteen sums\n"
                             "ki2, i, j = s[CF].op.axis\n"
                             "s[CF].reorder(i, j, s[CF].op.reduce_axis[0], ki2)\n"
                             "s[CF].vectorize(ki2)\n"
                             "tvm.lower(s, [A, B, C], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    const auto apart = std::ranges::find(p.diagnostics, "NW2511", &Diagnostic::code);
    QVERIFY(apart != p.diagnostics.end());
    QCOMPARE(apart->message, std::string("the lanes of ki2 are 64 elements apart in C.rf"));
    QCOMPARE(apart->fixes.size(), size_t(1));
    QCOMPARE(apart->fixes[0].title, std::string("make ki the last axis of CF"));
    const std::string fixed = apply_fix(text, apart->fixes[0]);
    QVERIFY2(fixed.find("CF = s.rfactor(C, ki, 2)  # sixteen sums\ni, j, ki2 = s[CF].op.axis\n") != std::string::npos,
             fixed.c_str());
    QVERIFY(fixes::read(fixed).diagnostics.empty());
  }

  // Where a step says again what an earlier one said, that one is what to take away: all of its lines.
  void steps_without_effect_are_taken_away() {
    const std::string head =
        "A = te.placeholder((8, 16), name=\"A\")\nB = te.compute((8, 16), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 16), lambda i, j: B[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "i, j = s[C].op.axis\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "s[C].unroll(\n    j)\ns[C].vectorize(j)\n" + end,
         "line 8:16: warning: j was unrolled in line 6; now it is vectorized [NW2515]\n"
         "  because the last that is said of what a loop becomes holds\n"
         "  fix: take line 6 away\n"
         "    6- \n"
         "    7- \n");
    says(head + "s[B].compute_at(s[C], i)\ns[B].compute_inline()\n" + end,
         "line 7:1: warning: B was placed at i in line 6; now it is inlined [NW2506]\n"
         "  because the last placement of a stage holds\n"
         "  fix: take line 6 away\n"
         "    6- \n");
  }

  void the_same_place_twice() {
    const std::string head =
        "A = te.placeholder((8, 16), name=\"A\")\nB = te.compute((8, 16), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 16), lambda i, j: B[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "i, j = s[C].op.axis\n";
    const script::Program p = fixes::read(head + "s[B].compute_at(s[C], i)\ns[B].compute_at(s[C], i)\n" +
                                          "tvm.lower(s, [A, C], name=\"main\")\n");
    QCOMPARE(QString::fromStdString(p.diagnostics.at(0).message),
             QStringLiteral("B was placed at i in line 6; now it is placed at i again"));
  }
};

NW_TEST(TestFixWarnings);
#include "test_fix_warnings.moc"
