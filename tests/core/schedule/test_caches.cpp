// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

te::Tensor tensor(const Kernel& k, const std::string& name) {
  return te::output(k.s.stage(k.stage(name)).op);
}
std::string body(const Kernel& k, const std::string& stage) {
  return tir::to_string(te::op_cast<te::ComputeNode>(k.s.stage(k.stage(stage)).op)->body[0]);
}

}  // namespace

class TestCaches : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void read_through_a_copy() {
    Kernel k({matmul(64, 48, 32)});
    const auto al = cache_read(k.s, tensor(k, "A"), "shared", {tensor(k, "C")->op},
                               step(9, "AS = s.cache_read(A, \"shared\", [C])"));
    QVERIFY(al.ok());
    SAYS(k.order(), "A A.shared B C");
    SAYS(body(k, "A.shared"), "A[ax0, ax1]");
    SAYS(k.s.stage(k.stage("A.shared")).script_name, "AS");
    SAYS(k.bounds("A.shared"), "ax0 0+64, ax1 0+32; ax0 0+64, ax1 0+32");
  }
  void a_second_copy_gets_another_name() {
    Kernel k({matmul(64, 48, 32)});
    cache_read(k.s, tensor(k, "A"), "local", {tensor(k, "C")->op}, step(9, "AL = s.cache_read(A, \"local\", [C])"));
    const auto again = cache_read(k.s, tensor(k, "A"), "local", {tensor(k, "A.local")->op},
                                  step(10, "AM = s.cache_read(A, \"local\", [AL])"));
    SAYS((*again)->op->name, "A.local.d");
  }
  void not_a_reader() {
    Kernel k({matmul(64, 48, 32)});
    SAYS(text(cache_read(k.s, tensor(k, "A"), "local", {tensor(k, "B")->op},
                         step(9, "AL = s.cache_read(A, \"local\", [B])"))
                  .diagnostics),
         "k.py:9:31: error: B does not read A [NW2123]\n"
         "  because A is read by C\n"
         "  legal: C\n"
         "  fix: let C read the copy\n"
         "    9~ AL = s.cache_read(A, \"local\", [C])\n");
    SAYS(text(cache_read(k.s, tensor(k, "A"), "local", {}, step(9, "AL = s.cache_read(A, \"local\", [])")).diagnostics),
         "k.py:9:1: error: cache_read names no reader, so nothing would use the copy [NW2123]\n"
         "  because A is read by C\n"
         "  legal: C\n"
         "  fix: let C read the copy\n"
         "    9~ AL = s.cache_read(A, \"local\", [C])\n");
    SAYS(k.order(), "A B C");
  }
  void no_such_memory() {
    Kernel k({matmul(64, 48, 32)});
    SAYS(text(cache_read(k.s, tensor(k, "A"), "sharde", {tensor(k, "C")->op},
                         step(9, "AL = s.cache_read(A, \"sharde\", [C])"))
                  .diagnostics),
         "k.py:9:22: error: there is no memory called 'sharde' [NW2119]\n"
         "  legal: global, shared, shared.dyn, warp, local, wmma.matrix_a, wmma.matrix_b, wmma.accumulator\n"
         "  fix: use \"shared\"\n"
         "    9~ AL = s.cache_read(A, \"shared\", [C])\n");
  }
  void write_through_a_copy() {
    Kernel k({matmul(64, 48, 32)});
    const auto cl = cache_write(k.s, {tensor(k, "C")}, "local", step(9, "CL = s.cache_write(C, \"local\")"));
    QVERIFY(cl.ok());
    SAYS(text(cl.diagnostics), "");
    SAYS(k.order(), "A B C.local C");
    SAYS(k.loops("C.local"), "i.c j.c k");
    SAYS(k.loops("C"), "i j");
    SAYS(body(k, "C"), "C.local[i, j]");
  }
  // The axes of the reduction go with it; those of the data stay where they are.
  void axes_keep_their_ids() {
    Kernel k({matmul(64, 48, 32)});
    const AxisId i = k.axis("C", "i"), r = k.axis("C", "k");
    cache_write(k.s, {tensor(k, "C")}, "local", step(9, "CL = s.cache_write(C, \"local\")"));
    QVERIFY(k.s.owner(i) == k.stage("C"));
    QVERIFY(k.s.owner(r) == k.stage("C.local"));
  }
  // What the data loops were made into becomes the layout of the copy.
  void laid_out_by_the_loops() {
    Kernel k({matmul(64, 48, 32)});
    split_factor(k.s, k.stage("C"), k.axis("C", "j"), tir::int_imm(16),
                 step(8, "jo, ji = s[C].split(C.op.axis[1], factor=16)"));
    reorder(k.s, k.stage("C"), {k.axis("C", "jo"), k.axis("C", "i")}, step(9, "s[C].reorder(jo, C.op.axis[0])"));
    const auto cl = cache_write(k.s, {tensor(k, "C")}, "local", step(10, "CL = s.cache_write(C, \"local\")"));
    SAYS(text(cl.diagnostics),
         "k.py:10:20: warning: the loops of C become the layout of C.local; C's own loops start anew [NW2502]\n"
         "  because split in line 8 shapes C.local from here on\n"
         "  because reorder in line 9 shapes C.local from here on\n"
         "  legal: cache_write before the loops are scheduled keeps the plain layout\n");
    SAYS(k.loops("C.local"), "j.outer.c i.c j.inner.c k");
    SAYS(body(k, "C"), "C.local[floordiv(j, 16), i, floormod(j, 16)]");
    SAYS(k.bounds("C.local"),
         "j.outer.c 0+3, i.c 0+64, j.inner.c 0+16, k 0+32; j.outer.c 0+3, i.c 0+64, j.inner.c 0+16, k 0+32");
  }
  void would_lose_loops_of_the_reduction() {
    Kernel k({matmul(64, 48, 32)});
    split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(4), step(8, "ko, ki = s[C].split(k, factor=4)"));
    parallel(k.s, k.stage("C"), k.axis("C", "i"), step(9, "s[C].parallel(C.op.axis[0])"));
    SAYS(text(cache_write(k.s, {tensor(k, "C")}, "local", step(10, "CL = s.cache_write(C, \"local\")")).diagnostics),
         "k.py:10:20: error: cache_write of C now would undo steps that came before it [NW2125]\n"
         "  because i was made parallel in line 9\n"
         "  because k was split into ko and ki in line 8\n"
         "  because after cache_write the loops of C start anew: they only copy, and its reduction belongs to the new "
         "stage\n"
         "  legal: cache_write first, then schedule both stages\n");
    SAYS(k.order(), "A B C");
  }
  void of_an_input() {
    Kernel k({matmul(64, 48, 32)});
    SAYS(text(cache_write(k.s, {tensor(k, "A")}, "local", step(10, "AL = s.cache_write(A, \"local\")")).diagnostics),
         "k.py:10:20: error: cache_write takes a computed tensor, and A is an input [NW2124]\n"
         "  because cache_write computes the tensor in another memory first\n");
  }
  void of_half_a_stage() {
    const te::Tensor a = te::placeholder({tir::int_imm(8)}, "A");
    const auto both = te::compute_many({tir::int_imm(8)},
                                       [&](const std::vector<tir::Var>& i) {
                                         return std::vector<Expr>{te::read(a, {i[0]}) + tir::float_imm(1),
                                                                  te::read(a, {i[0]}) * tir::float_imm(2)};
                                       },
                                       "T", {"i"});
    Kernel k({both[0]});
    SAYS(text(cache_write(k.s, {both[0]}, "local", step(10, "TL = s.cache_write(T0, \"local\")")).diagnostics),
         "k.py:10:20: error: T has 2 outputs, and cache_write names 1 [NW2124]\n"
         "  because the outputs of a stage are computed together, so they are cached together: s.cache_write([T0, T1], "
         "…)\n");
    QVERIFY(cache_write(k.s, both, "local", step(10, "TL = s.cache_write([T0, T1], \"local\")")).ok());
    SAYS(k.order(), "A T.local T");
  }
};

NW_TEST(TestCaches);
#include "test_caches.moc"
