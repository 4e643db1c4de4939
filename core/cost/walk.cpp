// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/walk.h"

namespace nw::cost {

using namespace tir;

void Walk::visit(const Stmt& s) {
  if (!s) return;
  switch (s->kind) {
    case StmtKind::For:
      return loop(*stmt_cast<ForNode>(s));
    case StmtKind::Seq:
      for (const Stmt& part : stmt_cast<SeqNode>(s)->stmts) visit(part);
      return;
    case StmtKind::IfThenElse:
      visit(stmt_cast<IfThenElseNode>(s)->then_case);
      return visit(stmt_cast<IfThenElseNode>(s)->else_case);
    case StmtKind::Allocate:
      return allocate(*stmt_cast<AllocateNode>(s));
    case StmtKind::Let:
      return let(*stmt_cast<LetStmtNode>(s));
    case StmtKind::Attr:
      return mark(*stmt_cast<AttrNode>(s));
    case StmtKind::Store:
      return store(*stmt_cast<StoreNode>(s));
    case StmtKind::Evaluate:
      return evaluate(*stmt_cast<EvaluateNode>(s));
  }
}

}  // namespace nw::cost
