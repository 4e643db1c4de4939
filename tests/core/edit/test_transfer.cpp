// SPDX-License-Identifier: GPL-3.0-or-later
// Steps brought from one kernel to another: named by role, and what does not fit is said.
#include <QTest>

#include "edit/transfer.h"
#include "registry.h"
#include "script/script.h"
#include "texts.h"

using namespace nw;
using namespace nw::edit;

namespace {

// A matrix product with bias, shaped by hand.
const std::string kFrom =
    "from tvm import te\n"
    "A = te.placeholder((64, 32), name=\"A\")\n"
    "B = te.placeholder((32, 64), name=\"B\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "C = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n"
    "D = te.compute((64, 64), lambda y, x: C[y, x] + 1.0, name=\"D\")\n"
    "s = te.create_schedule(D.op)\n"
    "y, x = s[D].op.axis\n"
    "xo, xi = s[D].split(x, factor=8)\n"
    "s[D].vectorize(xi)\n"
    "s[C].compute_at(s[D], xo)\n"
    "ko, ki = s[C].split(k, factor=4)\n"
    "s[C].unroll(ki)\n"
    "s[D].parallel(y)\n"
    "tvm.lower(s, [A, B, D], name=\"main\")\n";

// Another one, other names, a stage more, steps of its own.
const std::string kTo =
    "from tvm import te\n"
    "data = te.placeholder((128, 48), name=\"data\")\n"
    "weight = te.placeholder((48, 96), name=\"weight\")\n"
    "r = te.reduce_axis((0, 48), name=\"r\")\n"
    "scaled = te.compute((128, 48), lambda i, j: data[i, j] * 2.0, name=\"scaled\")\n"
    "dense = te.compute((128, 96), lambda i, j: te.sum(scaled[i, r] * weight[r, j], axis=r), name=\"dense\")\n"
    "y = te.compute((128, 96), lambda i, j: dense[i, j] * 0.5, name=\"y\")\n"
    "\n"
    "# schedule\n"
    "s = te.create_schedule(y.op)\n"
    "s[scaled].compute_inline()\n"
    "\n"
    "# kernel\n"
    "tvm.lower(s, [data, weight, y], name=\"main\")\n";

std::string steps_of(const std::string& text) {
  const size_t begin = text.find("te.create_schedule");
  const size_t first = text.find('\n', begin) + 1;
  return text.substr(first, text.find("tvm.lower") - first);
}

std::string said(const Diagnostics& all) {
  std::string text;
  for (const Diagnostic& d : all)
    text += d.code + (d.where.empty() ? " " : " line " + std::to_string(line_of(d)) + ": ") + d.message + "\n";
  return text;
}

std::string with_step(std::string text, const std::string& step) {
  return text.insert(text.find("tvm.lower"), step);
}

}  // namespace

