// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/parallel_work.h"

#include <algorithm>
#include <set>

#include "tir/visit.h"

namespace nw::codegen {

namespace {

using tir::Expr;

constexpr int64_t kLibraryFunction = 30;  // of exp, tanh, …, as additions

class Work {
 public:
  explicit Work(const tir::ForNode& loop) {
    bound_.insert(loop.var.get());
    tir::walk(
        loop.body,
        [&](const tir::Stmt& s) {
          if (const auto* inner = tir::stmt_cast<tir::ForNode>(s)) bound_.insert(inner->var.get());
          if (const auto* let = tir::stmt_cast<tir::LetStmtNode>(s)) bound_.insert(let->var.get());
          return true;
        },
        [](const Expr&) { return false; });
    total_ = times(loop.extent, of(loop.body));
  }
  Expr total() const { return known_ ? total_ : nullptr; }

 private:
  static Expr number(int64_t n) { return tir::int_imm(n, DType::Int(64)); }
  static Expr wide(const Expr& e) { return tir::cast(DType::Int(64), e); }

  // An extent as it is known outside the loop; of a minimum, either side is an upper limit.
  Expr outside(const Expr& extent) {
    if (!tir::uses_var(extent, [&](const tir::VarNode& v) { return bound_.contains(&v); })) return wide(extent);
    if (extent->kind == tir::ExprKind::Min) {
      const auto& least = *tir::node_cast<tir::BinaryNode>(extent);
      for (const Expr& side : {least.b, least.a})
        if (!tir::uses_var(side, [&](const tir::VarNode& v) { return bound_.contains(&v); })) return wide(side);
    }
    known_ = false;
    return number(1);
  }
  Expr times(const Expr& extent, const Expr& work) { return outside(extent) * work; }

  static int64_t operations(const Expr& value) {
    int64_t count = 1;
    tir::walk(value, [&](const Expr& e) {
      const auto* call = tir::node_cast<tir::CallNode>(e);
      count += call && call->name != "if_then_else" && call->name != "likely" ? kLibraryFunction : 1;
      return e->kind != tir::ExprKind::BufferLoad;  // its address is added up once for many elements
    });
    return count;
  }

  Expr of(const tir::Stmt& s) {
    if (!s) return number(0);
    switch (s->kind) {
      case tir::StmtKind::For: {
        const auto& loop = *tir::stmt_cast<tir::ForNode>(s);
        return times(loop.extent, of(loop.body));
      }
      case tir::StmtKind::Seq: {
        Expr sum = number(0);
        for (const tir::Stmt& part : tir::stmt_cast<tir::SeqNode>(s)->stmts) sum = sum + of(part);
        return sum;
      }
      case tir::StmtKind::IfThenElse: {
        const auto& branch = *tir::stmt_cast<tir::IfThenElseNode>(s);
        return of(branch.then_case) + of(branch.else_case);
      }
      case tir::StmtKind::Store:
        return number(operations(tir::stmt_cast<tir::StoreNode>(s)->value));
      case tir::StmtKind::Allocate:
        return of(tir::stmt_cast<tir::AllocateNode>(s)->body);
      case tir::StmtKind::Let:
        return of(tir::stmt_cast<tir::LetStmtNode>(s)->body);
      case tir::StmtKind::Attr:
        return of(tir::stmt_cast<tir::AttrNode>(s)->body);
      default:
        known_ = false;  // a call of anything
        return number(0);
    }
  }

  std::set<const tir::VarNode*> bound_;
  bool known_ = true;
  Expr total_;
};

}  // namespace

Expr parallel_work(const tir::ForNode& loop) {
  Expr work = Work(loop).total();
  return work && tir::as_const_int(work) ? nullptr : work;
}

}  // namespace nw::codegen
