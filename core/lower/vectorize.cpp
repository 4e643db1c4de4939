// SPDX-License-Identifier: GPL-3.0-or-later
// for x in 0..8 vectorized: C[y*8 + x] = A[x] → C[ramp(y*8, 1, 8)] = A[ramp(0, 1, 8)]. A condition that differs between
// elements becomes a mask on the stores below it. A statement without a vector form (an element that several
// iterations write, a call with side effects, a loop whose length differs) makes the whole loop serial. Final: only a
// statement without one, or a conditional statement, becomes a serial loop.
#include <algorithm>
#include <bit>

#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

// A longer vectorized loop becomes a loop over vectors of kPreferred elements.
constexpr int64_t kMaxLanes = 64;
constexpr int64_t kPreferred = 16;
constexpr int64_t kMaxFinalLanes = 32767;  // TVM counts lanes in 16 bits

Expr splat(const Expr& e, int lanes) {
  return e->dtype.lanes == lanes ? e : broadcast(e, lanes);
}

// The body of a loop with the variable replaced by base + (0, 1, …). Fails where there is no vector form.
class Widen {
 public:
  Widen(const ForNode& loop, int lanes, arith::Analyzer& analyzer, LoweringPhase phase)
      : loop_(loop), var_(loop.var), lanes_(lanes), final_(phase == LoweringPhase::Final), analyzer_(analyzer) {
    values_[loop.var] = ramp(loop.min, int_imm(1, loop.min->dtype), lanes);
  }
  bool failed = false;

  Stmt stmt(const Stmt& s) {
    if (!s || failed) return s;
    Stmt wide = widened(s);
    if (!final_ || !failed) return wide;
    failed = false;
    return element_by_element(s);
  }

 private:
  Stmt widened(const Stmt& s) {
    switch (s->kind) {
      case StmtKind::Store:
        return store(*stmt_cast<StoreNode>(s), s);
      case StmtKind::Seq: {
        std::vector<Stmt> out;
        for (const Stmt& c : stmt_cast<SeqNode>(s)->stmts) out.push_back(stmt(c));
        return make_seq(std::move(out));
      }
      case StmtKind::IfThenElse:
        return conditional(*stmt_cast<IfThenElseNode>(s));
      case StmtKind::For: {
        const auto* f = stmt_cast<ForNode>(s);
        const Expr min = expr(f->min), extent = expr(f->extent);
        if (!min->dtype.is_scalar() || !extent->dtype.is_scalar() || f->for_kind == ForKind::Parallel)
          return give_up(s);
        auto* copy = new ForNode(*f);
        const Stmt kept(copy);
        if (copy->for_kind == ForKind::Vectorized) copy->for_kind = ForKind::Serial;
        copy->min = min;
        copy->extent = extent;
        copy->body = stmt(f->body);
        return kept;
      }
      case StmtKind::Let: {
        const auto* l = stmt_cast<LetStmtNode>(s);
        Expr value = expr(l->value);
        if (value->dtype == l->value->dtype) return make_let(l->var, value, stmt(l->body), l->from);
        const Var wide = make_var(l->var->name, value->dtype);
        values_[l->var] = wide;
        for (const Expr& m : masks_)  // other lanes may be outside the buffers that are read
          value = call(value->dtype, "if_then_else", {splat(m, lanes_), value, constant(value->dtype, 0)},
                       CallKind::PureIntrinsic);
        return make_let(wide, value, stmt(l->body), l->from);
      }
      case StmtKind::Attr: {
        const auto* a = stmt_cast<AttrNode>(s);
        return make_attr(a->key, a->value, stmt(a->body), a->from);
      }
      case StmtKind::Evaluate: {
        const auto* e = stmt_cast<EvaluateNode>(s);
        const auto* c = node_cast<CallNode>(e->value);
        if (c && c->name == "prefetch") return make_evaluate(first_lane(e->value), e->from);
        return give_up(s);
      }
      case StmtKind::Allocate:  // each iteration has its own
        return give_up(s);
    }
    return s;
  }

  Stmt element_by_element(const Stmt& s) const {
    auto* serial = new ForNode(loop_);
    serial->for_kind = ForKind::Serial;
    serial->body = s;
    return Stmt(serial);
  }

  Stmt give_up(const Stmt& s) {
    failed = true;
    return s;
  }
  Expr give_up(const Expr& e) {
    failed = true;
    return e;
  }

  Expr first_lane(const Expr& e) const {
    const auto* r = node_cast<RampNode>(values_.at(var_));
    return substitute(e, {{var_, r->base}});
  }

  Stmt store(const StoreNode& n, const Stmt& s) {
    if (n.indices.size() != 1 || !n.value->dtype.is_scalar() || !n.indices[0]->dtype.is_scalar()) {
      bool touched = uses_var(n.value, var_);
      for (const Expr& i : n.indices) touched = touched || uses_var(i, var_);
      return touched || !masks_.empty() || values_.size() > 1 ? give_up(s) : s;
    }
    Expr index = expr(n.indices[0]), value = expr(n.value), mask = n.predicate ? expr(n.predicate) : nullptr;
    for (const Expr& m : masks_) mask = mask ? logical_and(splat(mask, lanes_), splat(m, lanes_)) : splat(m, lanes_);
    const bool vector = !index->dtype.is_scalar();
    if (!vector && (!value->dtype.is_scalar() || (mask && !mask->dtype.is_scalar())))
      return give_up(s);  // all lanes write one element
    if (vector) {
      value = splat(value, lanes_);
      if (mask) mask = splat(mask, lanes_);
    }
    return make_store(n.buffer, std::move(value), {std::move(index)}, n.from, std::move(mask));
  }

