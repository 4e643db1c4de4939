// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

Kernel named_matmul() {
  Kernel k({matmul(64, 48, 32)});
  for (const char* name : {"i", "j", "k"}) k.s.name_axis(k.axis("C", name), name);
  split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(4), step(8, "ko, ki = s[C].split(k, factor=4)"));
  return k;
}

}  // namespace

class TestMarks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void marks_stay_with_their_loop() {
    Kernel k = named_matmul();
    QVERIFY(vectorize(k.s, k.stage("C"), k.axis("C", "j"), step(9, "s[C].vectorize(j)")).empty());
    QVERIFY(unroll(k.s, k.stage("C"), k.axis("C", "ki"), step(10, "s[C].unroll(ki)")).empty());
    QVERIFY(parallel(k.s, k.stage("C"), k.axis("C", "i"), step(11, "s[C].parallel(i)")).empty());
    QVERIFY(pragma(k.s, k.stage("C"), k.axis("C", "i"), "auto_unroll_max_step", tir::int_imm(16),
                   step(12, "s[C].pragma(i, \"auto_unroll_max_step\", 16)"))
                .empty());
    const Stage& c = k.s.stage(k.stage("C"));
    QVERIFY(c.attr(k.axis("C", "j"))->iter_type == tir::IterType::Vectorized);
    QVERIFY(c.attr(k.axis("C", "ki"))->iter_type == tir::IterType::Unrolled);
    QVERIFY(c.attr(k.axis("C", "i"))->iter_type == tir::IterType::Parallelized);
    QCOMPARE(c.attr(k.axis("C", "i"))->pragmas.size(), size_t(1));
  }
  void vectorize_a_reduction() {
    Kernel k = named_matmul();
    SAYS(text(vectorize(k.s, k.stage("C"), k.axis("C", "ki"), step(9, "s[C].vectorize(ki)"))),
         "k.py:9:16: error: cannot vectorize ki, a loop of the reduction in C [NW2107]\n"
         "  because ki is made of the reduction axis k\n"
         "  because its iterations all update the same element, so they cannot be the lanes of one store\n"
         "  legal: i, j\n"
         "  fix: factor the reduction over ki and vectorize the partial results\n"
         "    9~ C_rf = s.rfactor(C, ki, 2)\n"
         "s[C_rf].reorder(s[C_rf].op.reduce_axis[0], C_rf.op.axis[2])\n"
         "s[C_rf].vectorize(C_rf.op.axis[2])\n"
         "  fix: vectorize the data axis j instead\n"
         "    9~ s[C].vectorize(j)\n"
         "  fix: delete the step: the loop stays serial\n"
         "    9- \n");
  }
  void parallel_reduction_is_a_race() {
    Kernel k = named_matmul();
    SAYS(text(parallel(k.s, k.stage("C"), k.axis("C", "ko"), step(9, "s[C].parallel(ko)"))),
         "k.py:9:15: error: parallel over ko is a race: its iterations update the same elements of C [NW2110]\n"
         "  because ko is made of the reduction axis k\n"
         "  because every iteration reads and writes the same sums, on several threads at once\n"
         "  legal: i, j\n"
         "  fix: factor the reduction over ko and run the partial results in parallel\n"
         "    9~ C_rf = s.rfactor(C, ko)\n"
         "s[C_rf].parallel(C_rf.op.axis[0])\n"
         "  fix: run the data axis i in parallel instead\n"
         "    9~ s[C].parallel(i)\n"
         "  fix: delete the step: the loop stays serial\n"
         "    9- \n");
    QVERIFY(k.s.stage(k.stage("C")).attrs.empty());
  }
  void parallel_over_data_and_reduction_fused() {
    Kernel k = named_matmul();
    fuse(k.s, k.stage("C"), {k.axis("C", "j"), k.axis("C", "ko")}, step(9, "f = s[C].fuse(j, ko)"));
    SAYS(text(parallel(k.s, k.stage("C"), k.axis("C", "f"), step(10, "s[C].parallel(f)"))),
         "k.py:10:15: error: parallel over f is a race: its iterations update the same elements of C [NW2110]\n"
         "  because f is made of data and the reduction axis k\n"
         "  because every iteration reads and writes the same sums, on several threads at once\n"
         "  legal: i\n"
         "  fix: run the data axis i in parallel instead\n"
         "    10~ s[C].parallel(i)\n"
         "  fix: delete the step: the loop stays serial\n"
         "    10- \n");
  }
  void unroll_what_was_split() {
    Kernel k = named_matmul();
    SAYS(text(unroll(k.s, k.stage("C"), k.axis("C", "k"), step(9, "s[C].unroll(k)"))),
         "k.py:9:13: error: k is no longer a loop of C [NW2100]\n"
         "  because k was split into ko and ki in line 8\n"
         "  legal: ko, ki, i, j\n"
         "  fix: use ki instead of k\n"
         "    9~ s[C].unroll(ki)\n"
         "  fix: use ko instead of k\n"
         "    9~ s[C].unroll(ko)\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void bind_needs_a_thread() {
    Kernel k = named_matmul();
    SAYS(text(bind(k.s, k.stage("C"), k.axis("C", "i"), k.s.stage(k.stage("C")).axes[1].iter,
                   step(9, "s[C].bind(i, j)"))),
         "k.py:9:14: error: bind needs a thread axis, and j is none [NW2115]\n"
         "  because a thread axis is made by te.thread_axis(\"threadIdx.x\")\n"
         "  legal: blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, vthread\n"
         "  fix: use threadIdx.x\n"
         "    9~ s[C].bind(i, te.thread_axis(\"threadIdx.x\"))\n"
         "  fix: delete the step\n"
         "    9- \n");
    SAYS(text(bind(k.s, k.stage("C"), k.axis("C", "i"), gpu_thread("threadIdx.w"), step(9, "s[C].bind(i, tw)"))),
         "k.py:9:14: error: there is no thread axis 'threadIdx.w' [NW2115]\n"
         "  because a thread axis is made by te.thread_axis(\"threadIdx.x\")\n"
         "  legal: blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, vthread\n"
         "  fix: use threadIdx.x\n"
         "    9~ s[C].bind(i, te.thread_axis(\"threadIdx.x\"))\n"
         "  fix: delete the step\n"
         "    9- \n");
    QVERIFY(bind(k.s, k.stage("C"), k.axis("C", "i"), gpu_thread("threadIdx.x"), step(9, "s[C].bind(i, tx)")).empty());
  }
  void bound_twice_is_a_warning() {
    Kernel k = named_matmul();
    bind(k.s, k.stage("C"), k.axis("C", "i"), gpu_thread("threadIdx.x"), step(9, "s[C].bind(i, tx)"));
    SAYS(text(bind(k.s, k.stage("C"), k.axis("C", "i"), gpu_thread("threadIdx.y"), step(10, "s[C].bind(i, ty)"))),
         "k.py:10:11: warning: i was bound to threadIdx.x in line 9; now it is threadIdx.y [NW2501]\n"
         "  because the last bind of a loop holds\n");
  }
  // As in TVM the last mark holds, and that is said; what was said of the loop besides is kept.
  void marked_otherwise_is_a_warning() {
    Kernel k = named_matmul();
    const StageId c = k.stage("C");
    const AxisId j = k.axis("C", "j");
    unroll(k.s, c, j, step(9, "s[C].unroll(j)"));
    pragma(k.s, c, j, "auto_unroll_max_step", tir::int_imm(16),
           step(10, "s[C].pragma(j, \"auto_unroll_max_step\", 16)"));
    const Diagnostics said = vectorize(k.s, c, j, step(11, "s[C].vectorize(j)"));
    SAYS(text(said),
         "k.py:11:16: warning: j was unrolled in line 9; now it is vectorized [NW2515]\n"
         "  because the last that is said of what a loop becomes holds\n");
    QCOMPARE(said[0].where[1].span.line, 9);
    QVERIFY(k.s.stage(c).attr(j)->iter_type == tir::IterType::Vectorized);
    SAYS(text(parallel(k.s, c, j, step(12, "s[C].parallel(j)"))),
         "k.py:12:15: warning: j was vectorized in line 11; now it is made parallel [NW2515]\n"
         "  because the last that is said of what a loop becomes holds\n");
    QVERIFY(parallel(k.s, c, j, step(13, "s[C].parallel(j)")).empty());
  }
  void vectorize_what_threads_run() {
    Kernel k = named_matmul();
    bind(k.s, k.stage("C"), k.axis("C", "i"), gpu_thread("threadIdx.x"), step(9, "s[C].bind(i, tx)"));
    SAYS(text(vectorize(k.s, k.stage("C"), k.axis("C", "i"), step(10, "s[C].vectorize(i)"))),
         "k.py:10:16: error: to vectorize i now would undo that it was bound to threadIdx.x [NW2109]\n"
         "  because i was bound to threadIdx.x in line 9\n"
         "  because that step would have no effect any more, and nothing would say so\n"
         "  legal: split it and vectorize the inner part\n"
         "  fix: delete the step\n"
         "    10- \n");
  }
  void prefetch_of_what_is_not_read() {
    Kernel k = named_matmul();
    const te::Tensor other = te::placeholder({tir::int_imm(4)}, "D");
    SAYS(text(prefetch(k.s, k.stage("C"), other, k.axis("C", "i"), tir::int_imm(1), step(9, "s[C].prefetch(D, i, 1)"))),
         "k.py:9:15: error: C does not read D, so there is nothing to prefetch [NW2122]\n"
         "  legal: A, B\n"
         "  fix: prefetch A\n"
         "    9~ s[C].prefetch(A, i, 1)\n"
         "  fix: prefetch B\n"
         "    9~ s[C].prefetch(B, i, 1)\n"
         "  fix: delete the step\n"
         "    9- \n");
    QVERIFY(prefetch(k.s, k.stage("C"), te::output(k.s.stage(k.stage("A")).op), k.axis("C", "i"), tir::int_imm(1),
                     step(9, "s[C].prefetch(A, i, 1)"))
                .empty());
  }
};

NW_TEST(TestMarks);
#include "test_marks.moc"
