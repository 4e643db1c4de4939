// SPDX-License-Identifier: GPL-3.0-or-later
// for o in 0..7: for i in 0..16: if o*16 + i < 100: … → for o in 0..6 without the condition, then o = 6 with it. A
// parallel loop stays one loop, and each iteration branches once to one of the two bodies. Final: only loops of unknown
// length, for o in 0..(n + 15)//16, and then parallel ones too.
#include <algorithm>

#include "lower/passes.h"
#include "lower/solve.h"

namespace nw::lower {

using namespace tir;

namespace {

// A nest may grow to this many stores in all.
constexpr int64_t kMaxPartitioned = 4096;

class Partition final : public StmtMapper {
 public:
  Partition(const Stmt& all, const std::vector<Var>& sizes, LoweringPhase phase)
      : sizes_(sizes), final_(phase == LoweringPhase::Final), analyzer_(sizes), leaves_(count_leaves(all)) {}

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    analyzer_.bind(n.var, Range{n.min, n.extent});
    const bool symbolic = n.min->kind != ExprKind::IntImm || n.extent->kind != ExprKind::IntImm;
    const bool fit = (symbolic || !final_) && (n.for_kind == ForKind::Serial || n.for_kind == ForKind::Unrolled ||
                                               n.for_kind == ForKind::Parallel);
    const int64_t more = count_leaves(n.body);
    if (!fit || is_one(n.extent) || leaves_ + more > kMaxPartitioned || !all_hold(n)) return StmtMapper::visit(n, s);
    const Expr end = n.min + n.extent;
    const Expr low = found_.low ? analyzer_.simplify(max(n.min, min(found_.low, end))) : n.min;
    const Expr high = analyzer_.simplify(found_.high ? max(low, min(found_.high, end)) : end);
    if (analyzer_.can_prove(le(high, low))) return StmtMapper::visit(n, s);  // never all true
    leaves_ += more;
    const Stmt free = dropped(n.body);
    if (n.for_kind == ForKind::Parallel && !final_) {
      Expr inside = lt(n.var, high);
      const bool from_start = analyzer_.can_prove_equal(low, n.min);
      if (!from_start) inside = logical_and(ge(n.var, low), inside);
      Stmt rest = narrowed(n, from_start ? high : n.min, end, n.body);
      return with_body(n, s, make_if(inside, narrowed(n, low, high, free), std::move(rest), true, n.from));
    }
    return make_seq({part(n, n.min, low, n.body), part(n, low, high, free), part(n, high, end, n.body)});
  }

  Stmt part(const ForNode& n, const Expr& low, const Expr& high, const Stmt& body) {
    const Expr extent = analyzer_.simplify(high - low);
    if (is_zero(extent)) return nullptr;
    auto* copy = new ForNode(n);
    const Stmt keep(copy);
    copy->min = low;
    copy->extent = extent;
    copy->body = narrowed(n, low, high, body);
    return copy->body ? keep : nullptr;
  }

  // The body, simplified for values of the variable in [low, high).
  Stmt narrowed(const ForNode& n, const Expr& low, const Expr& high, const Stmt& body) {
    const Expr extent = analyzer_.simplify(high - low);
    if (is_zero(extent)) return nullptr;
    analyzer_.bind(n.var, Range{low, extent});
    return stmt(body);
  }

  // Whether likely conditions inside depend on the loop; found_ is the range where all of them are true.
  bool all_hold(const ForNode& n) {
    inner_.clear();
    holding_.clear();
    found_ = Solution();
    worthwhile_ = false;
    // A condition around the whole body that depends on this loop alone shortens the loop: simplify.cpp does that.
    const auto* whole = stmt_cast<IfThenElseNode>(n.body);
    const bool shortens = n.for_kind != ForKind::Parallel && n.for_kind != ForKind::Unrolled && !final_;
    collect_conditions(n.body, n.var, shortens ? whole : nullptr);
    return worthwhile_;
  }

