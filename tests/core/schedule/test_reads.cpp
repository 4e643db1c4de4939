// SPDX-License-Identifier: GPL-3.0-or-later
// Reads outside a tensor and sums without room: found only where there is a witness.
#include "registry.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

using Vars = std::vector<tir::Var>;

Expr zero() {
  return tir::float_imm(0);
}
std::string analysed(const te::Tensor& t) {
  Kernel k({t});
  return text(verify(k.s, {}));
}
const te::Tensor a16 = te::placeholder({n(16)}, "A");

te::Tensor over(int64_t extent, const std::function<Expr(const Expr&)>& body) {
  return te::compute({n(extent)}, [&](const Vars& i) { return body(i[0]); }, "C", {"i"});
}

}  // namespace

class TestReads : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void past_the_end() {
    SAYS(analysed(over(16, [](const Expr& i) { return te::read(a16, {i}) + te::read(a16, {i + n(1)}); })),
         "k.py: error: C reads A[16], past its end [NW2320]\n"
         "  because at i = 15 the index is 16\n"
         "  because A has 16 elements: 0 … 15\n"
         "  legal: an index within 0 … 15, tir.if_then_else around the read\n");
  }
  void before_the_start() {
    SAYS(analysed(over(16, [](const Expr& i) { return te::read(a16, {i - n(1)}); })),
         "k.py: error: C reads A[-1], before its start [NW2321]\n"
         "  because at i = 0 the index is -1\n"
         "  because A has 16 elements: 0 … 15\n"
         "  legal: an index within 0 … 15, tir.if_then_else around the read\n");
  }
  void guarded() {
    SAYS(analysed(over(20,
                       [](const Expr& i) {
                         return tir::if_then_else(tir::logical_and(tir::ge(i, n(2)), tir::lt(i, n(18))),
                                                  te::read(a16, {i - n(2)}), zero());
                       })),
         "");
    SAYS(analysed(over(20, [](const Expr& i) { return tir::select(tir::lt(i, n(16)), te::read(a16, {i}), zero()); })),
         "");
    SAYS(analysed(over(32,
                       [](const Expr& i) {
                         return te::read(a16, {tir::floordiv(i, n(2))}) + te::read(a16, {tir::floormod(i, n(16))}) +
                                te::read(a16, {tir::min(i, n(15))});
                       })),
         "");
  }
  void guarded_wrongly() {
    SAYS(analysed(over(20,
                       [](const Expr& i) {
                         return tir::if_then_else(tir::logical_and(tir::ge(i, n(2)), tir::lt(i, n(19))),
                                                  te::read(a16, {i - n(2)}), zero());
                       })),
         "k.py: error: C reads A[16], past its end [NW2320]\n"
         "  because at i = 18 the index is 16\n"
         "  because A has 16 elements: 0 … 15\n"
         "  legal: an index within 0 … 15, tir.if_then_else around the read\n");
  }
  void guarded_by_the_other_branch() {
    SAYS(analysed(
             over(20, [](const Expr& i) { return tir::if_then_else(tir::ge(i, n(16)), zero(), te::read(a16, {i})); })),
         "");
  }
  // What depends on data cannot be analysed.
  void gathered() {
    const te::Tensor ix = te::placeholder({n(16)}, "ix", DType::Int(32));
    SAYS(analysed(over(16, [&](const Expr& i) { return te::read(a16, {te::read(ix, {i})}); })), "");
  }
  void windows() {
    const te::Tensor x = te::placeholder({n(18), n(18)}, "X");
    const IterVar ry = te::reduce_axis({n(0), n(3)}, "ry"), rx = te::reduce_axis({n(0), n(3)}, "rx");
    const auto conv = [&](int64_t size, int64_t stride) {
      return te::compute({n(size), n(size)},
                         [&](const Vars& i) {
                           return te::sum(te::read(x, {i[0] * n(stride) + ry->var, i[1] * n(stride) + rx->var}),
                                          {ry, rx});
                         },
                         "Y", {"y", "x"});
    };
    SAYS(analysed(conv(16, 1)), "");
    SAYS(analysed(conv(8, 2)), "");
    SAYS(analysed(conv(9, 2)),
         "k.py: error: Y reads index 18 of dimension 0 of X, past its end [NW2320]\n"
         "  because at y = 8, ry = 2 the index is 18\n"
         "  because X has 18 elements along dimension 0: 0 … 17\n"
         "  legal: an index within 0 … 17, tir.if_then_else around the read\n");
  }
  void symbolic_sizes() {
    const tir::Var m = tir::make_var("m", DType::Int(32), true), l = tir::make_var("l", DType::Int(32), true);
    const te::Tensor a = te::placeholder({m}, "A");
    const auto over_size = [&](const Expr& extent, const std::function<Expr(const Expr&)>& body) {
      return te::compute({extent}, [&](const Vars& i) { return body(i[0]); }, "C", {"i"});
    };
    SAYS(analysed(over_size(m, [&](const Expr& i) { return te::read(a, {i}); })), "");
    SAYS(analysed(over_size(l, [&](const Expr& i) { return te::read(a, {i}); })), "");  // the caller may see to it
    SAYS(analysed(over_size(m, [&](const Expr& i) { return te::read(a, {i + n(1)}); })),
         "k.py: error: C reads A[5], past its end [NW2320]\n"
         "  because at m = 5, i = 4 the index is 5\n"
         "  because A has 5 elements: 0 … 4\n"
         "  legal: an index within 0 … 4, tir.if_then_else around the read\n");
  }
  void sums_that_always_wrap_around() {
    const te::Tensor d = te::placeholder({n(16), n(64)}, "D", DType::UInt(8));
    const IterVar r = te::reduce_axis({n(0), n(64)}, "k");
    const auto sum = [&](int64_t least) {
      return te::compute({n(16)},
                         [&](const Vars& i) {
                           const Expr e = te::read(d, {i[0], r->var});
                           const Expr count = tir::call(e->dtype, "popcount", {e});
                           return te::sum(count + tir::constant(e->dtype, static_cast<double>(least)), {r});
                         },
                         "C", {"i"});
    };
    SAYS(analysed(sum(8)),
         "k.py: error: C adds up 64 numbers in uint8, which is too small for them [NW2322]\n"
         "  because each is between 8 and 16, so the sum is beyond 255\n"
         "  because uint8 ends at 255; beyond, it wraps around\n"
         "  legal: a wider type: .astype(\"int32\") inside the sum\n");
    QVERIFY(analysed(sum(3)).find("warning") != std::string::npos);  // 192 to 704
  }
  void sums_of_shifted_bits() {  // as in bit-serial convolutions: the range of a popcount is that of its bits
    const te::Tensor w = te::placeholder({n(16), n(2), n(64)}, "W", DType::UInt(8));
    const te::Tensor x = te::placeholder({n(2), n(64)}, "X", DType::UInt(8));
    const IterVar k = te::reduce_axis({n(0), n(64)}, "k"), a = te::reduce_axis({n(0), n(2)}, "kb"),
                  b = te::reduce_axis({n(0), n(2)}, "ib");
    const auto sum = [&](DType t) {
      const auto body = [&](const Vars& i) {
        const Expr both =
            tir::call(t, "bitwise_and",
                      {tir::cast(t, te::read(w, {i[0], a->var, k->var})), tir::cast(t, te::read(x, {b->var, k->var}))});
        const Expr shift = tir::cast(t, Expr(a->var) + Expr(b->var));
        return te::sum(tir::call(t, "shift_left", {tir::call(t, "popcount", {both}), shift}), {a, b, k});
      };
      return analysed(te::compute({n(16)}, body, "C", {"i"}));
    };
    SAYS(sum(DType::UInt(16)), "");
    SAYS(sum(DType::Int(16)), "");
    SAYS(sum(DType::UInt(8)),
         "k.py: warning: C adds up to 256 numbers in uint8, which may be too small for them [NW2507]\n"
         "  because each is between 0 and 32, so the sum may reach 8192\n"
         "  because uint8 ends at 255; beyond, it wraps around\n"
         "  legal: a wider type: .astype(\"int32\") inside the sum\n");
  }
  void sums_without_room() {
    const te::Tensor d = te::placeholder({n(16), n(64)}, "D", DType::UInt(8));
    const IterVar r = te::reduce_axis({n(0), n(64)}, "k");
    const auto sum = [&](DType t, bool count) {
      return te::compute({n(16)},
                         [&](const Vars& i) {
                           const Expr e = te::read(d, {i[0], r->var});
                           return te::sum(tir::cast(t, count ? tir::call(e->dtype, "popcount", {e}) : e), {r});
                         },
                         "C", {"i"});
    };
    SAYS(analysed(sum(DType::Int(32), false)), "");
    SAYS(analysed(sum(DType::Int(16), true)), "");
    SAYS(analysed(sum(DType::UInt(8), true)),
         "k.py: warning: C adds up to 64 numbers in uint8, which may be too small for them [NW2507]\n"
         "  because each is between 0 and 8, so the sum may reach 512\n"
         "  because uint8 ends at 255; beyond, it wraps around\n"
         "  legal: a wider type: .astype(\"int32\") inside the sum\n");
    SAYS(analysed(sum(DType::UInt(8), false)),
         "k.py: warning: C adds up to 64 numbers in uint8, which may be too small for them [NW2507]\n"
         "  because each is between 0 and 255, so the sum may reach 16320\n"
         "  because uint8 ends at 255; beyond, it wraps around\n"
         "  legal: a wider type: .astype(\"int32\") inside the sum\n");
  }
};

NW_TEST(TestReads);
#include "test_reads.moc"
