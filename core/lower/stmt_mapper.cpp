// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/stmt_mapper.h"

#include "base/budget.h"

namespace nw::lower {

using namespace tir;

Stmt StmtMapper::stmt(const Stmt& s) {
  if (!s) return nullptr;
  spend();
  switch (s->kind) {
    case StmtKind::For:
      return visit(*stmt_cast<ForNode>(s), s);
    case StmtKind::IfThenElse:
      return visit(*stmt_cast<IfThenElseNode>(s), s);
    case StmtKind::Allocate:
      return visit(*stmt_cast<AllocateNode>(s), s);
    case StmtKind::Store:
      return visit(*stmt_cast<StoreNode>(s), s);
    case StmtKind::Evaluate:
      return visit(*stmt_cast<EvaluateNode>(s), s);
    case StmtKind::Let:
      return visit(*stmt_cast<LetStmtNode>(s), s);
    case StmtKind::Attr:
      return visit(*stmt_cast<AttrNode>(s), s);
    case StmtKind::Seq:
      return visit(*stmt_cast<SeqNode>(s), s);
  }
  return s;
}

std::vector<Expr> StmtMapper::exprs(const std::vector<Expr>& list, bool& changed) {
  std::vector<Expr> out;
  out.reserve(list.size());
  for (const Expr& e : list) {
    out.push_back(expr(e));
    changed = changed || out.back() != e;
  }
  return out;
}

Stmt StmtMapper::visit(const ForNode& n, const Stmt& s) {
  Expr min = expr(n.min), extent = expr(n.extent);
  Stmt body = stmt(n.body);
  if (!body) return nullptr;
  if (body == n.body && min == n.min && extent == n.extent) return s;
  auto* copy = new ForNode(n);
  copy->min = std::move(min);
  copy->extent = std::move(extent);
  copy->body = std::move(body);
  return Stmt(copy);
}

Stmt StmtMapper::visit(const IfThenElseNode& n, const Stmt& s) {
  Expr condition = expr(n.condition);
  Stmt yes = stmt(n.then_case), no = stmt(n.else_case);
  if (!yes && !no) return nullptr;
  if (condition == n.condition && yes == n.then_case && no == n.else_case) return s;
  if (!yes) return make_if(logical_not(condition), std::move(no), nullptr, false, n.from);
  return make_if(std::move(condition), std::move(yes), std::move(no), n.likely, n.from);
}

Stmt StmtMapper::visit(const AllocateNode& n, const Stmt& s) {
  return with_body(n, s, stmt(n.body));
}

Stmt StmtMapper::visit(const StoreNode& n, const Stmt& s) {
  bool changed = false;
  std::vector<Expr> indices = exprs(n.indices, changed);
  Expr value = expr(n.value), predicate = n.predicate ? expr(n.predicate) : nullptr;
  if (!changed && value == n.value && predicate == n.predicate) return s;
  return make_store(n.buffer, std::move(value), std::move(indices), n.from, std::move(predicate));
}

Stmt StmtMapper::visit(const EvaluateNode& n, const Stmt& s) {
  Expr value = expr(n.value);
  return value == n.value ? s : make_evaluate(std::move(value), n.from);
}

Stmt StmtMapper::visit(const LetStmtNode& n, const Stmt& s) {
  Expr value = expr(n.value);
  Stmt body = stmt(n.body);
  if (!body) return nullptr;
  if (value == n.value && body == n.body) return s;
  auto* copy = new LetStmtNode(n);
  copy->value = std::move(value);
  copy->body = std::move(body);
  return Stmt(copy);
}

Stmt StmtMapper::visit(const AttrNode& n, const Stmt& s) {
  Expr value = n.value ? expr(n.value) : nullptr;
  Stmt body = stmt(n.body);
  if (!body) return nullptr;
  if (value == n.value && body == n.body) return s;
  return make_attr(n.key, std::move(value), std::move(body), n.from);
}

Stmt StmtMapper::visit(const SeqNode& n, const Stmt& s) {
  std::vector<Stmt> out;
  out.reserve(n.stmts.size());
  bool changed = false;
  for (const Stmt& c : n.stmts) {
    out.push_back(stmt(c));
    changed = changed || out.back() != c;
  }
  return changed ? make_seq(std::move(out)) : s;
}

int64_t count_leaves(const Stmt& s) {
  int64_t n = 0;
  walk(
      s,
      [&](const Stmt& x) {
        n += x->kind == StmtKind::Store || x->kind == StmtKind::Evaluate;
        return true;
      },
      [](const Expr&) { return false; });
  return n;
}

bool gives_size(const Var& var, const Stmt& body) {
  bool found = false;
  walk(
      body,
      [&](const Stmt& s) {
        if (const auto* a = stmt_cast<AllocateNode>(s))
          for (const Expr& e : a->buffer->shape) found = found || uses_var(e, var);
        return !found;
      },
      [](const Expr&) { return false; });
  return found;
}

bool reads_memory(const Expr& e) {
  bool found = false;
  walk(e, [&](const Expr& x) {
    return !(found =
                 found || x->kind == ExprKind::BufferLoad ||
                 (x->kind == ExprKind::Call && static_cast<const CallNode&>(*x).call_kind != CallKind::PureIntrinsic &&
                  static_cast<const CallNode&>(*x).call_kind != CallKind::PureExtern));
  });
  return found;
}

}  // namespace nw::lower
