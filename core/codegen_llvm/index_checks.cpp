// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/index_checks.h"

#include "codegen/abi.h"

namespace nw::codegen {

Value* IndexChecks::checked(Value* at, Value* inside) {
  const bool scalar = !inside->getType()->isVectorTy();
  Value* outside = builder_.CreateNot(inside);
  if (frame_.mask) outside = builder_.CreateAnd(outside, scalar ? builder_.CreateOrReduce(frame_.mask) : frame_.mask);
  note_outside(scalar ? outside : builder_.CreateOrReduce(outside));
  return builder_.CreateSelect(inside, at, llvm::Constant::getNullValue(at->getType()));
}

void IndexChecks::note_outside(Value* condition) {
  if (!frame_.outside) {
    frame_.outside = ir_.entry_alloca(builder_.getInt32Ty(), llvm::Align(4), "outside");
    llvm::IRBuilder<> after(frame_.outside->getNextNode());
    after.CreateStore(builder_.getInt32(0), frame_.outside);
  }
  Value* known = builder_.CreateLoad(builder_.getInt32Ty(), frame_.outside);
  builder_.CreateStore(builder_.CreateOr(known, builder_.CreateZExt(condition, builder_.getInt32Ty())), frame_.outside);
}

Value* IndexChecks::final_status() {
  if (!frame_.outside) return builder_.getInt32(0);
  Value* any = builder_.CreateIsNotNull(builder_.CreateLoad(builder_.getInt32Ty(), frame_.outside));
  return builder_.CreateSelect(any, builder_.getInt32(NW_INDEX_OUTSIDE), builder_.getInt32(0));
}

}  // namespace nw::codegen
