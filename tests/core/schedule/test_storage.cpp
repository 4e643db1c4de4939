// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

Kernel two_copies() {
  const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A");
  return Kernel({elementwise(elementwise(a, "B"), "C")});
}

}  // namespace

class TestStorage : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void alignment() {
    Kernel k = two_copies();
    QVERIFY(
        storage_align(k.s, k.stage("B"), k.axis("B", "i"), 16, 4, step(9, "s[B].storage_align(B.op.axis[0], 16, 4)"))
            .empty());
    QCOMPARE(k.s.stage(k.stage("B")).attr(k.axis("B", "i"))->align_factor, int64_t(16));
    SAYS(text(storage_align(k.s, k.stage("B"), k.axis("B", "i"), 0, 4,
                            step(9, "s[B].storage_align(B.op.axis[0], 0, 4)"))),
         "k.py:9:34: error: the factor is 0; it must be at least 1 [NW2104]\n"
         "  because strides become multiples of it\n"
         "  legal: the factor ≥ 1\n"
         "  fix: use 1\n"
         "    9~ s[B].storage_align(B.op.axis[0], 1, 4)\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void alignment_of_a_loop() {
    Kernel k = two_copies();
    split_factor(k.s, k.stage("B"), k.axis("B", "j"), tir::int_imm(4),
                 step(8, "jo, ji = s[B].split(B.op.axis[1], factor=4)"));
    SAYS(text(storage_align(k.s, k.stage("B"), k.axis("B", "ji"), 16, 4, step(9, "s[B].storage_align(ji, 16, 4)"))),
         "k.py:9:20: error: ji is not a dimension of B's memory [NW2116]\n"
         "  because the memory has the dimensions of the computation, whatever its loops are\n"
         "  legal: i, j\n"
         "  fix: align the dimension j that it comes from\n"
         "    9~ s[B].storage_align(s[B].op.axis[1], 16, 4)\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void buffers_of_outputs_are_the_callers() {
    Kernel k = two_copies();
    SAYS(text(double_buffer(k.s, k.stage("C"), step(9, "s[C].double_buffer()"))),
         "k.py:9:1: error: cannot double-buffer C, an output [NW2118]\n"
         "  because the memory of an output belongs to the caller, who expects the whole tensor in it\n"
         "  fix: say it of a copy, from which C is written\n"
         "    9~ C_copy = s.cache_write(C, \"global\")\n"
         "s[C_copy].compute_at(s[C], s[C].op.axis[0])\n"
         "s[C_copy].double_buffer()\n"
         "  fix: say it of B\n"
         "    9~ s[B].double_buffer()\n"
         "  fix: delete the step\n"
         "    9- \n");
    SAYS(text(rolling_buffer(k.s, k.stage("C"), step(9, "s[C].rolling_buffer()"))),
         "k.py:9:1: error: cannot keep a rolling buffer of C, an output [NW2118]\n"
         "  because the memory of an output belongs to the caller, who expects the whole tensor in it\n"
         "  fix: say it of a copy, from which C is written\n"
         "    9~ C_copy = s.cache_write(C, \"global\")\n"
         "s[C_copy].compute_at(s[C], s[C].op.axis[0])\n"
         "s[C_copy].rolling_buffer()\n"
         "  fix: say it of B\n"
         "    9~ s[B].rolling_buffer()\n"
         "  fix: delete the step\n"
         "    9- \n");
    SAYS(text(set_scope(k.s, k.stage("C"), "shared", step(9, "s[C].set_scope(\"shared\")"))),
         "k.py:9:1: error: cannot move to shared memory C, an output [NW2118]\n"
         "  because the memory of an output belongs to the caller, who expects the whole tensor in it\n"
         "  fix: say it of a copy, from which C is written\n"
         "    9~ C_copy = s.cache_write(C, \"shared\")\n"
         "s[C_copy].compute_at(s[C], s[C].op.axis[0])\n"
         "  fix: say it of B\n"
         "    9~ s[B].set_scope(\"shared\")\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void two_buffers_need_a_loop() {
    Kernel k = two_copies();
    QVERIFY(double_buffer(k.s, k.stage("B"), step(9, "s[B].double_buffer()")).empty());
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: double_buffer of B, which is not computed inside a loop [NW2316]\n"
         "  because two copies only help where one is filled while the other is read: in a loop\n"
         "  because B is computed at root\n"
         "  fix: compute it at j of C\n"
         "    9+ s[B].compute_at(s[C], s[C].op.axis[1])\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void scopes() {
    Kernel k = two_copies();
    QVERIFY(set_scope(k.s, k.stage("B"), "local", step(9, "s[B].set_scope(\"local\")")).empty());
    SAYS(text(set_scope(k.s, k.stage("B"), "lokal", step(9, "s[B].set_scope(\"lokal\")"))),
         "k.py:9:16: error: there is no memory called 'lokal' [NW2119]\n"
         "  legal: global, shared, shared.dyn, warp, local, wmma.matrix_a, wmma.matrix_b, wmma.accumulator\n"
         "  fix: use \"local\"\n"
         "    9~ s[B].set_scope(\"local\")\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  // As TVM reads them: a memory, and a tag that says which of its kind.
  void scopes_with_a_tag() {
    Kernel k = two_copies();
    for (const char* scope : {"shared.dyn", "global:vtcm", "local_TB2", "warp.0"})
      SAYS(text(set_scope(k.s, k.stage("B"), scope, step(9, "s[B].set_scope(…)"))), "");
  }
  void layouts() {
    Kernel k = two_copies();
    const tir::Var i = tir::make_var("i"), j = tir::make_var("j");
    const auto four = tir::int_imm(4);
    const auto r =
        transform_layout(k.s, k.stage("B"), {i, j}, {i, tir::floordiv(Expr(j), four), tir::floormod(Expr(j), four)},
                         step(9, "a, b, c = s[B].transform_layout(lambda i, j: [i, j // 4, j % 4])"));
    SAYS(text(r.diagnostics), "");
    SAYS(k.loops("B"), "axis0 axis1 axis2");
    SAYS(k.bounds("B"), "i 0+8, j 0+12; axis0 0+8, axis1 0+3, axis2 0+4");
  }
  void layouts_that_mix_elements() {
    Kernel k = two_copies();
    const tir::Var i = tir::make_var("i"), j = tir::make_var("j");
    const auto four = tir::int_imm(4);
    SAYS(text(transform_layout(k.s, k.stage("B"), {i, j}, {i, tir::floormod(Expr(j), four)},
                               step(9, "s[B].transform_layout(lambda i, j: [i, j % 4])"))
                  .diagnostics),
         "k.py:9:23: error: the layout does not keep the elements of B apart [NW2133]\n"
         "  because every index must be found again from the new ones: from its quotients and remainders by constants, "
         "each once\n"
         "  legal: indices made of //, % and sums of multiples that fit together\n"
         "  fix: delete the step\n"
         "    9- \n");
    SAYS(
        text(
            transform_layout(k.s, k.stage("B"), {i}, {i}, step(9, "s[B].transform_layout(lambda i: [i])")).diagnostics),
        "k.py:9:23: error: the layout takes 1 index, and B has 2 dimensions [NW2134]\n"
        "  because the function takes one index a dimension\n"
        "  fix: delete the step\n"
        "    9- \n");
  }
  void layouts_after_splits() {
    Kernel k = two_copies();
    split_factor(k.s, k.stage("B"), k.axis("B", "j"), tir::int_imm(4),
                 step(8, "jo, ji = s[B].split(B.op.axis[1], factor=4)"));
    const tir::Var i = tir::make_var("i"), j = tir::make_var("j");
    SAYS(text(transform_layout(k.s, k.stage("B"), {i, j}, {j, i}, step(9, "s[B].transform_layout(lambda i, j: [j, i])"))
                  .diagnostics),
         "k.py:9:1: error: the loops of B have been changed already [NW2135]\n"
         "  because split in line 8\n"
         "  because transform_layout replaces the data loops, so they must still be the computation's own, in their "
         "order\n"
         "  legal: transform_layout first, then schedule the new loops\n"
         "  fix: lay it out as written, and leave out the steps whose loops that replaces\n"
         "    8- \n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void groups() {
    const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A");
    const te::Tensor b = elementwise(a, "B"), c = elementwise(b, "C"), d = elementwise(c, "D");
    Kernel k({d});
    const auto g = create_group(k.s, {c}, {a}, false, step(9, "g = s.create_group(outputs=C, inputs=A)"));
    QVERIFY(g.ok());
    QVERIFY(
        group_compute_at(k.s, *g, k.stage("D"), k.axis("D", 0), step(10, "g.compute_at(s[D], D.op.axis[0])")).empty());
    SAYS(text(verify(k.s, {})), "");
    SAYS(k.bounds("B"), "i i+1, j 0+12; i 0+1, j 0+12");
    SAYS(text(compute_at(k.s, k.stage("B"), k.stage("D"), k.axis("D", 1),
                         step(11, "s[B].compute_at(s[D], D.op.axis[1])"))),
         "k.py:11:1: error: B is in a group, and D is outside it [NW2121]\n"
         "  because a group is computed as a whole: its members are attached to each other only\n"
         "  because the group has B and C\n"
         "  legal: C\n"
         "  fix: place the whole group there\n"
         "    11~ g.compute_at(s[D], D.op.axis[1])\n"
         "  fix: delete the step\n"
         "    11- \n");
    SAYS(text(create_group(k.s, {d}, {b}, false, step(12, "h = s.create_group(outputs=D, inputs=B)")).diagnostics),
         "k.py:12:1: error: the group would cut an earlier one in two [NW2132]\n"
         "  because the earlier group has B and C, and only some of them are between these inputs and outputs\n"
         "  legal: all of B and C, or none\n");
    SAYS(text(create_group(k.s, {b}, {c}, false, step(12, "h = s.create_group(outputs=B, inputs=C)")).diagnostics),
         "k.py:12:1: error: no stage stands between C and B [NW2131]\n"
         "  because a group has the stages on the ways from its inputs to its outputs\n");
  }
};

NW_TEST(TestStorage);
#include "test_storage.moc"
