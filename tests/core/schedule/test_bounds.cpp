// SPDX-License-Identifier: GPL-3.0-or-later
// Bound inference, case by case: which range every loop gets, as TVM infers it.
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

using Vars = std::vector<tir::Var>;
// B[i] = A[i] + 1 over m, C[i] = B[i] + 1.
Kernel two_stages(int64_t m) {
  const te::Tensor a = te::placeholder({n(m)}, "A");
  return Kernel({elementwise(elementwise(a, "B", {"i"}), "C", {"i"})});
}
SplitResult split(Kernel& k, const std::string& of, size_t leaf, int64_t factor) {
  return *split_factor(k.s, k.stage(of), k.axis(of, leaf), n(factor), {});
}
bool place(Kernel& k, const std::string& stage, const std::string& parent, size_t leaf) {
  return compute_at(k.s, k.stage(stage), k.stage(parent), k.axis(parent, leaf), {}).empty();
}

}  // namespace

class TestBounds : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void at_a_tile() {
    Kernel k = two_stages(64);
    split(k, "C", 0, 8);
    place(k, "B", "C", 0);
    SAYS(k.bounds("B"), "i i.outer*8+8; i 0+8");
  }
  void at_the_inner_loop() {
    Kernel k = two_stages(64);
    split(k, "C", 0, 8);
    place(k, "B", "C", 1);
    SAYS(k.bounds("B"), "i i.outer*8 + i.inner+1; i 0+1");
  }
  // A tile larger than all there is.
  void factor_beyond_extent() {
    Kernel k = two_stages(5);
    split(k, "C", 0, 8);
    place(k, "B", "C", 0);
    SAYS(k.bounds("C"), "i 0+5; i.outer 0+1, i.inner 0+5");
    SAYS(k.bounds("B"), "i 0+5; i 0+5");
  }
  void parts_that_do_not_divide() {
    Kernel k = two_stages(10);
    split_nparts(k.s, k.stage("C"), k.axis("C", 0), n(4), {});
    place(k, "B", "C", 0);
    SAYS(k.bounds("C"), "i 0+10; i.outer 0+4, i.inner 0+3");
    SAYS(k.bounds("B"), "i i.outer*3+3; i 0+3");
  }
  void symbolic_extent() {
    const tir::Var m = tir::make_var("m", DType::Int(32), true);
    const te::Tensor a = te::placeholder({m}, "A");
    Kernel k({elementwise(elementwise(a, "B", {"i"}), "C", {"i"})});
    split(k, "C", 0, 32);
    place(k, "B", "C", 0);
    SAYS(k.bounds("C"), "i 0+m; i.outer 0+floordiv(m + 31, 32), i.inner 0+32");
    SAYS(k.bounds("B"), "i i.outer*32+32; i 0+32");
  }
  void fused_and_split() {
    const te::Tensor a = te::placeholder({n(8), n(12)}, "A");
    Kernel k({elementwise(elementwise(a, "B"), "C")});
    fuse(k.s, k.stage("C"), {k.axis("C", 0), k.axis("C", 1)}, {});
    split(k, "C", 0, 6);
    place(k, "B", "C", 0);
    SAYS(k.bounds("C"), "i 0+8, j 0+12; i.j.fused.outer 0+16, i.j.fused.inner 0+6");
    SAYS(k.bounds("B"), "i floordiv(i.j.fused.outer, 2)+1, j floormod(i.j.fused.outer, 2)*6+6; i 0+1, j 0+6");
  }
  void fused_rows() {
    const te::Tensor a = te::placeholder({n(8), n(12)}, "A");
    Kernel k({elementwise(elementwise(a, "B"), "C")});
    fuse(k.s, k.stage("C"), {k.axis("C", 0), k.axis("C", 1)}, {});
    split(k, "C", 0, 24);
    place(k, "B", "C", 0);
    SAYS(k.bounds("B"), "i i.j.fused.outer*2+2, j 0+12; i 0+2, j 0+12");
    SAYS(text(verify(k.s, {})), "");
  }
  // By parts that cut rows: whole rows are computed, some twice.
  void fused_misaligned() {
    const te::Tensor a = te::placeholder({n(10), n(12)}, "A");
    Kernel k({elementwise(elementwise(a, "B"), "C")});
    fuse(k.s, k.stage("C"), {k.axis("C", 0), k.axis("C", 1)}, {});
    split_nparts(k.s, k.stage("C"), k.axis("C", 0), n(7), {});
    place(k, "B", "C", 0);
    SAYS(k.bounds("B"), "i floordiv(i.j.fused.outer*3, 2)+2, j 0+12; i 0+2, j 0+12");
  }
  // Rows and the two below them: the halo of a stencil.
  void stencil() {
    const te::Tensor img = te::placeholder({n(32), n(40)}, "img");
    const te::Tensor bx = te::compute(
        {n(32), n(38)}, [&](const Vars& i) { return te::read(img, {i[0], i[1]}) + te::read(img, {i[0], i[1] + n(2)}); },
        "bx", {"y", "x"});
    const te::Tensor by = te::compute(
        {n(30), n(38)}, [&](const Vars& i) { return te::read(bx, {i[0], i[1]}) + te::read(bx, {i[0] + n(2), i[1]}); },
        "by", {"y", "x"});
    Kernel k({by});
    tile(k.s, k.stage("by"), k.axis("by", 0), k.axis("by", 1), n(8), n(16), {});
    place(k, "bx", "by", 1);
    SAYS(k.bounds("bx"), "y y.outer*8+10, x x.outer*16+16; y 0+10, x 0+16");
  }
  void convolution() {
    const te::Tensor x = te::placeholder({n(18)}, "X"), w = te::placeholder({n(3)}, "W");
    const te::Tensor p = elementwise(x, "P", {"i"});
    const IterVar r = te::reduce_axis({n(0), n(3)}, "r");
    const te::Tensor y = te::compute(
        {n(16)}, [&](const Vars& i) { return te::sum(te::read(p, {i[0] + r->var}) * te::read(w, {r->var}), {r}); }, "Y",
        {"i"});
    Kernel k({y});
    split(k, "Y", 0, 4);
    place(k, "P", "Y", 0);
    SAYS(k.bounds("P"), "i i.outer*4+6; i 0+6");
    place(k, "P", "Y", 2);  // inside the reduction: one element at a time
    SAYS(k.bounds("P"), "i i.outer*4 + r + i.inner+1; i 0+1");
  }
  // Two readers at the same place: the union of what they need.
  void two_readers() {
    const te::Tensor a = te::placeholder({n(32)}, "A");
    const te::Tensor b = elementwise(a, "B", {"i"});
    const te::Tensor c = te::compute({n(28)}, [&](const Vars& i) { return te::read(b, {i[0] + n(4)}); }, "C", {"i"});
    const te::Tensor d =
        te::compute({n(28)}, [&](const Vars& i) { return te::read(b, {i[0]}) + te::read(c, {i[0]}); }, "D", {"i"});
    Kernel k({d});
    split(k, "D", 0, 4);
    place(k, "C", "D", 0);
    place(k, "B", "D", 0);
    SAYS(k.bounds("B"), "i i.outer*4+8; i 0+8");
  }
  // What does not follow from indices is taken whole.
  void gather() {
    const te::Tensor a = te::placeholder({n(32)}, "A"), ix = te::placeholder({n(16)}, "ix", DType::Int(32));
    const te::Tensor b = elementwise(a, "B", {"i"});
    const te::Tensor c =
        te::compute({n(16)}, [&](const Vars& i) { return te::read(b, {te::read(ix, {i[0]})}); }, "C", {"i"});
    Kernel k({c});
    place(k, "B", "C", 0);
    SAYS(k.bounds("B"), "i 0+32; i 0+32");
  }
  // A shared memory is filled for all threads of a block, a local one for each.
  void threads() {
    for (const char* scope : {"shared", "local"}) {
      Kernel k = two_stages(256);
      const SplitResult x = split(k, "C", 0, 32);
      bind(k.s, k.stage("C"), x.outer, gpu_thread("blockIdx.x"), {});
      bind(k.s, k.stage("C"), x.inner, gpu_thread("threadIdx.x"), {});
      place(k, "B", "C", 1);
      set_scope(k.s, k.stage("B"), scope, {});
      SAYS(k.bounds("B"),
           std::string(scope) == "shared" ? "i blockIdx.x*32+32; i 0+32" : "i blockIdx.x*32 + threadIdx.x+1; i 0+1");
    }
  }
  // Memory of a warp: threadIdx.x is inside it.
  void warp() {
    Kernel k = two_stages(256);
    const SplitResult x = split(k, "C", 0, 32);
    bind(k.s, k.stage("C"), x.inner, gpu_thread("threadIdx.x"), {});
    place(k, "B", "C", 1);
    set_scope(k.s, k.stage("B"), "warp", {});
    SAYS(k.bounds("B"), "i i.outer*32+32; i 0+32");
  }
  void matmul_with_caches() {
    Kernel k({matmul(16, 16, 16)});
    const te::Tensor c = te::output(k.s.stage(k.stage("C")).op);
    cache_write(k.s, {c}, "local", {});
    cache_read(k.s, te::output(k.s.stage(k.stage("A")).op), "global",
               {te::output(k.s.stage(k.stage("C.local")).op)->op}, {});
    tile(k.s, k.stage("C"), k.axis("C", 0), k.axis("C", 1), n(8), n(4), {});
    place(k, "C.local", "C", 1);
    const SplitResult r = *split_factor(k.s, k.stage("C.local"), k.axis("C.local", 2), n(4), {});
    reorder(k.s, k.stage("C.local"), {r.outer, r.inner, k.axis("C.local", 0), k.axis("C.local", 1)}, {});
    place(k, "A.global", "C.local", 0);
    SAYS(k.bounds("C.local"), "i.c i.outer*8+8, j.c j.outer*4+4, k 0+16; k.outer 0+4, k.inner 0+4, i.c 0+8, j.c 0+4");
    SAYS(k.bounds("A.global"), "ax0 i.outer*8+8, ax1 k.outer*4+4; ax0 0+8, ax1 0+4");
  }
  void scan() {
    const te::Tensor x = te::placeholder({n(10), n(6)}, "X"), state = te::placeholder({n(10), n(6)}, "state");
    const te::Tensor init =
        te::compute({n(1), n(6)}, [&](const Vars& i) { return te::read(x, {n(0), i[1]}); }, "init", {"t", "i"});
    const te::Tensor step_ = te::compute(
        {n(10), n(6)}, [&](const Vars& i) { return te::read(state, {i[0] - n(1), i[1]}) + te::read(x, {i[0], i[1]}); },
        "next", {"t", "i"});
    const te::Tensor out = te::scan({init}, {step_}, {state}, {x}, "scan")[0];
    Kernel k({out});
    SAYS(text(verify(k.s, {})), "");
    SAYS(k.bounds("next"), "t scan.idx + 1+1, i 0+6; t 0+1, i 0+6");
    SAYS(k.bounds("scan"), "scan.idx 1+9, scan.out0.i1 0+6; scan.idx 0+9");
  }
  void why() {
    const te::Tensor a = te::placeholder({n(32)}, "A");
    const te::Tensor b = elementwise(a, "B", {"i"});
    const te::Tensor c = te::compute(
        {n(30)}, [&](const Vars& i) { return te::read(b, {i[0]}) + te::read(b, {i[0] + n(2)}); }, "C", {"i"});
    Kernel k({c});
    split(k, "C", 0, 8);
    place(k, "B", "C", 0);
    const Result<Schedule> normal = normalize(k.s);
    const Result<Bounds> bounds = infer_bounds(*normal, true);
    std::string all;
    for (const Sentence& fact : bounds->because.at(k.axis("B", 0))) all += fact.english() + "\n";
    SAYS(all,
         "C reads B[i], B[i + 2]\n"
         "i.inner is relaxed: its loop is inside the attach point i.outer\n");
  }
};

NW_TEST(TestBounds);
#include "test_bounds.moc"
