// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about threads, marks and extents, and the warnings.
#include "registry.h"
#include "schedule/intrin.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

using Vars = std::vector<tir::Var>;
// B[i] over m + 2, C[i] = B[i] + B[i + 2] over m.
Kernel split_reader(int64_t m) {
  const te::Tensor a = te::placeholder({n(m + 2)}, "A");
  const te::Tensor b = elementwise(a, "B", {"i"});
  Kernel k({te::compute({n(m)}, [&](const Vars& i) { return te::read(b, {i[0]}) + te::read(b, {i[0] + n(2)}); }, "C",
                        {"i"})});
  split_factor(k.s, k.stage("C"), k.axis("C", 0), n(32), step(5, "bx, tx = s[C].split(C.op.axis[0], factor=32)"));
  return k;
}

}  // namespace

class TestVerify : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void one_thread_two_extents() {
    Kernel k = split_reader(256);
    const IterVar x = gpu_thread("threadIdx.x");
    bind(k.s, k.stage("C"), k.axis("C", 1), x, step(6, "s[C].bind(tx, thread)"));
    compute_at(k.s, k.stage("B"), k.stage("C"), k.axis("C", 0), step(7, "s[B].compute_at(s[C], bx)"));
    set_scope(k.s, k.stage("B"), "shared", step(8, "s[B].set_scope(\"shared\")"));
    bind(k.s, k.stage("B"), k.axis("B", 0), x, step(9, "s[B].bind(B.op.axis[0], thread)"));
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: i of B has 34 iterations, but threadIdx.x has 32 in this kernel [NW2308]\n"
         "  because threadIdx.x runs tx of C, which has 32 iterations in line 6\n"
         "  because every stage in a kernel is run by the same threads\n"
         "  legal: a loop of 32 iterations\n"
         "  fix: delete the step: i stays a loop\n"
         "    9- \n");
  }
  void one_thread_twice_in_a_nest() {
    Kernel k = split_reader(256);
    bind(k.s, k.stage("C"), k.axis("C", 0), gpu_thread("threadIdx.x"), step(6, "s[C].bind(bx, t)"));
    bind(k.s, k.stage("C"), k.axis("C", 1), gpu_thread("threadIdx.x"), step(7, "s[C].bind(tx, t)"));
    SAYS(text(verify(k.s, {})),
         "k.py:7:1: error: bx and tx of one nest are both bound to threadIdx.x [NW2309]\n"
         "  because a thread has one value of threadIdx.x, so both loops would always be at the same iteration\n"
         "  because bx was bound to threadIdx.x in line 6\n"
         "  legal: blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.y, threadIdx.z, vthread\n"
         "  fix: bind tx to threadIdx.y\n"
         "    7~ s[C].bind(tx, te.thread_axis(\"threadIdx.y\"))\n"
         "  fix: delete the step: tx stays a loop\n"
         "    7- \n");
  }
  // The update of a scan writes the scan's memory.
  void private_memory_of_a_scan_shared_out() {
    Kernel k = running_sum();
    const te::Tensor scan = te::output(k.s.stage(k.stage("S")).op);
    Kernel z({te::compute({n(4), n(10), n(6)},
                          [&](const std::vector<tir::Var>& i) { return te::read(scan, {i[1], i[2]}) + Expr(i[0]); },
                          "Z", {"b", "t", "i"})});
    bind(z.s, z.stage("Z"), z.axis("Z", "b"), gpu_thread("blockIdx.x"), {});
    compute_at(z.s, z.stage("S"), z.stage("Z"), z.axis("Z", "b"), {});
    bind(z.s, z.stage("next"), z.axis("next", "i"), gpu_thread("threadIdx.x"), step(7, "s[next].bind(i, tx)"));
    SAYS(text(verify(z.s, {})), "");
    set_scope(z.s, z.stage("S"), "local", step(8, "s[S].set_scope(\"local\")"));
    SAYS(text(verify(z.s, {})),
         "k.py:7:1: error: next is in memory of each thread's own, but its loop i is shared out among threadIdx.x "
         "[NW2312]\n"
         "  because every threadIdx.x has a copy of what is in local memory\n"
         "  because each would fill one part of its copy and read all of it\n"
         "  legal: shared memory, no bind\n"
         "  fix: delete the step: i stays a loop\n"
         "    7- \n");
  }
  void private_memory_shared_out() {
    Kernel k = split_reader(256);
    const IterVar x = gpu_thread("threadIdx.x");
    bind(k.s, k.stage("C"), k.axis("C", 1), x, step(6, "s[C].bind(tx, thread)"));
    compute_at(k.s, k.stage("B"), k.stage("C"), k.axis("C", 1), step(7, "s[B].compute_at(s[C], tx)"));
    const SplitResult r =
        *split_factor(k.s, k.stage("B"), k.axis("B", 0), n(32), step(8, "o, i = s[B].split(B.op.axis[0], factor=32)"));
    bind(k.s, k.stage("B"), r.inner, x, step(9, "s[B].bind(i, thread)"));
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: B is in memory of each thread's own, but its loop i is shared out among threadIdx.x "
         "[NW2312]\n"
         "  because B is computed inside a loop that threadIdx.x runs, so every threadIdx.x has a copy\n"
         "  because each would fill one part of its copy and read all of it\n"
         "  legal: shared memory, no bind\n"
         "  fix: keep B in shared memory\n"
         "    9+ s[B].set_scope(\"shared\")\n"
         "  fix: delete the step: i stays a loop\n"
         "    9- \n");
  }
  // B[b, j] is all that a thread of C needs: its loop over j has one iteration in each thread.
  void private_memory_of_which_each_thread_needs_one_element() {
    const auto made = [](const std::string& tag) {
      Kernel k(
          {te::compute({n(1), n(3)}, [](const std::vector<tir::Var>& i) { return Expr(i[0]) + Expr(i[1]); }, "B")});
      const te::Tensor b = te::output(k.s.stage(k.stage("B")).op);
      Kernel c({te::compute({n(1), n(3)}, [&](const std::vector<tir::Var>& i) { return te::read(b, {i[0], i[1]}); },
                            "C", {"b", "j"})});
      const IterVar thread = gpu_thread(tag);
      compute_at(c.s, c.stage("B"), c.stage("C"), c.axis("C", "b"), {});
      set_scope(c.s, c.stage("B"), "local", {});
      const SplitResult r = *split_factor(c.s, c.stage("B"), c.axis("B", 1), n(3), {});
      bind(c.s, c.stage("C"), c.axis("C", "j"), thread, step(8, "s[C].bind(j, thread)"));
      bind(c.s, c.stage("B"), r.inner, thread, step(9, "s[B].bind(ji, thread)"));
      return text(verify(c.s, {}));
    };
    SAYS(made("threadIdx.x"), "");
    SAYS(made("vthread"),
         "k.py:9:1: error: B is in memory of each thread's own, but its loop i1.inner is shared out among vthread "
         "[NW2312]\n"
         "  because every vthread has a copy of what is in local memory\n"
         "  because each would fill one part of its copy and read all of it\n"
         "  legal: shared memory, no bind\n"
         "  fix: delete the step: i1.inner stays a loop\n"
         "    9- \n");
  }
  void data_inside_a_reduction_over_threads() {
    Kernel k({matmul(64, 48, 32)});
    reorder(k.s, k.stage("C"), {k.axis("C", "k"), k.axis("C", "j")},
            step(8, "s[C].reorder(C.op.reduce_axis[0], C.op.axis[1])"));
    bind(k.s, k.stage("C"), k.axis("C", "k"), gpu_thread("threadIdx.x"), step(9, "s[C].bind(C.op.reduce_axis[0], tx)"));
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: the data loop j is inside k, a reduction over threads [NW2310]\n"
         "  because threads that reduce together must come after all loops over data\n"
         "  legal: i, j, k\n"
         "  fix: move the data loops outside\n"
         "    9+ s[C].reorder(s[C].op.axis[0], s[C].op.axis[1], s[C].op.reduce_axis[0])\n"
         "  fix: delete the step: k stays a loop\n"
         "    9- \n");
  }
  void tensorized_inside_tensorized() {
    Kernel k({matmul(64, 48, 32)});
    const auto intrin = std::make_shared<TensorIntrin>();
    tensorize(k.s, k.stage("C"), k.axis("C", "i"), intrin, step(8, "s[C].tensorize(C.op.axis[0], f)"));
    tensorize(k.s, k.stage("C"), k.axis("C", "j"), intrin, step(9, "s[C].tensorize(C.op.axis[1], f)"));
    SAYS(text(verify(k.s, {})),
         "k.py:9:1: error: j is tensorized inside i, which is tensorized itself [NW2313]\n"
         "  because the intrinsic replaces i and all loops inside it\n"
         "  fix: tensorize j, and write i out around it\n"
         "    8~ s[C].unroll(s[C].op.axis[0])\n"
         "  fix: tensorize only j\n"
         "    8- \n"
         "  fix: delete the step\n"
         "    9- \n");
  }
  void vectors_of_unknown_length() {
    const tir::Var m = tir::make_var("m", DType::Int(32), true);
    const te::Tensor a = te::placeholder({m}, "A");
    Kernel k({elementwise(a, "C", {"i"})});
    vectorize(k.s, k.stage("C"), k.axis("C", 0), step(6, "s[C].vectorize(C.op.axis[0])"));
    SAYS(text(verify(k.s, {})),
         "k.py:6:1: error: cannot vectorize i: its extent is m, not a number [NW2315]\n"
         "  because vectors have a fixed number of lanes\n"
         "  legal: a loop with a constant extent: split it by a constant first\n"
         "  fix: split it by 8 and vectorize the inner part\n"
         "    6~ _, C_v = s[C].split(s[C].op.axis[0], factor=8)\n"
         "s[C].vectorize(C_v)\n"
         "  fix: delete the step: i stays a loop\n"
         "    6- \n");
    Kernel u({elementwise(a, "C", {"i"})});
    unroll(u.s, u.stage("C"), u.axis("C", 0), step(6, "s[C].unroll(C.op.axis[0])"));
    SAYS(text(verify(u.s, {})),
         "k.py:6:1: error: cannot unroll i: its extent is m, not a number [NW2315]\n"
         "  because the iterations are written out one by one, so their number must be known\n"
         "  legal: a loop with a constant extent: split it by a constant first\n"
         "  fix: split it by 4 and unroll the inner part\n"
         "    6~ _, C_u = s[C].split(s[C].op.axis[0], factor=4)\n"
         "s[C].unroll(C_u)\n"
         "  fix: delete the step: i stays a loop\n"
         "    6- \n");
  }
  void computed_many_times_over() {
    Kernel k({matmul(64, 48, 32)});
    const auto al =
        cache_read(k.s, te::output(k.s.stage(k.stage("A")).op), "global", {te::output(k.s.stage(k.stage("C")).op)->op},
                   step(6, "AL = s.cache_read(A, \"global\", [C])"));
    compute_at(k.s, k.stage("A.global"), k.stage("C"), k.axis("C", "j"),
               step(7, "s[AL].compute_at(s[C], C.op.axis[1])"));
    SAYS(text(verify(k.s, {})),
         "k.py:7:1: warning: A.global is computed 48.0 times over at j of C [NW2510]\n"
         "  because 98304 elements are computed, and it has 2048\n"
         "  because iterations of j of C or of loops around it need the same elements again\n");
  }
  void lanes_that_are_apart() {
    const te::Tensor a = te::placeholder({n(8), n(12)}, "A");
    Kernel k({elementwise(a, "C")});
    vectorize(k.s, k.stage("C"), k.axis("C", "i"), step(6, "s[C].vectorize(C.op.axis[0])"));
    SAYS(text(verify(k.s, {})),
         "k.py:6:1: warning: the lanes of i are 12 elements apart in C [NW2511]\n"
         "  because the last dimension of C is j; only lanes along it are neighbours in memory\n"
         "  because a vector of scattered elements is written one by one\n");
  }
  void a_test_in_the_innermost_loop() {
    const te::Tensor a = te::placeholder({n(8), n(38)}, "A");
    Kernel k({elementwise(a, "C")});
    split_factor(k.s, k.stage("C"), k.axis("C", "j"), n(16), step(6, "jo, ji = s[C].split(C.op.axis[1], factor=16)"));
    SAYS(text(verify(k.s, {})),
         "k.py:6:1: warning: the innermost loop of C tests whether j is over: 16 does not divide 38 [NW2512]\n"
         "  because 3 × 16 = 48 iterations for 38\n");
  }
  void vectors_with_a_tail_are_masked() {
    const te::Tensor a = te::placeholder({n(8), n(38)}, "A");
    Kernel k({elementwise(a, "C")});
    split_factor(k.s, k.stage("C"), k.axis("C", "j"), n(16), step(6, "jo, ji = s[C].split(C.op.axis[1], factor=16)"));
    vectorize(k.s, k.stage("C"), k.axis("C", "j.inner"), step(7, "s[C].vectorize(ji)"));
    SAYS(text(verify(k.s, {})), "");
  }
};

NW_TEST(TestVerify);
#include "test_verify.moc"
