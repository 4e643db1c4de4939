// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

Kernel three_in_a_row() {
  const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A");
  return Kernel({elementwise(elementwise(elementwise(a, "B"), "C"), "D")});
}

// S[i] = Σ A[i, k], B = S · 0.5
Kernel row_sums() {
  const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(30)}, "A");
  const IterVar r = te::reduce_axis({tir::int_imm(0), tir::int_imm(30)}, "k");
  const te::Tensor s = te::compute(
      {tir::int_imm(8)}, [&](const std::vector<tir::Var>& i) { return te::sum(te::read(a, {i[0], r->var}), {r}); }, "S",
      {"i"});
  return Kernel({te::compute({tir::int_imm(8)},
                             [&](const std::vector<tir::Var>& i) { return te::read(s, {i[0]}) * tir::float_imm(0.5); },
                             "B", {"i"})});
}

std::string body(const Schedule& s, const std::string& stage) {
  return tir::to_string(te::op_cast<te::ComputeNode>(s.stage(s.find_by_name(stage)).op)->body[0]);
}

}  // namespace

class TestInline : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // X1 = A + A·0.5, X2 = X1 + X1·0.5, …: each inlined stage doubles the expression that is written out.
  void an_expression_that_grows_too_large_is_refused() {
    te::Tensor x = te::placeholder({tir::int_imm(8)}, "A");
    for (int n = 1; n <= 60; ++n)
      x = te::compute({tir::int_imm(8)},
                      [&](const std::vector<tir::Var>& i) {
                        return te::read(x, {i[0]}) + te::read(x, {i[0]}) * tir::float_imm(0.5);
                      },
                      "X" + std::to_string(n), {"i"});
    Kernel k({x});
    for (int n = 1; n < 60; ++n)
      QVERIFY(compute_inline(k.s, k.stage("X" + std::to_string(n)), step(100 + n, "s[X].compute_inline()")).empty());
    const Result<Schedule> normal = normalize(k.s);
    QVERIFY(normal.value && !normal.ok());
    QCOMPARE(QString::fromStdString(format(normal.diagnostics[0])),
             QStringLiteral("error: with X46 inlined, the expression of X60 is too large [NW2702]\n"
                            "  because written out, it has 163837 nodes, and at most 100000 are handled\n"
                            "  because the expression of an inlined stage stands in the place of every read of it\n"));
    // That stage keeps its loops.
    QVERIFY(normal->stage(k.stage("X46")).attach.kind == AttachKind::Root);
    QVERIFY(normal->stage(k.stage("X47")).attach.kind == AttachKind::InlinedAlready);
  }

  void its_expression_stands_where_it_was_read() {
    Kernel k = three_in_a_row();
    QVERIFY(compute_inline(k.s, k.stage("B"), step(8, "s[B].compute_inline()")).empty());
    QVERIFY(compute_inline(k.s, k.stage("C"), step(9, "s[C].compute_inline()")).empty());
    SAYS(body(*normalize(k.s), "D"), "A[i, j] + 1.0 + 1.0 + 1.0");
    SAYS(text(verify(k.s, {})), "");
  }
  void an_output() {
    Kernel k = three_in_a_row();
    SAYS(text(compute_inline(k.s, k.stage("D"), step(9, "s[D].compute_inline()"))),
         "k.py:9:1: error: cannot inline D, an output [NW2111]\n"
         "  because nothing reads D, so there is nowhere to put its expression, and nothing would be written\n"
         "  legal: B, C\n"
         "  fix: inline C into D instead; D keeps its loops\n"
         "    9~ s[C].compute_inline()\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void a_reduction() {
    Kernel k = row_sums();
    SAYS(text(compute_inline(k.s, k.stage("S"), step(9, "s[S].compute_inline()"))),
         "k.py:9:1: error: cannot inline S, a reduction [NW2112]\n"
         "  because S reduces over k: it needs a loop and a place for the running value, not just an expression\n"
         "  fix: compute it inside B, at i\n"
         "    9~ s[S].compute_at(s[B], s[B].op.axis[0])\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void an_input() {
    Kernel k = three_in_a_row();
    SAYS(text(compute_inline(k.s, k.stage("A"), step(9, "s[A].compute_inline()"))),
         "k.py:9:1: error: cannot inline A, which is an input [NW2114]\n"
         "  because a placeholder is given by the caller; nothing computes it, so it has no loops\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  // The forum's question: split and vectorized, then inlined.
  void loops_that_were_scheduled() {
    Kernel k = three_in_a_row();
    k.s.name_axis(k.axis("D", "j"), "j");
    split_factor(k.s, k.stage("D"), k.axis("D", "j"), tir::int_imm(4), step(8, "jo, ji = s[D].split(j, factor=4)"));
    vectorize(k.s, k.stage("D"), k.axis("D", "ji"), step(9, "s[D].vectorize(ji)"));
    SAYS(text(compute_inline(k.s, k.stage("D"), step(10, "s[D].compute_inline()"))),
         "k.py:10:1: error: cannot inline D: its loops have been scheduled (split in line 8, vectorize in line 9) "
         "[NW2113]\n"
         "  because an inlined stage has no loops: its expression is copied to where it is read, and those steps would "
         "be lost\n"
         "  because D is an output besides, and nothing reads it\n"
         "  legal: B, C\n"
         "  fix: inline C into D instead; D keeps its loops\n"
         "    10~ s[C].compute_inline()\n"
         "  fix: delete the step: D keeps its loops\n"
         "    10- \n");
  }
  void only_vectorized() {
    Kernel k = three_in_a_row();
    vectorize(k.s, k.stage("C"), k.axis("C", "j"), step(9, "s[C].vectorize(C.op.axis[1])"));
    SAYS(text(compute_inline(k.s, k.stage("C"), step(10, "s[C].compute_inline()"))),
         "k.py:10:1: error: cannot inline C: its loops have been scheduled (vectorize in line 9) [NW2113]\n"
         "  because an inlined stage has no loops: its expression is copied to where it is read, and those steps would "
         "be lost\n"
         "  legal: B\n"
         "  fix: drop what was said of its loops, and inline it\n"
         "    9- \n"
         "  fix: inline B into C instead; C keeps its loops\n"
         "    10~ s[B].compute_inline()\n"
         "  fix: delete the step: C keeps its loops\n"
         "    10- \n");
  }
  void scheduled_after_it_was_inlined() {
    Kernel k = three_in_a_row();
    compute_inline(k.s, k.stage("C"), step(9, "s[C].compute_inline()"));
    QVERIFY(split_factor(k.s, k.stage("C"), k.axis("C", "j"), tir::int_imm(4),
                         step(10, "a, b = s[C].split(C.op.axis[1], factor=4)"))
                .ok());
    SAYS(text(verify(k.s, {})),
         "k.py:10:1: error: C is inlined, so it has no loops to schedule [NW2306]\n"
         "  because C was inlined in line 9\n"
         "  because j was split into a and b in line 10\n"
         "  legal: schedule the stage that C is inlined into, do not inline C\n"
         "  fix: do not inline C\n"
         "    9- \n"
         "  fix: delete the step\n"
         "    10- \n");
  }
};

NW_TEST(TestInline);
#include "test_inline.moc"