  Stmt conditional(const IfThenElseNode& n) {
    const Expr condition = expr(n.condition);
    if (condition->dtype.is_scalar()) return make_if(condition, stmt(n.then_case), stmt(n.else_case), n.likely, n.from);
    if (n.else_case || reads_memory(condition) || final_) {
      failed = true;
      return nullptr;
    }
    masks_.push_back(condition);
    Stmt s = stmt(n.then_case);
    masks_.pop_back();
    return s;
  }

  Expr expr(const Expr& e) {
    if (e->kind <= ExprKind::StringImm || failed) return e;
    if (e->kind == ExprKind::Var) {
      const auto it = values_.find(Var(static_cast<const VarNode*>(e.get())));
      return it == values_.end() ? e : it->second;
    }
    if (!e->dtype.is_scalar() && !e->dtype.is_handle()) {
      const bool touched = uses_var(e, [&](const VarNode& v) { return values_.contains(Var(&v)); });
      return touched ? give_up(e) : e;
    }
    if (const auto* b = node_cast<BinaryNode>(e)) return binary_expr(*b, e);
    if (const auto* l = node_cast<BufferLoadNode>(e)) {
      if (l->indices.size() != 1) return uses_var(e, var_) ? give_up(e) : e;
      const Expr index = expr(l->indices[0]);
      return index == l->indices[0] ? e : buffer_load(l->buffer, {index});
    }
    if (const auto* c = node_cast<CallNode>(e)) return call_expr(*c, e);
    if (const auto* s = node_cast<SelectNode>(e)) {
      const Expr c = expr(s->condition), x = expr(s->true_value), y = expr(s->false_value);
      if (c->dtype.is_scalar() && x->dtype.is_scalar() && y->dtype.is_scalar())
        return same(e, {s->condition, s->true_value, s->false_value}, {c, x, y}) ? e : select(c, x, y);
      return select(splat(c, lanes_), splat(x, lanes_), splat(y, lanes_));
    }
    if (const auto* c = node_cast<CastNode>(e)) {
      const Expr v = expr(c->value);
      return v == c->value ? e : cast(c->dtype.with_lanes(v->dtype.lanes), v);
    }
    if (const auto* n = node_cast<NotNode>(e)) {
      const Expr v = expr(n->a);
      return v == n->a ? e : logical_not(v);
    }
    if (const auto* l = node_cast<LetNode>(e)) {
      const Expr value = expr(l->value);
      Var var = l->var;
      if (!value->dtype.is_scalar()) {
        var = make_var(l->var->name, value->dtype);
        values_[l->var] = var;
      }
      return let(var, value, expr(l->body));
    }
    return uses_var(e, var_) ? give_up(e) : e;
  }

  static bool same(const Expr&, std::initializer_list<Expr> old, std::initializer_list<Expr> now) {
    return std::equal(old.begin(), old.end(), now.begin());
  }

  Expr binary_expr(const BinaryNode& b, const Expr& e) {
    const Expr x = expr(b.a), y = expr(b.b);
    if (x == b.a && y == b.b) return e;
    if (x->dtype.is_scalar() && y->dtype.is_scalar()) return binary(b.kind, x, y);
    const auto *p = node_cast<RampNode>(x), *q = node_cast<RampNode>(y);
    const bool x_one = x->dtype.is_scalar(), y_one = y->dtype.is_scalar();
    switch (b.kind) {
      case ExprKind::Add:
        if (p && q) return ramp(p->base + q->base, p->stride + q->stride, lanes_);
        if (p && y_one) return ramp(p->base + y, p->stride, lanes_);
        if (q && x_one) return ramp(x + q->base, q->stride, lanes_);
        break;
      case ExprKind::Sub:
        if (p && q) return ramp(p->base - q->base, p->stride - q->stride, lanes_);
        if (p && y_one) return ramp(p->base - y, p->stride, lanes_);
        if (q && x_one) return ramp(x - q->base, int_imm(0, q->stride->dtype) - q->stride, lanes_);
        break;
      case ExprKind::Mul:
        if (p && y_one) return ramp(p->base * y, p->stride * y, lanes_);
        if (q && x_one) return ramp(x * q->base, x * q->stride, lanes_);
        break;
      case ExprKind::FloorDiv:
      case ExprKind::FloorMod:
        if (const Expr inside = within_one_period(b.kind, p, y)) return inside;
        break;
      default:
        break;
    }
    return binary(b.kind, splat(x, lanes_), splat(y, lanes_));
  }

