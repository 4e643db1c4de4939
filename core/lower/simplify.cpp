// SPDX-License-Identifier: GPL-3.0-or-later
// Simplification with the ranges of loop variables and the enclosing conditions. for x in 0..8: if x < 6: … is a
// shorter loop.
#include <optional>

#include "lower/passes.h"
#include "lower/solve.h"

namespace nw::lower {

using namespace tir;

SizedAnalyzer::SizedAnalyzer(const std::vector<Var>& sizes) {
  for (const Var& v : sizes) facts_.push_back(assume(ge(v, int_imm(0, v->dtype))));
}

namespace {

class SimplifyStatements final : public StmtMapper {
 public:
  SimplifyStatements(const std::vector<Var>& sizes, LoweringPhase phase)
      : shortens_(phase == LoweringPhase::Code), analyzer_(sizes) {}

 private:
  Expr expr(const Expr& e) override { return analyzer_.simplify(e); }

  Stmt visit(const ForNode& n, const Stmt& s) override {
    Expr min = expr(n.min), extent = expr(n.extent);
    if (analyzer_.can_prove(le(extent, int_imm(0, extent->dtype)))) return nullptr;
    analyzer_.bind(n.var, Range{min, extent});
    const bool device = n.for_kind == ForKind::Thread;
    if (is_one(extent) && !device) {
      Stmt body = stmt(n.body);
      return body && gives_size(n.var, body) ? make_let(n.var, min, std::move(body), n.from) : body;
    }
    std::optional<arith::Analyzer::Constraint> low, high;
    if (min->kind != ExprKind::IntImm) low.emplace(analyzer_.assume(ge(n.var, min)));
    if (extent->kind != ExprKind::IntImm) high.emplace(analyzer_.assume(lt(n.var, min + extent)));
    Stmt body = stmt(n.body);
    low.reset();
    if (high) high.reset();
    if (!body) return nullptr;
    if (shortens_ && shortened(n, body, min, extent)) {
      auto* again = new ForNode(n);
      again->min = min;
      again->extent = extent;
      again->body = body;
      const Stmt shorter(again);
      return visit(*again, shorter);
    }
    if (body == n.body && min == n.min && extent == n.extent) return s;
    auto* copy = new ForNode(n);
    copy->min = std::move(min);
    copy->extent = std::move(extent);
    copy->body = std::move(body);
    return Stmt(copy);
  }

  // if v < c (or v ≥ c) encloses the loop's whole body: the loop ends (begins) there.
  bool shortened(const ForNode& n, Stmt& body, Expr& min, Expr& extent) {
    const auto* inner = stmt_cast<IfThenElseNode>(body);
    if (!inner || inner->else_case || n.for_kind == ForKind::Thread) return false;
    const std::optional<Solution> holds = solve(inner->condition, n.var, {}, analyzer_);
    if (!holds || !holds->exact || (holds->low && uses_var(holds->low, n.var)) ||
        (holds->high && uses_var(holds->high, n.var)))
      return false;
    const Expr end = min + extent;
    const Expr low = holds->low ? tir::max(min, holds->low) : min;
    const Expr high = holds->high ? tir::min(end, holds->high) : end;
    Expr length = analyzer_.simplify(tir::max(high - low, int_imm(0, min->dtype)));
    // A loop that is to be vectorized or unrolled must have a known length.
    const bool fixed = n.for_kind == ForKind::Vectorized || n.for_kind == ForKind::Unrolled;
    if (fixed && length->kind != ExprKind::IntImm) return false;
    min = analyzer_.simplify(low);
    extent = std::move(length);
    body = inner->then_case;
    return true;
  }

  Stmt visit(const IfThenElseNode& n, const Stmt& s) override {
    const Expr condition = expr(n.condition);
    if (const int64_t* known = as_const_int(condition)) return stmt(*known ? n.then_case : n.else_case);
    Stmt yes, no;
    {
      auto assumed = analyzer_.assume(condition);
      yes = stmt(n.then_case);
    }
    if (n.else_case) {
      auto assumed = analyzer_.assume(logical_not(condition));
      no = stmt(n.else_case);
    }
    if (!yes && !no) return nullptr;
    if (condition == n.condition && yes == n.then_case && no == n.else_case) return s;
    if (!yes) return make_if(expr(logical_not(condition)), std::move(no), nullptr, false, n.from);
    return make_if(condition, std::move(yes), std::move(no), n.likely, n.from);
  }

  Stmt visit(const StoreNode& n, const Stmt& s) override {
    if (!n.predicate) return StmtMapper::visit(n, s);
    const Expr predicate = expr(n.predicate);
    if (is_zero(predicate)) return nullptr;
    bool changed = false;
    std::vector<Expr> indices = exprs(n.indices, changed);
    return make_store(n.buffer, expr(n.value), std::move(indices), n.from, is_one(predicate) ? nullptr : predicate);
  }

  Stmt visit(const LetStmtNode& n, const Stmt& s) override {
    if (n.value->dtype.is_integer() && n.value->dtype.is_scalar() && !reads_memory(n.value)) {
      Expr value = expr(n.value);
      analyzer_.bind(n.var, value);
      Stmt body = stmt(n.body);
      return body && gives_size(n.var, body) ? make_let(n.var, std::move(value), std::move(body), n.from) : body;
    }
    return StmtMapper::visit(n, s);
  }

  const bool shortens_;
  SizedAnalyzer analyzer_;
};

}  // namespace

Stmt simplify_statements(const Stmt& s, const std::vector<Var>& sizes, LoweringPhase phase) {
  return SimplifyStatements(sizes, phase)(s);
}

}  // namespace nw::lower
