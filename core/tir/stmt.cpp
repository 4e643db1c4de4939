// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/stmt.h"

namespace nw::tir {

std::string_view to_string(ForKind kind) {
  switch (kind) {
    case ForKind::Serial:
      return "serial";
    case ForKind::Parallel:
      return "parallel";
    case ForKind::Vectorized:
      return "vectorized";
    case ForKind::Unrolled:
      return "unrolled";
    case ForKind::Thread:
      return "thread";
    case ForKind::VThread:
      return "vthread";
  }
  return "serial";
}

Stmt make_for(Var var, Expr min, Expr extent, ForKind kind, Stmt body, Provenance from) {
  auto* n = new ForNode;
  n->from = from;
  n->var = std::move(var);
  n->min = std::move(min);
  n->extent = std::move(extent);
  n->for_kind = kind;
  n->body = std::move(body);
  return Stmt(n);
}

Stmt make_if(Expr condition, Stmt then_case, Stmt else_case, bool likely, Provenance from) {
  auto* n = new IfThenElseNode;
  n->from = from;
  n->condition = std::move(condition);
  n->likely = likely;
  n->then_case = std::move(then_case);
  n->else_case = std::move(else_case);
  return Stmt(n);
}

Stmt make_store(Buffer buffer, Expr value, std::vector<Expr> indices, Provenance from, Expr predicate) {
  auto* n = new StoreNode;
  n->from = from;
  n->buffer = std::move(buffer);
  n->value = std::move(value);
  n->indices = std::move(indices);
  n->predicate = std::move(predicate);
  return Stmt(n);
}

Stmt make_allocate(Buffer buffer, Stmt body, Provenance from) {
  auto* n = new AllocateNode;
  n->from = from;
  n->buffer = std::move(buffer);
  n->body = std::move(body);
  return Stmt(n);
}

Stmt make_evaluate(Expr value, Provenance from) {
  auto* n = new EvaluateNode;
  n->from = from;
  n->value = std::move(value);
  return Stmt(n);
}

Stmt make_let(Var var, Expr value, Stmt body, Provenance from) {
  auto* n = new LetStmtNode;
  n->from = from;
  n->var = std::move(var);
  n->value = std::move(value);
  n->body = std::move(body);
  return Stmt(n);
}

Stmt make_attr(std::string key, Expr value, Stmt body, Provenance from) {
  auto* n = new AttrNode;
  n->from = from;
  n->key = std::move(key);
  n->value = std::move(value);
  n->body = std::move(body);
  return Stmt(n);
}

namespace {

template <class Node>
Stmt copy_with_provenance(const StmtNode& s, Provenance from) {
  auto* n = new Node(static_cast<const Node&>(s));
  n->from = from;
  return Stmt(n);
}

}  // namespace

Stmt with_provenance(const Stmt& s, Provenance from) {
  switch (s->kind) {
    case StmtKind::For:
      return copy_with_provenance<ForNode>(*s, from);
    case StmtKind::IfThenElse:
      return copy_with_provenance<IfThenElseNode>(*s, from);
    case StmtKind::Allocate:
      return copy_with_provenance<AllocateNode>(*s, from);
    case StmtKind::Store:
      return copy_with_provenance<StoreNode>(*s, from);
    case StmtKind::Evaluate:
      return copy_with_provenance<EvaluateNode>(*s, from);
    case StmtKind::Let:
      return copy_with_provenance<LetStmtNode>(*s, from);
    case StmtKind::Attr:
      return copy_with_provenance<AttrNode>(*s, from);
    case StmtKind::Seq:
      return copy_with_provenance<SeqNode>(*s, from);
  }
  return s;
}

Stmt make_seq(std::vector<Stmt> stmts) {
  std::vector<Stmt> flat;
  flat.reserve(stmts.size());
  for (Stmt& s : stmts) {
    if (!s) continue;
    if (const auto* inner = stmt_cast<SeqNode>(s))
      flat.insert(flat.end(), inner->stmts.begin(), inner->stmts.end());
    else
      flat.push_back(std::move(s));
  }
  if (flat.empty()) return nullptr;
  if (flat.size() == 1) return flat[0];
  auto* n = new SeqNode;
  n->from = flat[0]->from;
  n->stmts = std::move(flat);
  return Stmt(n);
}

}  // namespace nw::tir
