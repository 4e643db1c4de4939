// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

Kernel matmul_to_factor() {
  Kernel k({matmul(64, 48, 30)});
  for (const char* name : {"i", "j", "k"}) k.s.name_axis(k.axis("C", name), name);
  return k;
}
std::string body(const Kernel& k, const std::string& stage) {
  return tir::to_string(te::op_cast<te::ComputeNode>(k.s.stage(k.stage(stage)).op)->body[0]);
}
Result<std::vector<te::Tensor>> factor(Kernel& k, AxisId axis, int place, const std::string& line) {
  return rfactor(k.s, te::output(k.s.stage(k.stage("C")).op), axis, place, step(10, line));
}

}  // namespace

class TestRfactor : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void partial_results_and_their_sum() {
    Kernel k = matmul_to_factor();
    split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(5), step(9, "ko, ki = s[C].split(k, factor=5)"));
    QVERIFY(factor(k, k.axis("C", "ki"), 0, "CF = s.rfactor(C, ki)").ok());
    SAYS(k.order(), "A B C.rf C.repl");
    SAYS(k.loops("C.rf"), "k.inner i j k.outer");
    SAYS(k.loops("C.repl"), "ax0 ax1 k.inner.v");
    SAYS(k.bounds("C.rf"), "k.inner 0+5, i 0+64, j 0+48, k.outer 0+6; k.inner 0+5, i 0+64, j 0+48, k.outer 0+6");
    SAYS(text(verify(k.s, {})), "");
  }
  void the_dimension_can_be_chosen() {
    Kernel k = matmul_to_factor();
    split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(5), step(9, "ko, ki = s[C].split(k, factor=5)"));
    QVERIFY(factor(k, k.axis("C", "ki"), -1, "CF = s.rfactor(C, ki, -1)").ok());
    SAYS(k.loops("C.rf"), "i j k.inner k.outer");
  }
  // A factor that does not divide: what is past the end does not count.
  void tails_are_left_out() {
    Kernel k = matmul_to_factor();
    split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(4), step(9, "ko, ki = s[C].split(k, factor=4)"));
    QVERIFY(factor(k, k.axis("C", "ko"), 0, "CF = s.rfactor(C, ko)").ok());
    const auto* op = te::op_cast<te::ComputeNode>(k.s.stage(k.stage("C.rf")).op);
    SAYS(tir::to_string(tir::node_cast<tir::ReduceNode>(op->body[0])->condition), "likely(k.inner + k.outer*4 < 30)");
  }
  void the_whole_axis() {
    Kernel k = matmul_to_factor();
    QVERIFY(factor(k, k.axis("C", "k"), 0, "CF = s.rfactor(C, k)").ok());
    SAYS(body(k, "C.rf"), "A[i, k]*B[k, j]");
  }
  void a_data_axis() {
    Kernel k = matmul_to_factor();
    SAYS(text(factor(k, k.axis("C", "i"), 0, "CF = s.rfactor(C, i)").diagnostics),
         "k.py:10:19: error: rfactor needs a loop of the reduction, and i is a data axis of C [NW2127]\n"
         "  because C reduces over k\n"
         "  legal: k\n"
         "  fix: factor over k\n"
         "    10~ CF = s.rfactor(C, k)\n");
  }
  void data_and_reduction_fused() {
    Kernel k = matmul_to_factor();
    fuse(k.s, k.stage("C"), {k.axis("C", "j"), k.axis("C", "k")}, step(9, "f = s[C].fuse(j, k)"));
    SAYS(text(factor(k, k.axis("C", "f"), 0, "CF = s.rfactor(C, f)").diagnostics),
         "k.py:10:19: error: f mixes data and reduction; rfactor needs a loop of the reduction alone [NW2127]\n"
         "  because C reduces over k\n");
  }
  // ki went into f together with l: taking ko out would take f apart.
  void a_part_fused_with_another_axis() {
    const te::Tensor a = te::placeholder({tir::int_imm(6), tir::int_imm(8), tir::int_imm(5)}, "A");
    const te::IterVar k1 = te::reduce_axis({tir::int_imm(0), tir::int_imm(8)}, "k"),
                      l = te::reduce_axis({tir::int_imm(0), tir::int_imm(5)}, "l");
    const auto body = [&](const std::vector<tir::Var>& i) {
      return te::sum(te::read(a, {i[0], k1->var, l->var}), {k1, l});
    };
    Kernel k({te::compute({tir::int_imm(6)}, body, "C", {"i"})});
    for (const char* name : {"i", "k", "l"}) k.s.name_axis(k.axis("C", name), name);
    split_factor(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(4), step(8, "ko, ki = s[C].split(k, factor=4)"));
    fuse(k.s, k.stage("C"), {k.axis("C", "ki"), k.axis("C", "l")}, step(9, "f = s[C].fuse(ki, l)"));
    SAYS(text(factor(k, k.axis("C", "ko"), 0, "CF = s.rfactor(C, ko)").diagnostics),
         "k.py:10:19: error: rfactor over ko would have to take f apart [NW2127]\n"
         "  because f is fused from a part of the same axis and from another axis\n"
         "  legal: f\n"
         "  fix: factor over f\n"
         "    10~ CF = s.rfactor(C, f)\n");
  }
  void loops_that_would_be_lost() {
    Kernel k = matmul_to_factor();
    split_factor(k.s, k.stage("C"), k.axis("C", "i"), tir::int_imm(4), step(8, "io, ii = s[C].split(i, factor=4)"));
    vectorize(k.s, k.stage("C"), k.axis("C", "j"), step(9, "s[C].vectorize(j)"));
    SAYS(text(factor(k, k.axis("C", "k"), 0, "CF = s.rfactor(C, k)").diagnostics),
         "k.py:10:16: error: rfactor of C now would undo steps that came before it [NW2128]\n"
         "  because j was vectorized in line 9\n"
         "  because i was split into io and ii in line 8\n"
         "  because the partial results and their reduction are new stages with loops of their own\n"
         "  legal: rfactor first, then schedule both stages\n");
  }
  void no_such_dimension() {
    Kernel k = matmul_to_factor();
    SAYS(text(factor(k, k.axis("C", "k"), 5, "CF = s.rfactor(C, k, 5)").diagnostics),
         "k.py:10:22: error: factor_axis 5 is out of range [NW2129]\n"
         "  because the partial results have 3 dimensions\n"
         "  legal: -3 … 2\n"
         "  fix: use 2\n"
         "    10~ CF = s.rfactor(C, k, 2)\n");
  }
  void no_reduction() {
    const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A");
    Kernel k({elementwise(a, "C")});
    SAYS(text(factor(k, k.axis("C", "i"), 0, "CF = s.rfactor(C, i)").diagnostics),
         "k.py:10:16: error: rfactor needs a reduction, and C is none [NW2126]\n"
         "  because rfactor splits the work of a reduction into partial results\n");
  }
};

NW_TEST(TestRfactor);
#include "test_rfactor.moc"