class TestTransfer : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_name_is_that_of_the_same_part() {
    const auto carried = transfer_steps(kFrom, kTo);
    QCOMPARE(said(carried.diagnostics), std::string());
    QCOMPARE(steps_of(carried->text), std::string("s[scaled].compute_inline()\n"  // nothing stands for it
                                                  "i, j = s[y].op.axis\n"
                                                  "xo, xi = s[y].split(j, factor=8)\n"
                                                  "s[y].vectorize(xi)\n"
                                                  "s[dense].compute_at(s[y], xo)\n"
                                                  "ko, ki = s[dense].split(r, factor=4)\n"
                                                  "s[dense].unroll(ki)\n"
                                                  "s[y].parallel(i)\n"
                                                  "\n"
                                                  "# kernel\n"));
    QCOMPARE(carried->carried, 6);
    QCOMPARE(carried->left_out, 0);
    QVERIFY(script::read(carried->text).ok());
  }

  // Where nothing reduces, a stage is not said to be before a reduction.
  void a_part_is_called_by_what_the_kernel_has() {
    const std::string head = "from tvm import te\nA = te.placeholder((8,), name=\"A\")\n";
    const std::string from = head +
                             "one = te.compute((), lambda: te.const(1.0), name=\"one\")\n"
                             "B = te.compute((8,), lambda i: A[i] + one(), name=\"B\")\n"
                             "s = te.create_schedule(B.op)\ns[one].compute_inline()\n"
                             "tvm.lower(s, [A, B], name=\"main\")\n";
    const std::string to = head +
                           "B = te.compute((8,), lambda i: A[i] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n"
                           "tvm.lower(s, [A, B], name=\"main\")\n";
    QCOMPARE(
        said(transfer_steps(from, to).diagnostics),
        std::string("NW2092 line 5: `s[one].compute_inline()` does not carry over: nothing there has the part that "
                    "one has here: a stage of a single value\n"));
  }

  void a_kernel_takes_its_own_steps() {
    const auto carried = transfer_steps(kFrom, kFrom);
    QCOMPARE(carried->text, kFrom);
    QVERIFY(carried.diagnostics.empty());
  }

  void what_has_no_counterpart_is_left_out_with_what_needs_it() {
    const std::string from = with_step(kTo,
                                       "i, j = s[scaled].op.axis\njo, ji = s[scaled].split(j, factor=4)\n"
                                       "s[scaled].vectorize(ji)\ns[dense].parallel(s[dense].op.axis[0])\n");
    std::string only = from;
    only.erase(only.find("s[scaled].compute_inline()\n"), 27);
    const auto carried = transfer_steps(only, kFrom);
    QCOMPARE(
        said(carried.diagnostics),
        std::string("NW2092 line 8: `jo, ji = s[scaled].split(j, factor=4)` does not carry over: nothing there has "
                    "the part that scaled has here: a stage before the reduction with 2 axes\n"
                    "NW2092 line 9: `s[scaled].vectorize(ji)` does not carry over: nothing there has the part that "
                    "scaled has here: a stage before the reduction with 2 axes\n"));
    QCOMPARE(steps_of(carried->text), std::string("# jo, ji = s[scaled].split(j, factor=4)\n"
                                                  "# s[scaled].vectorize(ji)\n"
                                                  "y, x = s[C].op.axis\n"
                                                  "s[C].parallel(y)\n"));
    QCOMPARE(carried->left_out, 2);
  }

  void a_step_that_is_not_legal_there_is_left_out_with_its_reason() {
    const std::string from = with_step(kFrom, "s[D].vectorize(nothing)\n");
    QCOMPARE(
        said(transfer_steps(from, kTo).diagnostics),
        std::string("NW2093 steps cannot be carried over: the script they come from has no schedule that holds\n"));
    // Attached at a loop that the other output does not have: everything else still carries over.
    const std::string inlined =
        "from tvm import te\n"
        "A = te.placeholder((8, 8), name=\"A\")\n"
        "B = te.compute((8, 8), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    const auto carried = transfer_steps(kFrom, inlined);
    QCOMPARE(steps_of(carried->text), std::string("i, j = s[B].op.axis\n"
                                                  "xo, xi = s[B].split(j, factor=8)\n"
                                                  "s[B].vectorize(xi)\n"
                                                  "# s[C].compute_at(s[D], xo)\n"
                                                  "# ko, ki = s[C].split(k, factor=4)\n"
                                                  "# s[C].unroll(ki)\n"
                                                  "s[B].parallel(i)\n"));
    QCOMPARE(carried->left_out, 3);
    QVERIFY(script::read(carried->text).ok());
  }

  // Axes are counted from the innermost; what the other has none of is said, and so is what would need it.
  void a_quite_different_kernel_takes_what_it_can() {
    const std::string conv =
        "from tvm import te\n"
        "A = te.placeholder((1, 8, 16, 16), name=\"A\")\n"
        "W = te.placeholder((8, 8, 3, 3), name=\"W\")\n"
        "ic = te.reduce_axis((0, 8), name=\"ic\")\n"
        "kw = te.reduce_axis((0, 3), name=\"kw\")\n"
        "C = te.compute((1, 8, 16, 14), lambda n, c, h, w: te.sum(A[n, ic, h, w + kw] * W[c, ic, 0, kw], "
        "axis=[ic, kw]), name=\"C\")\n"
        "R = te.compute((1, 8, 16, 14), lambda n, c, h, w: tir.max(C[n, c, h, w], 0.0), name=\"R\")\n"
        "s = te.create_schedule(R.op)\n"
        "n, c, h, w = s[R].op.axis\n"
        "outer = s[R].fuse(n, c)\n"
        "s[R].parallel(outer)\n"
        "s[C].compute_at(s[R], h)\n"
        "s[C].unroll(kw)\n"
        "s[C].reorder(ic, s[C].op.axis[3])\n"
        "s[R].vectorize(w)\n"
        "tvm.lower(s, [A, W, R], name=\"main\")\n";
    const std::string dense = kFrom.substr(0, kFrom.find("y, x =")) + kFrom.substr(kFrom.find("tvm.lower"));
    const auto carried = transfer_steps(conv, dense);
    QCOMPARE(steps_of(carried->text), std::string("# outer = s[R].fuse(n, c)\n"
                                                  "# s[R].parallel(outer)\n"
                                                  "y, x = s[D].op.axis\n"
                                                  "s[C].compute_at(s[D], y)\n"
                                                  "s[C].unroll(k)\n"
                                                  "# s[C].reorder(ic, s[C].op.axis[3])\n"
                                                  "s[D].vectorize(x)\n"));
    QCOMPARE(
        said(carried.diagnostics),
        std::string("NW2092 line 8: `outer = s[R].fuse(n, c)` does not carry over: R has 4 data axes, and D, which "
                    "has its part there, has 2 data axes: none stands for n\n"
                    "NW2092 line 9: `s[R].parallel(outer)` does not carry over: it uses outer, which a step that "
                    "was left out would have made\n"
                    "NW2092 line 13: `s[C].reorder(ic, s[C].op.axis[3])` does not carry over: C has 2 reduce axes, "
                    "and C, which has its part there, has 1 reduce axis: none stands for ic\n"));
    QVERIFY(script::read(carried->text).ok());
    std::string longer = dense;  // of 256 products
    for (const auto& [before, after] :
         {std::pair{"(64, 32)", "(64, 256)"}, {"(32, 64)", "(256, 64)"}, {"(0, 32)", "(0, 256)"}})
      longer.replace(longer.find(before), std::string(before).size(), after);
    QVERIFY(
        said(transfer_steps(conv, longer).diagnostics)
            .find("`s[C].unroll(kw)` does not carry over: k runs 256 times there, too many to be written out one by "
                  "one\n") != std::string::npos);
  }

  // A result that is reduced is the reduction and the output: it takes the steps of both.
  void a_reduction_without_an_epilogue_takes_the_outputs_steps_too() {
    const std::string sum =
        "from tvm import te\n"
        "A = te.placeholder((64, 16, 32), name=\"A\")\n"
        "r = te.reduce_axis((0, 32), name=\"r\")\n"
        "S = te.compute((64, 16), lambda i, j: te.sum(A[i, j, r], axis=r), name=\"S\")\n"
        "s = te.create_schedule(S.op)\n"
        "tvm.lower(s, [A, S], name=\"main\")\n";
    const auto carried = transfer_steps(kFrom, sum);
    QCOMPARE(steps_of(carried->text), std::string("i, j = s[S].op.axis\n"
                                                  "xo, xi = s[S].split(j, factor=8)\n"
                                                  "s[S].vectorize(xi)\n"
                                                  "# s[C].compute_at(s[D], xo)\n"
                                                  "ko, ki = s[S].split(r, factor=4)\n"
                                                  "s[S].unroll(ki)\n"
                                                  "s[S].parallel(i)\n"));
    QVERIFY(script::read(carried->text).ok());
  }

  void a_comment_goes_with_its_step() {
    std::string from = kFrom;
    from.insert(from.find("\ns[C].unroll"), "  # as many as there are registers");
    QVERIFY(transfer_steps(from, kTo)->text.find(
                "ko, ki = s[dense].split(r, factor=4)  # as many as there are registers\n") != std::string::npos);
  }

  // What a step makes is known by what it is, not by its variable: here it is bound twice, and over two lines.
  void a_variable_may_be_used_again() {
    std::string from = with_step(kFrom,
                                 "xo, xi = s[C].split(\n    s[C].op.axis[1],  # of the tile\n    factor=2)\n"
                                 "s[C].vectorize(xi)\n");
    const auto carried = transfer_steps(from, kTo);
    QCOMPARE(said(carried.diagnostics), std::string());
    QVERIFY(script::read(carried->text).ok());
    QCOMPARE(carried->carried, 8);
  }

  void a_copy_and_what_is_done_with_it() {
    const std::string from = with_step(kFrom,
                                       "A_local = s.cache_read(A, \"local\", [C])\n"
                                       "s[A_local].compute_at(s[C], ko)\n");
    std::string to = kTo;
    to.replace(to.find("scaled[i, r]"), 12, "data[i, r]");
    to.erase(to.find("scaled = "), to.find("dense = ") - to.find("scaled = "));
    to.erase(to.find("s[scaled]"), to.find("\n# kernel") - to.find("s[scaled]"));
    const auto carried = transfer_steps(from, to);
    QCOMPARE(said(carried.diagnostics), std::string());
    const std::string copy = "A_local = s.cache_read(data, \"local\", [dense])\ns[A_local].compute_at(s[dense], ko)\n";
    QVERIFY2(carried->text.find(copy) != std::string::npos, carried->text.c_str());
    QVERIFY(script::read(carried->text).ok());
  }

  void broken_scripts_are_told() {
    for (const char* text : {"", "te.placeholder(", "s = 1\n"}) {
      QCOMPARE(
          said(transfer_steps(text, kFrom).diagnostics),
          std::string("NW2093 steps cannot be carried over: the script they come from has no schedule that holds\n"));
      QCOMPARE(said(transfer_steps(kFrom, text).diagnostics),
               std::string("NW2093 steps cannot be carried over: the script they go to has no schedule that holds\n"));
    }
  }
};

NW_TEST(TestTransfer);
#include "test_transfer.moc"
