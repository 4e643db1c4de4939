// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/statement_emitter.h"

#include <llvm/IR/MDBuilder.h>

#include "codegen/diagnostics.h"

namespace nw::codegen {

using tir::StmtKind;

StatementEmitter::StatementEmitter(const Parts& parts)
    : ir_(parts.ir),
      builder_(parts.ir.builder()),
      position_(parts.position),
      frame_(parts.frame),
      exprs_(parts.exprs),
      storage_(parts.ir, parts.frame, parts.exprs.indices()),
      loops_({parts.ir, parts.position, parts.frame, parts.exprs.index_math(), parts.exprs.indices(), parts.checks,
              storage_, *this, parts.kernel, parts.argument_alignment},
             parts.slots, parts.exprs.memory(), parts.cpu) {}

void StatementEmitter::emit(const tir::Stmt& s) {
  if (!s) return;
  position_.set(s.get());
  switch (s->kind) {
    case StmtKind::For:
      return loops_.emit(*tir::stmt_cast<tir::ForNode>(s));
    case StmtKind::IfThenElse:
      return branch(*tir::stmt_cast<tir::IfThenElseNode>(s));
    case StmtKind::Allocate:
      return allocate(*tir::stmt_cast<tir::AllocateNode>(s));
    case StmtKind::Store:
      return store(*tir::stmt_cast<tir::StoreNode>(s));
    case StmtKind::Evaluate:
      exprs_.value(tir::stmt_cast<tir::EvaluateNode>(s)->value);
      return;
    case StmtKind::Let:
      return let(*tir::stmt_cast<tir::LetStmtNode>(s));
    case StmtKind::Attr:
      return emit(tir::stmt_cast<tir::AttrNode>(s)->body);
    case StmtKind::Seq:
      for (const tir::Stmt& part : tir::stmt_cast<tir::SeqNode>(s)->stmts) emit(part);
      return;
  }
}

void StatementEmitter::branch(const tir::IfThenElseNode& node) {
  Value* test = exprs_.value(node.condition);
  if (test->getType()->isVectorTy()) {
    position_.report(unsupported("a branch on several lanes at once", node.from));
    return;
  }
  llvm::BasicBlock* then_block = ir_.block("if");
  llvm::BasicBlock* else_block = node.else_case ? ir_.block("else") : nullptr;
  llvm::BasicBlock* end = ir_.block("endif");
  llvm::BranchInst* jump = builder_.CreateCondBr(test, then_block, else_block ? else_block : end);
  if (node.likely) {
    llvm::MDBuilder weights(ir_.context());
    jump->setMetadata(llvm::LLVMContext::MD_prof, weights.createBranchWeights(2000, 1));
  }
  builder_.SetInsertPoint(then_block);
  emit(node.then_case);
  builder_.CreateBr(end);
  if (else_block) {
    builder_.SetInsertPoint(else_block);
    emit(node.else_case);
    builder_.CreateBr(end);
  }
  builder_.SetInsertPoint(end);
}

void StatementEmitter::allocate(const tir::AllocateNode& node) {
  storage_.open(*node.buffer);
  emit(node.body);
  storage_.close(*node.buffer);
}

void StatementEmitter::let(const tir::LetStmtNode& node) {
  if (exprs_.indices().is_pure(node.value) && node.value->dtype.lanes == 1) {
    const Index i = exprs_.indices().index(node.value);
    frame_.variables[node.var.get()] = {i.base, true, i.min, i.max, i.symbolic};
  } else {
    frame_.variables[node.var.get()] = {exprs_.value(node.value), false, 0, 0, false};
  }
  emit(node.body);
}

void StatementEmitter::store(const tir::StoreNode& node) {
  if (!node.predicate) return store(node, exprs_.value(node.value), nullptr);
  Value* test = exprs_.value(node.predicate);
  if (test->getType()->isVectorTy()) return store(node, exprs_.masked(test, node.value), test);
  llvm::BasicBlock* then_block = ir_.block("if");
  llvm::BasicBlock* end = ir_.block("endif");
  builder_.CreateCondBr(test, then_block, end);
  builder_.SetInsertPoint(then_block);
  store(node, exprs_.value(node.value), nullptr);
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
}

void StatementEmitter::store(const tir::StoreNode& node, Value* value, Value* mask) {
  const DType t = node.value->dtype;
  Value* element = exprs_.conversion().convert(value, t, node.buffer->dtype.element().with_lanes(t.lanes));
  exprs_.memory().store(node.buffer, node.indices, element, mask, t);
}

}  // namespace nw::codegen
