// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/plain_nest.h"

#include "arith/analyzer.h"
#include "base/budget.h"
#include "tir/visit.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

class Plain {
 public:
  PlainNest take(const Stmt& s) {
    look(s, nest_.items);
    return std::move(nest_);
  }

 private:
  Expr now(const Expr& e) { return values_.empty() ? e : substitute(e, values_); }

  void look(const Stmt& s, std::vector<PlainItem>& into) {
    if (!s) return;
    spend();
    switch (s->kind) {
      case StmtKind::For:
        return loop(*stmt_cast<ForNode>(s), into);
      case StmtKind::IfThenElse: {
        const auto* n = stmt_cast<IfThenElseNode>(s);
        const Expr condition = now(n->condition);
        conditions_.push_back(condition);
        look(n->then_case, into);
        conditions_.back() = logical_not(condition);
        look(n->else_case, into);
        conditions_.pop_back();
        return;
      }
      case StmtKind::Allocate: {
        const auto* n = stmt_cast<AllocateNode>(s);
        nest_.allocated.push_back(n->buffer);
        return look(n->body, into);
      }
      case StmtKind::Store: {
        const auto* n = stmt_cast<StoreNode>(s);
        PlainItem item = statement(*s);
        item.buffer = n->buffer;
        for (const Expr& i : n->indices) item.indices.push_back(now(i));
        item.value = now(n->value);
        if (n->predicate) item.conditions.push_back(now(n->predicate));
        into.push_back(std::move(item));
        return;
      }
      case StmtKind::Evaluate: {
        PlainItem item = statement(*s);
        item.value = now(stmt_cast<EvaluateNode>(s)->value);
        into.push_back(std::move(item));
        return;
      }
      case StmtKind::Let: {
        const auto* n = stmt_cast<LetStmtNode>(s);
        values_[n->var] = now(n->value);
        return look(n->body, into);
      }
      case StmtKind::Attr:
        return look(stmt_cast<AttrNode>(s)->body, into);
      case StmtKind::Seq:
        for (const Stmt& part : stmt_cast<SeqNode>(s)->stmts) look(part, into);
        return;
    }
  }

  PlainItem statement(const StmtNode& s) const {
    PlainItem item;
    item.conditions = conditions_;
    item.initial = s.from.initial;
    item.line = s.from.line;
    return item;
  }

  void loop(const ForNode& n, std::vector<PlainItem>& into) {
    const Expr min = now(n.min), extent = analyzer_.simplify(now(n.extent));
    if (is_one(extent)) {
      values_[n.var] = min;
      return look(n.body, into);
    }
    PlainItem item;
    item.loop = &n;
    item.line = n.from.line;
    item.var = n.var;
    item.extent = extent;
    if (!is_zero(min)) {
      item.var = make_var(n.var->name, n.var->dtype);
      values_[n.var] = min + item.var;
    }
    look(n.body, item.body);
    if (!item.body.empty()) into.push_back(std::move(item));
  }

  arith::Analyzer analyzer_;
  Substitution values_;
  std::vector<Expr> conditions_;
  PlainNest nest_;
};

}  // namespace

PlainNest plain_nest(const lower::LoopNest& nest) {
  return Plain().take(nest.body);
}

}  // namespace nw::tvmscript