  // (8i + 0…7) // 8 is i everywhere; % 8 is 0…7.
  Expr within_one_period(ExprKind kind, const RampNode* p, const Expr& divisor) {
    const int64_t* c = as_const_int(divisor);
    const int64_t* step = p ? as_const_int(p->stride) : nullptr;
    if (!c || *c <= 0 || !step || *step <= 0) return nullptr;
    const int64_t span = *step * (lanes_ - 1);
    const arith::ModularSet m = analyzer_.modular_set(p->base);
    if (m.coeff % *c != 0 || (m.base % *c + *c) % *c + span >= *c) return nullptr;
    const Expr base = binary(kind, p->base, divisor);
    return kind == ExprKind::FloorDiv ? base : ramp(base, p->stride, lanes_);
  }

  Expr call_expr(const CallNode& c, const Expr& e) {
    std::vector<Expr> args;
    bool vector = false, changed = false;
    for (const Expr& a : c.args) {
      args.push_back(expr(a));
      vector = vector || !args.back()->dtype.is_scalar();
      changed = changed || args.back() != a;
    }
    if (!changed) return e;
    const bool pure = c.call_kind == CallKind::PureIntrinsic || c.call_kind == CallKind::PureExtern;
    if (!pure || c.name == "call_llvm_pure_intrin" || c.name == "tvm_access_ptr") return give_up(e);
    if (!vector) return call(c.dtype, c.name, std::move(args), c.call_kind);
    if (final_ && c.name == "if_then_else" && !args[0]->dtype.is_scalar()) return give_up(e);
    for (size_t i = 0; i < args.size(); ++i) {
      const bool lazy = c.name == "if_then_else" && i == 0 && args[0]->dtype.is_scalar();
      if (!lazy) args[i] = splat(args[i], lanes_);
    }
    return call(c.dtype.with_lanes(lanes_), c.name, std::move(args), c.call_kind);
  }

  const ForNode& loop_;
  Var var_;
  int lanes_;
  const bool final_;
  arith::Analyzer& analyzer_;
  std::map<Var, Expr, VarOrder> values_;
  std::vector<Expr> masks_;
};

class Vectorize final : public StmtMapper {
 public:
  explicit Vectorize(LoweringPhase phase) : phase_(phase) {}

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    analyzer_.bind(n.var, Range{n.min, n.extent});
    if (n.for_kind != ForKind::Vectorized) return StmtMapper::visit(n, s);
    const int64_t* extent = as_const_int(n.extent);
    if (!extent) return serial(n);
    if (*extent == 1) {  // there is no vector of one
      if (!gives_size(n.var, n.body)) return stmt(substitute(n.body, {{n.var, n.min}}));
      Stmt body = stmt(n.body);
      return body ? make_let(n.var, n.min, std::move(body), n.from) : nullptr;
    }
    if (*extent > kMaxLanes && (phase_ == LoweringPhase::Code || *extent > kMaxFinalLanes)) return chunks(n, *extent);
    const int64_t power = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::max<int64_t>(*extent, 1))));
    if (phase_ == LoweringPhase::Code && *extent > power) return pieces(n, *extent, power);
    Widen widen(n, static_cast<int>(*extent), analyzer_, phase_);
    Stmt wide = widen.stmt(n.body);
    return widen.failed ? serial(n) : wide;
  }

  Stmt serial(const ForNode& n) {
    auto* copy = new ForNode(n);
    const Stmt keep(copy);
    copy->for_kind = ForKind::Serial;
    copy->body = stmt(n.body);
    return copy->body ? keep : nullptr;
  }

  // Whole vectors, then the rest as a shorter one.
  Stmt chunks(const ForNode& n, int64_t extent) {
    const Var outer = make_var(n.var->name + ".vectors", n.var->dtype);
    const int64_t whole = extent / kPreferred, rest = extent % kPreferred;
    analyzer_.bind(outer, Range{int_imm(0, n.var->dtype), int_imm(whole, n.var->dtype)});
    const Stmt body = vector_at(n, n.min + outer * int_imm(kPreferred, n.var->dtype), kPreferred);
    Stmt all = make_for(outer, int_imm(0, n.var->dtype), int_imm(whole, n.var->dtype), ForKind::Serial, body, n.from);
    if (rest == 0) return all;
    return make_seq({all, vector_at(n, n.min + int_imm(whole * kPreferred, n.var->dtype), rest)});
  }

  // LLVM splits a vector of 40 lanes that is live across a loop into scalars, but keeps vectors of 32 and 8 lanes.
  Stmt pieces(const ForNode& n, int64_t extent, int64_t power) {
    return make_seq({vector_at(n, n.min, power), vector_at(n, n.min + int_imm(power, n.var->dtype), extent - power)});
  }

  Stmt vector_at(const ForNode& n, const Expr& min, int64_t lanes) {
    auto* loop = new ForNode(n);
    loop->min = min;
    loop->extent = int_imm(lanes, n.extent->dtype);
    const Stmt keep(loop);
    return stmt(keep);
  }

  const LoweringPhase phase_;
  arith::Analyzer analyzer_;
};

}  // namespace

Stmt vectorize_loops(const Stmt& s, LoweringPhase phase) {
  return Vectorize(phase)(s);
}

}  // namespace nw::lower
