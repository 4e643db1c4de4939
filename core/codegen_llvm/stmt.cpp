// SPDX-License-Identifier: GPL-3.0-or-later
#include <llvm/IR/MDBuilder.h>

#include "codegen/diagnostics.h"
#include "codegen/wide.h"
#include "codegen_llvm/emitter.h"

namespace nw::codegen {

using tir::StmtKind;

namespace {

// A local buffer of up to kStackBlock bytes lives on the stack, all those of a function in at most kStackTotal.
constexpr int64_t kStackBlock = 16 << 10;
constexpr int64_t kStackTotal = 128 << 10;
// Buffers this small can be held in vector registers.
constexpr int64_t kRegisterTile = 4 << 10;

int64_t constant_bytes(const tir::BufferNode& buffer) {  // 0: not a constant
  Wide bytes = buffer.dtype.bytes();
  for (size_t i = 0; i < buffer.shape.size(); ++i) {
    const bool strided = !buffer.strides.empty();
    const int64_t* extent = tir::as_const_int(buffer.shape[i]);
    if (!extent || *extent < 0) return 0;
    if (strided) {
      const int64_t* stride = tir::as_const_int(buffer.strides[0]);
      if (!stride || i > 0) return stride ? static_cast<int64_t>(bytes) : 0;
      bytes *= Wide{*extent} * *stride;
    } else {
      bytes *= *extent;
    }
    if (bytes > (int64_t{1} << 40)) return 0;
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace

void Emitter::stmt(const tir::Stmt& s) {
  if (!s) return;
  set_line(s.get());
  switch (s->kind) {
    case StmtKind::For:
      emit_for(*tir::stmt_cast<tir::ForNode>(s));
      break;
    case StmtKind::IfThenElse:
      emit_if(*tir::stmt_cast<tir::IfThenElseNode>(s));
      break;
    case StmtKind::Allocate:
      emit_allocate(*tir::stmt_cast<tir::AllocateNode>(s));
      break;
    case StmtKind::Store:
      emit_store(*tir::stmt_cast<tir::StoreNode>(s));
      break;
    case StmtKind::Evaluate:
      expr(tir::stmt_cast<tir::EvaluateNode>(s)->value);
      break;
    case StmtKind::Let:
      emit_let(*tir::stmt_cast<tir::LetStmtNode>(s));
      break;
    case StmtKind::Attr:
      stmt(tir::stmt_cast<tir::AttrNode>(s)->body);
      break;
    case StmtKind::Seq:
      for (const tir::Stmt& part : tir::stmt_cast<tir::SeqNode>(s)->stmts) stmt(part);
      break;
  }
}

void Emitter::emit_if(const tir::IfThenElseNode& node) {
  Value* test = expr(node.condition);
  if (test->getType()->isVectorTy()) {
    report(unsupported("a branch on several lanes at once", node.from));
    return;
  }
  llvm::BasicBlock* then_block = llvm::BasicBlock::Create(context_, "if", function_);
  llvm::BasicBlock* else_block = node.else_case ? llvm::BasicBlock::Create(context_, "else", function_) : nullptr;
  llvm::BasicBlock* end = llvm::BasicBlock::Create(context_, "endif", function_);
  llvm::BranchInst* branch = builder_.CreateCondBr(test, then_block, else_block ? else_block : end);
  if (node.likely) {
    llvm::MDBuilder weights(context_);
    branch->setMetadata(llvm::LLVMContext::MD_prof, weights.createBranchWeights(2000, 1));
  }
  builder_.SetInsertPoint(then_block);
  stmt(node.then_case);
  builder_.CreateBr(end);
  if (else_block) {
    builder_.SetInsertPoint(else_block);
    stmt(node.else_case);
    builder_.CreateBr(end);
  }
  builder_.SetInsertPoint(end);
}

void Emitter::emit_let(const tir::LetStmtNode& node) {
  if (is_pure_index(node.value) && node.value->dtype.lanes == 1) {
    const Index i = index(node.value);
    variables_[node.var.get()] = {i.base, true, i.min, i.max, i.symbolic};
  } else {
    variables_[node.var.get()] = {expr(node.value), false, 0, 0, false};
  }
  stmt(node.body);
}

void Emitter::emit_store(const tir::StoreNode& node) {
  const DType t = node.value->dtype;
  if (!node.predicate) {
    Value* value = convert(expr(node.value), t, node.buffer->dtype.element().with_lanes(t.lanes));
    store(node.buffer, node.indices, value, nullptr, t);
    return;
  }
  Value* test = expr(node.predicate);
  if (test->getType()->isVectorTy()) {
    Value* value = convert(masked(test, node.value), t, node.buffer->dtype.element().with_lanes(t.lanes));
    store(node.buffer, node.indices, value, test, t);
    return;
  }
  llvm::BasicBlock* then_block = llvm::BasicBlock::Create(context_, "if", function_);
  llvm::BasicBlock* end = llvm::BasicBlock::Create(context_, "endif", function_);
  builder_.CreateCondBr(test, then_block, end);
  builder_.SetInsertPoint(then_block);
  Value* value = convert(expr(node.value), t, node.buffer->dtype.element().with_lanes(t.lanes));
  store(node.buffer, node.indices, value, nullptr, t);
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
}

void Emitter::emit_allocate(const tir::AllocateNode& node) {
  const tir::BufferNode& buffer = *node.buffer;
  const int64_t bytes = constant_bytes(buffer);
  if (bytes > 0 && bytes <= kStackBlock && stack_used_ + bytes <= kStackTotal) {
    stack_used_ += bytes;
    llvm::Type* storage = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(bytes));
    llvm::AllocaInst* slot = entry_alloca(storage, llvm::Align(64), buffer.name);
    small_local_[&buffer] = bytes <= kRegisterTile;
    buffers_[&buffer] = slot;
    builder_.CreateLifetimeStart(slot, builder_.getInt64(static_cast<uint64_t>(bytes)));
    stmt(node.body);
    builder_.CreateLifetimeEnd(slot, builder_.getInt64(static_cast<uint64_t>(bytes)));
    buffers_.erase(&buffer);
    return;
  }
  Value* size = i64(bytes);
  if (bytes == 0) {
    size = i64(buffer.dtype.bytes());
    const bool strided = !buffer.strides.empty();
    for (size_t i = 0; i < (strided ? 1 : buffer.shape.size()); ++i)
      size = builder_.CreateMul(size, index(buffer.shape[i]).base);
    if (strided) size = builder_.CreateMul(size, index(buffer.strides[0]).base);
  }
  Value* block = builder_.CreateCall(allocate_, {runtime_, size}, buffer.name);
  return_if_failed(builder_.CreateZExt(builder_.CreateIsNull(block), builder_.getInt32Ty()));
  if (bytes > 0) builder_.CreateAlignmentAssumption(module_.getDataLayout(), block, 64);
  buffers_[&buffer] = block;
  heap_blocks_.push_back(block);
  stmt(node.body);
  heap_blocks_.pop_back();
  buffers_.erase(&buffer);
  builder_.CreateCall(release_, {runtime_, block});
}

// Leaves the function with this status unless it is 0, giving back what was allocated.
void Emitter::return_if_failed(Value* status) {
  llvm::BasicBlock* failed = llvm::BasicBlock::Create(context_, "failed", function_);
  llvm::BasicBlock* fine = llvm::BasicBlock::Create(context_, "fine", function_);
  llvm::MDBuilder weights(context_);
  builder_.CreateCondBr(builder_.CreateIsNotNull(status), failed, fine, weights.createBranchWeights(1, 2000));
  builder_.SetInsertPoint(failed);
  for (size_t i = heap_blocks_.size(); i-- > 0;) builder_.CreateCall(release_, {runtime_, heap_blocks_[i]});
  builder_.CreateRet(status);
  builder_.SetInsertPoint(fine);
}

}  // namespace nw::codegen