  void collect_conditions(const Stmt& s, const Var& var, const IfThenElseNode* whole) {
    if (const auto* f = stmt_cast<ForNode>(s)) {
      analyzer_.bind(f->var, Range{f->min, f->extent});
      inner_[f->var] = arith::eval_set(Range{f->min, f->extent}, inner_, analyzer_);
      collect_conditions(f->body, var, nullptr);
    } else if (const auto* i = stmt_cast<IfThenElseNode>(s)) {
      const bool leading = i == whole;
      if (i->likely && uses_var(i->condition, var)) add(*i, var, leading);
      collect_conditions(i->then_case, var, leading ? stmt_cast<IfThenElseNode>(i->then_case) : nullptr);
      if (i->else_case) collect_conditions(i->else_case, var, nullptr);
    } else if (const auto* q = stmt_cast<SeqNode>(s)) {
      for (const Stmt& c : q->stmts) collect_conditions(c, var, nullptr);
    } else if (const auto* a = stmt_cast<AllocateNode>(s)) {
      collect_conditions(a->body, var, nullptr);
    } else if (const auto* l = stmt_cast<LetStmtNode>(s)) {
      collect_conditions(l->body, var, nullptr);
    } else if (const auto* t = stmt_cast<AttrNode>(s)) {
      collect_conditions(t->body, var, nullptr);
    }
  }

  void add(const IfThenElseNode& node, const Var& var, bool leading) {
    const Expr condition = analyzer_.simplify(node.condition);
    if (condition->kind == ExprKind::IntImm || !uses_var(condition, var)) return;  // decided by the outer loops
    const std::optional<Solution> holds = solve(condition, var, inner_, analyzer_);
    if (!holds || !known(holds->low) || !known(holds->high)) return;
    holding_.push_back(&node);
    if (!leading || !holds->exact) worthwhile_ = true;
    if (holds->low) found_.low = found_.low ? max(found_.low, holds->low) : holds->low;
    if (holds->high) found_.high = found_.high ? min(found_.high, holds->high) : holds->high;
  }

  // The loop is cut at the same iteration in every execution. Final: for every value of its outer loops.
  bool known(const Expr& e) const {
    if (e && final_)
      return !reads_memory(e) && !uses_var(e, [&](const VarNode& v) { return inner_.contains(Var(&v)); });
    return !e || !uses_var(e, [&](const VarNode& v) {
      return std::none_of(sizes_.begin(), sizes_.end(), [&](const Var& size) { return size.get() == &v; });
    });
  }

  // The body without the conditions that are true.
  Stmt dropped(const Stmt& s) {
    class Drop final : public StmtMapper {
     public:
      explicit Drop(const std::vector<const IfThenElseNode*>& holding) : holding_(holding) {}

     private:
      Stmt visit(const IfThenElseNode& n, const Stmt& self) override {
        if (std::find(holding_.begin(), holding_.end(), &n) != holding_.end()) return stmt(n.then_case);
        return StmtMapper::visit(n, self);
      }
      const std::vector<const IfThenElseNode*>& holding_;
    };
    return Drop(holding_)(s);
  }

  const std::vector<Var>& sizes_;
  const bool final_;
  SizedAnalyzer analyzer_;
  arith::DomainMap inner_;
  std::vector<const IfThenElseNode*> holding_;
  Solution found_;
  bool worthwhile_ = false;
  int64_t leaves_;
};

// if likely(c): … → a likely condition c. rfactor produces them.
class SpelledLikely final : public StmtMapper {
  Stmt visit(const IfThenElseNode& n, const Stmt& s) override {
    const auto* call = node_cast<CallNode>(n.condition);
    if (!call || call->name != "likely" || call->args.size() != 1) return StmtMapper::visit(n, s);
    return make_if(call->args[0], stmt(n.then_case), n.else_case ? stmt(n.else_case) : nullptr, true, n.from);
  }
};

}  // namespace

Stmt partition_loops(const Stmt& s, const std::vector<Var>& sizes, LoweringPhase phase) {
  const Stmt plain = s ? SpelledLikely()(s) : nullptr;
  return plain ? Partition(plain, sizes, phase)(plain) : nullptr;
}

}  // namespace nw::lower
