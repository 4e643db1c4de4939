// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics of steps that are refused and of scripts that lack something, with all fixes.
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "said_of_script.h"

using namespace nw;
using test::says;

class TestFixSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A tensor that nothing needs becomes an output, of the schedule and of the kernel.
  void unneeded_tensor() {
    const std::string text =
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "C = te.compute((8,), lambda i: A[i] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    QCOMPARE(
        QString::fromStdString(apply_fix(text, p.diagnostics.at(0).fixes.at(0))),
        QStringLiteral("A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
                       "C = te.compute((8,), lambda i: A[i] * 2.0, name=\"C\")\ns = te.create_schedule([C.op, B.op])\n"
                       "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, C, B], name=\"main\")\n"));
  }

  // The lines with which TVM's tutorials end.
  void tutorials_end() {
    const std::string begin =
        "A = te.placeholder((8,), name=\"A\")\nC = te.compute((8,), lambda i: A[i] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    for (const char* end :
         {"print(tvm.lower(s, [A, C], simple_mode=True))\n", "f = tvm.build(s, [A, C], \"llvm\")\n"}) {
      const script::Program p = fixes::read(begin + end);
      QCOMPARE(p.diagnostics.size(), size_t(1));
      QVERIFY(fixes::read(apply_fix(begin + end, p.diagnostics[0].fixes.at(0))).ok());
    }
  }

  // Steps of a schedule that was never made.
  void no_schedule() {
    const std::string text =
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    const std::string fixed = apply_fix(text, p.diagnostics.at(0).fixes.at(0));
    QVERIFY(fixed.find("s = te.create_schedule(B.op)\ns[B].parallel") != std::string::npos);
    QVERIFY(fixes::read(fixed).ok());
  }

  void imports_what_the_script_uses() {
    says(
        "import os\nA = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: tir.exp(A[i]), "
        "name=\"B\")\ns = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n",
        "line 1:1: error: only tvm can be imported [NW2005]\n"
        "  legal: import tvm, from tvm import te, tir, topi\n"
        "  fix: import what the script uses\n"
        "    1~ import tvm\nfrom tvm import te, tir\n");
  }

  // Both rebuild the loops and the memory.
  void what_rfactor_and_cache_write_would_undo() {
    const std::string head =
        "A = te.placeholder((64, 64), name=\"A\")\nk = te.reduce_axis((0, 64), name=\"k\")\n"
        "C = te.compute((64, 64), lambda i, j: te.sum(A[i, k] * A[j, k], axis=k), name=\"C\")\n"
        "D = te.compute((64, 64), lambda i, j: C[i, j] + 1.0, name=\"D\")\ns = te.create_schedule(D.op)\n";
    const std::string end = "tvm.lower(s, [A, D], name=\"main\")\n";
    says(head + "s[C].storage_align(C.op.axis[0], 32, 8)\nCF = s.rfactor(C, k)\n" + end,
         "line 7:16: error: rfactor of C now would undo steps that came before it [NW2128]\n"
         "  because its memory was aligned in line 6\n"
         "  because the partial results and their reduction are new stages with loops of their own\n"
         "  legal: rfactor first, then schedule both stages\n"
         "  fix: move the steps that it would undo behind it\n"
         "    6- \n"
         "    7~ CF = s.rfactor(C, k)\ns[CF].storage_align(C.op.axis[0], 32, 8)\n");
    says(head + "s[C].reorder(C.op.axis[1], C.op.axis[0])\nCF = s.rfactor(C, k)\n" + end,
         "line 7:16: error: rfactor of C now would undo steps that came before it [NW2128]\n"
         "  because the loops were reordered in line 6\n"
         "  because the partial results and their reduction are new stages with loops of their own\n"
         "  legal: rfactor first, then schedule both stages\n"
         "  fix: move the steps that it would undo behind it\n"
         "    6- \n"
         "    7~ CF = s.rfactor(C, k)\ns[CF].reorder(C.op.axis[1], C.op.axis[0])\n");
    says(head + "s[C].storage_align(C.op.axis[0], 32, 8)\nCL = s.cache_write(C, \"local\")\n" + end,
         "line 7:20: error: cache_write of C now would undo steps that came before it [NW2125]\n"
         "  because its memory was aligned in line 6\n"
         "  because after cache_write the loops of C start anew: they only copy, and its reduction belongs to the new "
         "stage\n"
         "  legal: cache_write first, then schedule both stages\n"
         "  fix: move the steps that it would undo behind it\n"
         "    6- \n"
         "    7~ CL = s.cache_write(C, \"local\")\ns[C].storage_align(C.op.axis[0], 32, 8)\n");
  }

  void a_tensor_that_nothing_reads() {
    says(
        "A = te.placeholder((8, 6), name=\"A\")\n"
        "B = te.compute((8, 6), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 6), lambda i, j: A[i, j] * A[0, j], name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[B].compute_inline()\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 5:3: error: B has no stage in this schedule [NW2032]\n"
        "  because the schedule holds what its outputs need, and they do not need B\n"
        "  fix: let C read B instead of A\n"
        "    3~ C = te.compute((8, 6), lambda i, j: B[i, j] * B[0, j], name=\"C\")\n"
        "  fix: leave this step out\n"
        "    5- \n");
  }

  void reducing_what_reduces_nothing() {
    says(
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "C = te.compute((8, 12), lambda i, j: A[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\nF = s.rfactor(C, C.op.axis[1])\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 4:15: error: rfactor needs a reduction, and C is none [NW2126]\n"
        "  because rfactor splits the work of a reduction into partial results\n"
        "  fix: split the loop instead\n"
        "    4~ F_o, F_i = s[C].split(C.op.axis[1], factor=4)\n");
  }

  void steps_on_an_inlined_stage() {
    says(
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "B = te.compute((8, 12), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 12), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[B].compute_inline()\ni, j = s[B].op.axis\n"
        "jo, ji = s[B].split(j, factor=4)\ns[B].vectorize(ji)\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 7:1: error: B is inlined, so it has no loops to schedule [NW2306]\n"
        "  because B was inlined in line 5\n"
        "  because j was split into jo and ji in line 7\n"
        "  because ji was vectorized in line 8\n"
        "  legal: schedule the stage that B is inlined into, do not inline B\n"
        "  fix: do not inline B\n"
        "    5- \n"
        "  fix: say it of C, into which B is inlined\n"
        "    6~ i, j = s[C].op.axis\n"
        "    7~ jo, ji = s[C].split(j, factor=4)\n"
        "    8~ s[C].vectorize(ji)\n");
  }

  // A copy of a scan's state is placed before the scan unless a step places it.
  void a_copy_of_a_scans_state() {
    says(
        "X = te.placeholder((8, 4), name=\"X\")\nh = te.placeholder((8, 4), name=\"h\")\n"
        "first = te.compute((1, 4), lambda t, i: X[0, i], name=\"first\")\n"
        "then = te.compute((8, 4), lambda t, i: h[t - 1, i] + X[t, i], name=\"then\")\n"
        "S = te.scan(first, then, h, inputs=[X], name=\"S\")\ns = te.create_schedule(S.op)\n"
        "hl = s.cache_read(h, \"local\", [then])\ntvm.lower(s, [X, S], name=\"main\")\n",
        "line 7:1: error: h.local reads h, the state of the scan S, but is computed outside of the scan [NW2329]\n"
        "  because the scan makes its state step by step: before it, the state has no values\n"
        "  legal: s[then].op.axis[0]\n"
        "  fix: compute h.local where then reads it\n"
        "    8+ s[hl].compute_at(s[then], s[then].op.axis[0])\n"
        "  fix: delete the step\n"
        "    7- \n");
  }

  void loops_that_rfactor_made_anew() {
    const std::string head =
        "A = te.placeholder((64, 256), name=\"A\")\nk = te.reduce_axis((0, 256), name=\"k\")\n"
        "B = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "i, = s[B].op.axis\nko, ki = s[B].split(k, factor=16)\nBF = s.rfactor(B, ki)\n";
    const std::string end = "tvm.lower(s, [A, B], name=\"main\")\n";
    says(head + "s[B].unroll(ko)\n" + end,
         "line 8:1: error: this axis is no longer a loop of B.repl [NW2100]\n"
         "  because rfactor in line 7 replaced the loops: ko is k.outer of B.rf now\n"
         "  legal: ax0, k.inner.v\n"
         "  fix: say it of k.outer of B.rf\n"
         "    8~ s[BF].unroll(s[BF].op.reduce_axis[0])\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[B].unroll(ki)\n" + end,
         "line 8:1: error: this axis is no longer a loop of B.repl [NW2100]\n"
         "  because rfactor in line 7 replaced the loops: ki is k.inner of B.rf now\n"
         "  legal: ax0, k.inner.v\n"
         "  fix: use the loops that B.repl has now\n"
         "    8~ s[B].unroll(s[B].op.reduce_axis[0])\n"
         "  fix: say it of k.inner of B.rf\n"
         "    8~ s[BF].unroll(s[BF].op.axis[0])\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[B].parallel(i)\n" + end,
         "line 8:15: error: i is an axis of B.rf, not of B.repl [NW2101]\n"
         "  because every stage has axes of its own, also where their names or extents are the same\n"
         "  because rfactor in line 7 replaced the loops: i is i of B.rf now\n"
         "  legal: ax0\n"
         "  fix: use the loops that B.repl has now\n"
         "    8~ s[B].parallel(s[B].op.axis[0])\n"
         "  fix: say it of B.rf\n"
         "    8~ s[BF].parallel(i)\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[BF].reorder(ko, ki, i)\n" + end,
         "line 8:1: error: this axis is an axis of B.repl, not of B.rf [NW2101]\n"
         "  because every stage has axes of its own, also where their names or extents are the same\n"
         "  legal: k.inner, i, k.outer\n"
         "  fix: use the loops that B.rf has now\n"
         "    8~ s[BF].reorder(s[BF].op.reduce_axis[0], s[BF].op.axis[0], i)\n"
         "  fix: delete the step\n"
         "    8- \n");
  }

  // Of 56 iterations by 14: the number is said, and no part is shorter.
  void loops_that_a_split_would_give() {
    const script::Program p = fixes::read(
        "A = te.placeholder((56,), name=\"A\")\nC = te.compute((56,), lambda h: A[h] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[C].vectorize(hi)\ntvm.lower(s, [A, C], name=\"main\")\n");
    const auto& fixes = p.diagnostics[0].fixes;
    const auto split = std::ranges::find(fixes, std::string("split h by 14 into them first"), &Fix::title);
    QVERIFY(split != fixes.end());
    QCOMPARE(split->edits[0].text, std::string("ho, hi = s[C].split(s[C].op.axis[0], factor=14)"));
  }

  // What follows a block that was refused is said once.
  void refused_once() {
    const script::Program p = fixes::read(
        "A = te.placeholder((8,), name=\"A\")\nif True:\n    n = 8\nelif False:\n    n = 4\nelse:\n    n = 2\n"
        "def f(i):\n    return A[i]\nC = te.compute((8,), f, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    QCOMPARE(p.diagnostics.size(), size_t(2));
    QCOMPARE(line_of(p.diagnostics[0]), 2);
    QCOMPARE(line_of(p.diagnostics[1]), 8);
  }
};

NW_TEST(TestFixSteps);
#include "test_fix_steps.moc"
