// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

// A → B → C → D, elementwise over (8, 12).
Kernel chain() {
  const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A");
  const te::Tensor b = elementwise(a, "B"), c = elementwise(b, "C"), d = elementwise(c, "D");
  return Kernel({d});
}

// P is read by Q and R, Q by R.
Kernel diamond() {
  const te::Tensor a = te::placeholder({tir::int_imm(14), tir::int_imm(18)}, "A");
  const te::Tensor p = elementwise(a, "P"), q = elementwise(p, "Q");
  const te::Tensor r = te::compute(
      a->shape, [&](const std::vector<tir::Var>& i) { return te::read(p, {i[0], i[1]}) - te::read(q, {i[0], i[1]}); },
      "R", {"i", "j"});
  return Kernel({r});
}

Diagnostics at(Kernel& k, int line, const std::string& stage, const std::string& parent, size_t axis) {
  return compute_at(k.s, k.stage(stage), k.stage(parent), k.axis(parent, axis),
                    step(line, "s[" + stage + "].compute_at(s[" + parent + "], " + parent + ".op.axis[" +
                                   std::to_string(axis) + "])"));
}

}  // namespace

class TestAttach : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void inside_its_reader() {
    Kernel k = chain();
    QVERIFY(at(k, 9, "C", "D", 0).empty());
    SAYS(text(verify(k.s, {})), "");
    SAYS(k.bounds("C"), "i i+1, j 0+12; i 0+1, j 0+12");
  }
  // What a stage reads that is computed in the loops of another one is brought near in these as well.
  void a_prefetch_of_what_runs_inside() {
    Kernel k = chain();
    const te::Tensor b = te::output(k.s.stage(k.stage("B")).op);
    const auto said = [&] {
      return text(
          prefetch(k.s, k.stage("D"), b, k.axis("D", "i"), tir::int_imm(1), step(10, "s[D].prefetch(B, i, 1)")));
    };
    QVERIFY(said().starts_with("k.py:10:15: error: D does not read B, so there is nothing to prefetch [NW2122]\n"));
    QVERIFY(at(k, 9, "C", "D", 0).empty());
    QCOMPARE(said(), std::string());
  }
  void inside_a_split_reader_at_the_stale_axis() {
    Kernel k = chain();
    k.s.name_axis(k.axis("D", "i"), "x");
    const AxisId x = k.axis("D", "x");
    split_factor(k.s, k.stage("D"), x, tir::int_imm(4), step(9, "xo, xi = s[D].split(x, factor=4)"));
    SAYS(text(compute_at(k.s, k.stage("C"), k.stage("D"), x, step(10, "s[C].compute_at(s[D], x)"))),
         "k.py:10:23: error: x is no longer a loop of D [NW2100]\n"
         "  because x was split into xo and xi in line 9\n"
         "  legal: xo, xi, j\n"
         "  fix: use xo instead of x\n"
         "    10~ s[C].compute_at(s[D], xo)\n"
         "  fix: use xi instead of x\n"
         "    10~ s[C].compute_at(s[D], xi)\n"
         "  fix: delete the step\n"
         "    10- \n");
  }
  // Splitting the loop afterwards is legal: the stage moves inward with it.
  void attached_then_split() {
    Kernel k = chain();
    at(k, 9, "C", "D", 0);
    split_factor(k.s, k.stage("D"), k.axis("D", "i"), tir::int_imm(4), step(10, "io, ii = s[D].split(i, factor=4)"));
    SAYS(text(verify(k.s, {})), "");
    SAYS(k.bounds("C"), "i i.outer*4 + i.inner+1, j 0+12; i 0+1, j 0+12");
  }
  void attached_then_fused_away() {
    Kernel k = chain();
    at(k, 9, "C", "D", 0);
    fuse(k.s, k.stage("D"), {k.axis("D", 0), k.axis("D", 1)}, step(10, "f = s[D].fuse(i, j)"));
    SAYS(text(verify(k.s, {})),
         "k.py:10:1: error: the loop i of D, at which C is to be computed, is no longer there [NW2304]\n"
         "  because C was placed there in line 9\n"
         "  because i was fused with j into f in line 10\n"
         "  legal: f of D, root\n"
         "  fix: compute C at f of D\n"
         "    9- \n"
         "    11+ s[C].compute_at(s[D], f)\n"
         "  fix: delete the step that places C: it is computed at root\n"
         "    9- \n");
  }
  void a_reader_escapes() {
    Kernel k = diamond();
    at(k, 9, "P", "R", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: Q reads P outside i of R, where it is to be computed [NW2303]\n"
         "  because Q reads P and is computed at root\n"
         "  because what is computed inside a loop exists only during that loop's iteration\n"
         "  legal: root\n"
         "  fix: compute Q at i as well\n"
         "    9+ s[Q].compute_at(s[R], s[R].op.axis[0])\n"
         "  fix: delete the step that places P: it is computed at root\n"
         "    9- \n");
  }
  void nothing_there_reads_it() {
    Kernel k = chain();
    at(k, 9, "B", "D", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: B is to be computed inside i of D, but nothing there reads it [NW2303]\n"
         "  because C reads B and is computed at root\n"
         "  because what is computed inside a loop exists only during that loop's iteration\n"
         "  legal: j of C, i of C, root\n"
         "  fix: compute C at i as well\n"
         "    9+ s[C].compute_at(s[D], s[D].op.axis[0])\n"
         "  fix: compute B at j of C\n"
         "    9~ s[B].compute_at(s[C], s[C].op.axis[1])\n"
         "  fix: compute B at i of C\n"
         "    9~ s[B].compute_at(s[C], s[C].op.axis[0])\n"
         "  fix: delete the step that places B: it is computed at root\n"
         "    9- \n");
  }
  void all_inside_the_same_loop() {
    Kernel k = diamond();
    at(k, 9, "Q", "R", 0);
    at(k, 10, "P", "R", 0);
    SAYS(text(verify(k.s, {})), "");
  }
  void a_circle() {
    Kernel k = chain();
    at(k, 9, "B", "C", 0);
    at(k, 10, "C", "B", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:10:1: error: C cannot be computed inside B, which is computed inside C [NW2301]\n"
         "  because B is computed inside C, at i in line 9\n"
         "  because C is computed inside B, at i in line 10\n"
         "  legal: j of D, i of D, root\n"
         "  fix: compute C at j of D\n"
         "    10~ s[C].compute_at(s[D], s[D].op.axis[1])\n"
         "  fix: compute C at i of D\n"
         "    10~ s[C].compute_at(s[D], s[D].op.axis[0])\n"
         "  fix: delete the step that places C: it is computed at root\n"
         "    10- \n");
  }
  void inside_itself() {
    Kernel k = chain();
    at(k, 9, "C", "C", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: C cannot be computed inside its own loop [NW2301]\n"
         "  because C is computed inside C, at i in line 9\n"
         "  legal: j of D, i of D, root\n"
         "  fix: compute C at j of D\n"
         "    9~ s[C].compute_at(s[D], s[D].op.axis[1])\n"
         "  fix: compute C at i of D\n"
         "    9~ s[C].compute_at(s[D], s[D].op.axis[0])\n"
         "  fix: delete the step that places C: it is computed at root\n"
         "    9- \n");
  }
  void an_output_inside_its_producer() {
    Kernel k = chain();
    at(k, 9, "D", "C", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: D is an output, so it cannot be computed inside C [NW2305]\n"
         "  because an output is computed whole, once, at root: its memory belongs to the caller\n"
         "  legal: root\n"
         "  fix: compute C inside D instead, at j\n"
         "    9~ s[C].compute_at(s[D], s[D].op.axis[1])\n"
         "  fix: delete the step: D is computed at root\n"
         "    9- \n");
  }
  void inside_an_inlined_stage() {
    Kernel k = chain();
    compute_inline(k.s, k.stage("C"), step(9, "s[C].compute_inline()"));
    at(k, 10, "B", "C", 0);
    SAYS(text(verify(k.s, {})),
         "k.py:10:1: error: B is to be computed inside C, which is inlined and has no loops [NW2302]\n"
         "  because C was inlined in line 9\n"
         "  because its expression now stands in D\n"
         "  legal: j of D, i of D, root\n"
         "  fix: compute B at j of D\n"
         "    10~ s[B].compute_at(s[D], s[D].op.axis[1])\n"
         "  fix: compute B at i of D\n"
         "    10~ s[B].compute_at(s[D], s[D].op.axis[0])\n"
         "  fix: delete the step that places B: it is computed at root\n"
         "    10- \n");
  }
  void an_input_has_no_loops() {
    Kernel k = chain();
    SAYS(text(compute_at(k.s, k.stage("A"), k.stage("B"), k.axis("B", 0),
                         step(9, "s[A].compute_at(s[B], B.op.axis[0])"))),
         "k.py:9:1: error: cannot place A, which is an input [NW2114]\n"
         "  because a placeholder is given by the caller; nothing computes it, so it has no loops\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  // The last of two steps undoes the first: nothing is refused for its order.
  void back_to_root() {
    Kernel k = diamond();
    at(k, 9, "P", "R", 0);
    QVERIFY(compute_root(k.s, k.stage("P"), step(10, "s[P].compute_root()")).empty());
    SAYS(text(verify(k.s, {})), "");
  }
  // With a replay, the step to blame is the last whose removal cures the mistake.
  void the_step_to_blame() {
    const auto run = [](size_t without) {
      Kernel k = diamond();
      if (without != 0) at(k, 9, "Q", "R", 0);
      if (without != 1) at(k, 10, "P", "R", 0);
      if (without != 2) compute_root(k.s, k.stage("Q"), step(11, "s[Q].compute_root()"));
      return k.s;
    };
    Replay replay;
    for (int line : {9, 10, 11}) replay.steps.push_back({.span = {line, 1, 20}});
    replay.without = [&](size_t i) { return run(i); };
    const Diagnostics ds = verify(run(9), replay);
    QCOMPARE(ds.size(), size_t(1));
    QCOMPARE(line_of(ds[0]), 11);
  }
};

NW_TEST(TestAttach);
#include "test_attach.moc"
