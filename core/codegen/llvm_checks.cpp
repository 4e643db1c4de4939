// SPDX-License-Identifier: GPL-3.0-or-later
// Indices that are read from memory: what they select is known only while the kernel runs, so each is compared with its
// dimension. One that lies outside reads element 0 instead and makes the kernel return NW_INDEX_OUTSIDE. The comparison
// is plain data flow into one flag a function, which LLVM keeps in a register and vectorizes with the loop.
#include "codegen/abi.h"
#include "codegen/llvm_emitter.h"
#include "lower/stmt_mapper.h"

namespace nw::codegen {

bool Emitter::needs_check(const std::vector<tir::Expr>& indices) {
  return std::any_of(indices.begin(), indices.end(), [](const tir::Expr& i) { return lower::reads_memory(i); });
}

// As flatten(), with every index that was read from memory inside its dimension.
Index Emitter::checked_place(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices) {
  Index total = constant_index(0);
  for (size_t d = 0; d < indices.size(); ++d) {
    const Index extent = index(buffer.shape[d]);
    Index next = index(indices[d]);
    const bool inside = next.min >= 0 && next.max < extent.min && !next.symbolic;
    if (lower::reads_memory(indices[d]) && !inside) next = checked(next, extent);
    if (!buffer.strides.empty())
      total = add_indices(total, index_product(next, index(buffer.strides[d])));
    else
      total = add_indices(index_product(total, extent), next);
  }
  return buffer.elem_offset ? add_indices(total, index(buffer.elem_offset)) : total;
}

Index Emitter::checked(Index i, const Index& extent) {
  const bool uniform = i.affine() && i.stride == 0;
  Value* at = uniform ? i.base : index_vector(i);
  Value* limit = uniform ? extent.base : splat(extent.base, i.lanes);
  Value* inside = builder_.CreateICmpULT(at, limit);
  Value* outside = builder_.CreateNot(inside);
  if (mask_) outside = builder_.CreateAnd(outside, uniform ? builder_.CreateOrReduce(mask_) : mask_);
  if (!uniform && i.lanes > 1) outside = builder_.CreateOrReduce(outside);
  note_outside(outside);
  Value* safe = builder_.CreateSelect(inside, at, llvm::Constant::getNullValue(at->getType()));
  i.stride = 0;
  (uniform ? i.base : i.vector) = safe;
  i.min = 0;
  i.max = std::max<int64_t>(extent.max - 1, 0);
  i.symbolic = extent.symbolic;
  return i;
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
