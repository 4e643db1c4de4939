// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/counted_loop.h"

#include <algorithm>

#include "codegen/wide.h"

namespace nw::codegen {

void emit_counted_loop(IrBuilder& ir, const CountedLoop& loop, const std::function<void(Value*)>& body) {
  llvm::IRBuilder<>& builder = ir.builder();
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* inside = ir.block(loop.name);
  llvm::BasicBlock* end = ir.block(loop.name + ".end");
  if (loop.surely_runs) {
    builder.CreateBr(inside);
  } else {
    builder.CreateCondBr(builder.CreateICmpSGT(loop.extent, ir.i64(0)), inside, end);
  }
  builder.SetInsertPoint(inside);
  llvm::PHINode* counter = builder.CreatePHI(builder.getInt64Ty(), 2, loop.name);
  counter->addIncoming(ir.i64(0), before);
  body(counter);
  Value* next = builder.CreateAdd(counter, ir.i64(1), loop.name + ".next", true, true);
  llvm::BranchInst* branch = builder.CreateCondBr(builder.CreateICmpSLT(next, loop.extent), inside, end);
  if (loop.metadata) branch->setMetadata(llvm::LLVMContext::MD_loop, loop.metadata);
  counter->addIncoming(next, builder.GetInsertBlock());
  builder.SetInsertPoint(end);
}

Variable loop_variable(IrBuilder& ir, const Index& min, const Index& extent, Value* offset) {
  const bool from_zero = min.min == 0 && min.max == 0;
  Variable v;
  v.value = from_zero ? offset : ir.builder().CreateNSWAdd(min.base, offset);
  v.wide = true;
  v.min = min.min;
  v.max = std::max(clamp_to_64(Wide{min.max} + extent.max - 1), v.min);
  v.symbolic = min.symbolic || extent.symbolic;
  return v;
}

}  // namespace nw::codegen
