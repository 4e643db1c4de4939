// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of passes over a loop nest: every statement is rebuilt from its mapped parts, and shared where nothing
// changes. A pass overrides the nodes that it changes. A statement that maps to null is removed, and so is a statement
// whose body is removed.
#pragma once

#include "tir/visit.h"

namespace nw::lower {

using tir::Expr;
using tir::Stmt;

class StmtMapper {
 public:
  virtual ~StmtMapper() = default;
  Stmt operator()(const Stmt& s) { return stmt(s); }

 protected:
  Stmt stmt(const Stmt& s);
  virtual Expr expr(const Expr& e) { return e; }
  virtual Stmt visit(const tir::ForNode& n, const Stmt& s);
  virtual Stmt visit(const tir::IfThenElseNode& n, const Stmt& s);
  virtual Stmt visit(const tir::AllocateNode& n, const Stmt& s);
  virtual Stmt visit(const tir::StoreNode& n, const Stmt& s);
  virtual Stmt visit(const tir::EvaluateNode& n, const Stmt& s);
  virtual Stmt visit(const tir::LetStmtNode& n, const Stmt& s);
  virtual Stmt visit(const tir::AttrNode& n, const Stmt& s);
  virtual Stmt visit(const tir::SeqNode& n, const Stmt& s);
  std::vector<Expr> exprs(const std::vector<Expr>& list, bool& changed);
};

// n with another body; null if the body is.
template <class Node>
Stmt with_body(const Node& n, const Stmt& self, Stmt body) {
  if (!body) return nullptr;
  if (body == n.body) return self;
  auto* copy = new Node(n);
  copy->body = std::move(body);
  return Stmt(copy);
}

int64_t count_leaves(const Stmt& s);  // stores and evaluations
// Whether the size of an allocation inside depends on the variable, which must then stay in scope.
bool gives_size(const tir::Var& var, const Stmt& body);
bool reads_memory(const Expr& e);

}  // namespace nw::lower
