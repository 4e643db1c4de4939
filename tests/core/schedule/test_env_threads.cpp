// SPDX-License-Identifier: GPL-3.0-or-later
// env_threads: where it is legal, and what threads around a scan are.
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

IterVar ranged_thread(const std::string& tag, int64_t extent = 0) {
  const tir::Range range = extent > 0 ? tir::Range{tir::int_imm(0), tir::int_imm(extent)} : tir::Range();
  return tir::make_iter_var(tag, range, IterType::ThreadIndex, tag);
}

}  // namespace

class TestEnvThreads : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void threads_are_the_outermost_loops_of_the_scan() {
    Kernel k = running_sum();
    const IterVar bx = ranged_thread("blockIdx.x", 2), tx = ranged_thread("threadIdx.x", 3);
    QVERIFY(env_threads(k.s, k.stage("S"), {bx, tx}, {}).empty());
    const Stage& scan = k.s.stage(k.stage("S"));
    QCOMPARE(scan.leaf.size(), size_t{3});
    QCOMPARE(scan.find_axis(scan.leaf[0])->iter, bx);
    QCOMPARE(scan.attr(scan.leaf[1])->bind_thread, tx);
    QCOMPARE(k.s.axis_of(tx, k.stage("S")), scan.leaf[1]);
    const SplitResult parts = *split_factor(k.s, k.stage("next"), k.axis("next", "i"), tir::int_imm(3), {});
    QVERIFY(bind(k.s, k.stage("next"), parts.outer, bx, {}).empty());
    QVERIFY(bind(k.s, k.stage("next"), parts.inner, tx, {}).empty());
    SAYS(text(verify(k.s, {})), "");
    SAYS(k.bounds("S"), "S.idx 1+9, S.out0.i1 0+6; blockIdx.x 0+2, threadIdx.x 0+3, S.idx 0+9");
  }
  void a_loop_inside_has_as_many_iterations_as_there_are_threads() {
    Kernel k = running_sum();
    const IterVar tx = ranged_thread("threadIdx.x", 4);
    env_threads(k.s, k.stage("S"), {tx}, step(9, "s[S].env_threads(tx)"));
    bind(k.s, k.stage("next"), k.axis("next", "i"), tx, step(10, "s[next].bind(next.op.axis[1], tx)"));
    const Diagnostics said = verify(k.s, {});
    QCOMPARE(said.size(), size_t{2});  // and that the thread axis says another number
    QCOMPARE(said[0].code + " " + said[0].message,
             std::string("NW2308 i of next has 6 iterations, but threadIdx.x has 4 in this kernel"));
  }
  void of_what_is_no_scan() {
    Kernel k = running_sum();
    SAYS(text(env_threads(k.s, k.stage("next"), {ranged_thread("threadIdx.x", 4)}, step(9, "s[next].env_threads(tx)"))),
         "k.py:9:1: error: env_threads needs a scan, and next is none [NW2136]\n"
         "  because the loops of a computation are bound to threads one by one, by bind\n"
         "  legal: S\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void twice() {
    Kernel k = running_sum();
    env_threads(k.s, k.stage("S"), {ranged_thread("blockIdx.x", 2)}, step(9, "s[S].env_threads(bx)"));
    SAYS(text(env_threads(k.s, k.stage("S"), {ranged_thread("threadIdx.x", 4)}, step(10, "s[S].env_threads(tx)"))),
         "k.py:10:1: error: the threads around S are set already in line 9 [NW2137]\n"
         "  because a scan has its threads from one env_threads, which takes a list of them\n"
         "  fix: delete the step\n"
         "    10- \n");
    QCOMPARE(k.s.stage(k.stage("S")).leaf.size(), size_t{2});
  }
  void without_a_range() {
    Kernel k = running_sum();
    SAYS(
        text(env_threads(k.s, k.stage("S"), {ranged_thread("threadIdx.x")}, step(9, "s[S].env_threads(tx)"))),
        "k.py:9:18: error: how many threads of threadIdx.x run S is not known [NW2138]\n"
        "  because a thread axis has as many threads as the loop that is bound to it, and around a scan there is none\n"
        "  legal: te.thread_axis((0, n), \"threadIdx.x\")\n"
        "  fix: delete the step\n"
        "    9- \n");
  }
  void of_what_is_no_thread() {
    Kernel k = running_sum();
    SAYS(text(env_threads(k.s, k.stage("S"), {ranged_thread("threadIdx.w", 4)}, step(9, "s[S].env_threads(tw)"))),
         "k.py:9:18: error: there is no thread axis 'threadIdx.w' [NW2115]\n"
         "  because a thread axis with a range is made by te.thread_axis((0, 32), \"threadIdx.x\")\n"
         "  legal: blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, vthread\n"
         "  fix: delete the step\n"
         "    9- \n");
    const IterVar loop = k.s.stage(k.stage("next")).axes[1].iter;
    SAYS(text(env_threads(k.s, k.stage("S"), {loop}, step(9, "s[S].env_threads(i)"))),
         "k.py:9:18: error: env_threads needs thread axes, and i is none [NW2115]\n"
         "  because a thread axis with a range is made by te.thread_axis((0, 32), \"threadIdx.x\")\n"
         "  legal: blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, vthread\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
};

NW_TEST(TestEnvThreads);
#include "test_env_threads.moc"
