// SPDX-License-Identifier: GPL-3.0-or-later
// prefetch: what a later iteration of a loop reads is brought near while the iterations before it run. Final: its first
// element, as the schedule says. Code: all that it reads, where that is one piece of memory; a long one little by
// little in the loops inside, since a processor waits for only so many lines at a time.
//
//   for co in 0..c, parallel:                          for co in 0..c, parallel:
//     prefetch(W[(co + 1)*n])                            for y in 0..h:
//     for y in 0..h:                             →         for k in 0..n/32:
//       for k in 0..n:                                       prefetch(W[(co + 1)*n + (y*n/32 + k)*16])
//         sum[y] += A[y, k]*W[co*n + k]                      …
#include <algorithm>
#include <map>

#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

constexpr int64_t kLine = 64;        // bytes
constexpr int64_t kAtOnce = 8;       // lines in one place, if there are loops enough inside,
constexpr int64_t kMostAtOnce = 64;  // and at most
constexpr int64_t kMostTimes = 4;    // that one line is fetched
constexpr int64_t kNearby = 128;     // lines; more are brought into the second cache only,
constexpr int64_t kSecondCache = 2;  // as __builtin_prefetch numbers it

// The first read of a buffer, and the loops around it, outermost first.
class Reader final : public StmtMapper {
 public:
  explicit Reader(const BufferNode& buffer) : buffer_(buffer) {}
  const BufferLoadNode* read() const { return read_; }
  const std::vector<const ForNode*>& loops() const { return loops_; }

 private:
  Expr expr(const Expr& e) override {
    walk(e, [&](const Expr& part) {
      const auto* load = node_cast<BufferLoadNode>(part);
      if (!read_ && load && load->buffer.get() == &buffer_) {
        read_ = load;
        loops_ = around_;
      }
      return !read_;
    });
    return e;
  }
  Stmt visit(const ForNode& n, const Stmt& s) override {
    around_.push_back(&n);
    const Stmt same = StmtMapper::visit(n, s);
    around_.pop_back();
    return same;
  }
  Stmt visit(const EvaluateNode& n, const Stmt& s) override {
    const auto* call = node_cast<CallNode>(n.value);
    return call && call->name == "prefetch" ? s : StmtMapper::visit(n, s);
  }

  const BufferNode& buffer_;
  const BufferLoadNode* read_ = nullptr;
  std::vector<const ForNode*> around_, loops_;
};

class Insertion final : public StmtMapper {
 public:
  Insertion(const ForNode* loop, Stmt first) : loop_(loop), first_(std::move(first)) {}

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    return &n == loop_ ? with_body(n, s, make_seq({first_, n.body})) : StmtMapper::visit(n, s);
  }
  const ForNode* loop_;
  Stmt first_;
};

std::optional<int64_t> extent_of(const ForNode& loop) {
  const int64_t* extent = as_const_int(loop.extent);
  return extent && as_const_int(loop.min) ? std::optional(*extent) : std::nullopt;
}

class Prefetches final : public StmtMapper {
 public:
  explicit Prefetches(LoweringPhase phase) : phase_(phase) {}

 private:
  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key != "prefetch_scope") return StmtMapper::visit(n, s);
    const Stmt body = stmt(n.body), first = make_evaluate(n.value, n.from);
    if (!body) return nullptr;
    const auto* call = node_cast<CallNode>(n.value);
    const auto* load = call ? node_cast<BufferLoadNode>(call->args[0]) : nullptr;
    if (phase_ == LoweringPhase::Final || !load || load->indices.size() != 1) return make_seq({first, body});
    Reader reader(*load->buffer);
    reader(body);
    const int64_t elements = reader.read() ? piece(*reader.read(), reader.loops()) : 0;
    const int64_t bytes = load->buffer->dtype.bytes();
    const int64_t lines = (elements * bytes + kLine - 1) / kLine;
    if (lines <= 1 || kLine % bytes != 0) return make_seq({first, body});
    return spread(*load, lines, reader.loops(), body, n.from);
  }

  // How many elements the loops read, where these lie one after the other; 0: they do not.
  static int64_t piece(const BufferLoadNode& read, const std::vector<const ForNode*>& loops) {
    if (read.indices.size() != 1) return 0;
    arith::Analyzer analyzer;
    std::vector<Var> vars;
    for (const ForNode* loop : loops) {
      if (!extent_of(*loop)) return 0;
      analyzer.bind(loop->var, {loop->min, loop->extent});
      vars.push_back(loop->var);
    }
    const auto coefficients = arith::detect_linear(analyzer.simplify(read.indices[0]), vars);
    if (!coefficients) return 0;
    std::map<int64_t, int64_t> extents;  // by the distance of neighbouring iterations' elements
    for (size_t i = 0; i < loops.size(); ++i) {
      const int64_t* distance = as_const_int((*coefficients)[i]);
      const int64_t extent = *extent_of(*loops[i]);
      if (!distance || *distance < 0) return 0;
      if (*distance == 0 || extent == 1) continue;
      if (!extents.emplace(*distance, extent).second) return 0;
    }
    int64_t elements = 1;
    for (const auto& [distance, extent] : extents) {
      if (distance > elements) return 0;
      elements = distance * (extent - 1) + elements;
    }
    return elements;
  }

  static Stmt spread(const BufferLoadNode& first, int64_t lines, const std::vector<const ForNode*>& loops,
                     const Stmt& body, const Provenance& from) {
    int64_t places = 1;
    Expr place;  // counted over the loops that are used
    const ForNode* inside = nullptr;
    for (const ForNode* loop : loops) {
      const int64_t inside_it = places * *extent_of(*loop);
      if (lines <= places * kAtOnce || loop->for_kind != ForKind::Serial || inside_it > kMostTimes * lines) break;
      const Expr at = loop->var - loop->min;
      place = place ? place * loop->extent + at : at;
      places = inside_it;
      inside = loop;
    }
    const int64_t at_once = std::min((lines + places - 1) / places, kMostAtOnce);
    if (places > lines) place = floordiv(place, int_imm(places / lines));
    const int64_t step = kLine / first.buffer->dtype.bytes();
    std::vector<Stmt> all;
    for (int64_t line = 0; line < at_once; ++line) {
      const Expr where = place ? place * int_imm(at_once * step) + int_imm(line * step) : int_imm(line * step);
      const Expr load = buffer_load(first.buffer, {first.indices[0] + where});
      std::vector<Expr> args = {load};
      if (lines > kNearby) args.push_back(int_imm(kSecondCache));
      all.push_back(make_evaluate(call(DType::Int(32), "prefetch", std::move(args), CallKind::Intrinsic), from));
    }
    if (!inside) {
      all.push_back(body);
      return make_seq(std::move(all));
    }
    return Insertion(inside, make_seq(std::move(all)))(body);
  }

  LoweringPhase phase_;
};

}  // namespace

Stmt expand_prefetches(const Stmt& s, LoweringPhase phase) {
  return Prefetches(phase)(s);
}

}  // namespace nw::lower
