// SPDX-License-Identifier: GPL-3.0-or-later
// Indices that are read from memory: what they select is known only while the kernel runs, so each is compared with its
// dimension. One that lies outside reads element 0 instead and makes the kernel return NW_INDEX_OUTSIDE. The comparison
// is plain data flow into one flag a function, which LLVM keeps in a register and vectorizes with the loop.
#include "codegen/abi.h"
#include "codegen_llvm/emitter.h"

namespace nw::codegen {

// The call checked_index(i, extent) that lowering puts around such an index (lower/flatten.cpp).
Emitter::Value* Emitter::checked_index(const tir::CallNode& node) {
  const int lanes = node.dtype.lanes;
  const auto wide = [&](const tir::Expr& e) {
    Value* v = splat(expr(e), e->dtype.lanes == lanes ? 1 : lanes);
    llvm::Type* type = with_lanes(builder_.getInt64Ty(), lanes);
    return e->dtype.is_uint() ? builder_.CreateZExt(v, type) : builder_.CreateSExt(v, type);
  };
  Value* at = expr(node.args[0]);
  Value* inside = builder_.CreateICmpULT(wide(node.args[0]), wide(node.args[1]));
  Value* outside = builder_.CreateNot(inside);
  if (mask_) outside = builder_.CreateAnd(outside, lanes == 1 ? builder_.CreateOrReduce(mask_) : mask_);
  note_outside(lanes == 1 ? outside : builder_.CreateOrReduce(outside));
  return builder_.CreateSelect(inside, at, llvm::Constant::getNullValue(at->getType()));
}

void Emitter::note_outside(Value* condition) {
  if (!outside_) {
    outside_ = entry_alloca(builder_.getInt32Ty(), llvm::Align(4), "outside");
    llvm::IRBuilder<> after(outside_->getNextNode());
    after.CreateStore(builder_.getInt32(0), outside_);
  }
  Value* known = builder_.CreateLoad(builder_.getInt32Ty(), outside_);
  builder_.CreateStore(builder_.CreateOr(known, builder_.CreateZExt(condition, builder_.getInt32Ty())), outside_);
}

// What the function returns at its end.
Emitter::Value* Emitter::final_status() {
  if (!outside_) return builder_.getInt32(0);
  Value* any = builder_.CreateIsNotNull(builder_.CreateLoad(builder_.getInt32Ty(), outside_));
  return builder_.CreateSelect(any, builder_.getInt32(NW_INDEX_OUTSIDE), builder_.getInt32(0));
}

}  // namespace nw::codegen
