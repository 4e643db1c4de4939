// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses, loads and stores. A vector access with stride 1 is one wide instruction, with stride 0 one element
// spread over the lanes; any other is a gather or scatter.
#include <llvm/IR/Intrinsics.h>

#include "codegen/diagnostics.h"
#include "codegen_llvm/emitter.h"
#include "codegen_llvm/linear_index.h"
#include "tir/visit.h"

namespace nw::codegen {

llvm::Align Emitter::element_align(DType t) {
  const auto bytes = static_cast<uint64_t>(t.bytes());
  return llvm::Align((bytes & (bytes - 1)) == 0 ? bytes : 1);
}

Emitter::Value* Emitter::buffer_pointer(const tir::BufferNode& buffer) {
  if (const auto found = buffers_.find(&buffer); found != buffers_.end()) return found->second;
  report(unsupported("buffer '" + buffer.name + "', which has no storage here",
                     current_ ? current_->from : tir::Provenance{}));
  return llvm::PoisonValue::get(builder_.getPtrTy());
}

// A place written as row and column of some width (y // 56, y % 56) that lie in the buffer as such rows.
std::optional<Index> Emitter::merged_place(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices) {
  bool remainder = false;
  for (const tir::Expr& i : indices)
    tir::walk(i, [&](const tir::Expr& e) {
      remainder = remainder || e->kind == tir::ExprKind::FloorMod;
      return !remainder;
    });
  if (!remainder) return std::nullopt;
  auto place = flat_index(buffer, indices, expanded_);
  if (!place || !merge_divisions(*place, expanded_)) return std::nullopt;
  const tir::Expr sum = to_expr(*place);
  return sum ? std::optional(index(sum)) : std::nullopt;
}

// The element's position in memory: row-major by the shape, or by the strides where there are some.
Index Emitter::flatten(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices) {
  if (indices.empty()) return constant_index(0);
  if (const auto place = merged_place(buffer, indices)) return *place;
  Index total = index(indices[0]);
  if (!buffer.strides.empty()) total = index_product(total, index(buffer.strides[0]));
  for (size_t i = 1; i < indices.size(); ++i) {
    Index next = index(indices[i]);
    if (!buffer.strides.empty()) {
      total = add_indices(total, index_product(next, index(buffer.strides[i])));
    } else {
      total = add_indices(index_product(total, index(buffer.shape[i])), next);
    }
  }
  if (buffer.elem_offset) total = add_indices(total, index(buffer.elem_offset));
  return total;
}

Emitter::Value* Emitter::address(const tir::BufferNode& buffer, Value* element) {
  const auto bytes = static_cast<uint64_t>(buffer.dtype.bytes());
  if ((bytes & (bytes - 1)) == 0)
    return builder_.CreateInBoundsGEP(memory_type(buffer.dtype.element()), buffer_pointer(buffer), element);
  Value* offset = builder_.CreateMul(element, llvm::ConstantInt::get(element->getType(), bytes));
  return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), buffer_pointer(buffer), offset);
}

Emitter::Value* Emitter::load_contiguous(const tir::BufferNode& buffer, Value* element, int lanes, Value* mask) {
  llvm::Type* type = memory_type(buffer.dtype.element(), lanes);
  const llvm::Align align = element_align(buffer.dtype);
  Value* at = address(buffer, element);
  if (!mask) return builder_.CreateAlignedLoad(type, at, align, buffer.name);
  return builder_.CreateMaskedLoad(type, at, align, mask, llvm::Constant::getNullValue(type));
}

Emitter::Value* Emitter::load_gather(const tir::BufferNode& buffer, Value* elements, int lanes, Value* mask) {
  llvm::Type* type = memory_type(buffer.dtype.element(), lanes);
  if (!mask) mask = llvm::Constant::getAllOnesValue(with_lanes(builder_.getInt1Ty(), lanes));
  return builder_.CreateMaskedGather(type, address(buffer, elements), element_align(buffer.dtype), mask,
                                     llvm::Constant::getNullValue(type));
}

// A scalar read inside a vector if_then_else happens for all lanes or none: where none counts, it reads a spare place.
Emitter::Value* Emitter::guarded(Value* place, DType t) {
  if (!mask_) return place;
  llvm::Type* type = memory_type(t);
  Value* spare = entry_alloca(llvm::ArrayType::get(builder_.getInt64Ty(), 1), llvm::Align(8), "spare");
  builder_.CreateStore(llvm::Constant::getNullValue(type), spare);
  return builder_.CreateSelect(builder_.CreateOrReduce(mask_), place, spare);
}

Emitter::Value* Emitter::load(const tir::BufferLoadNode& node) {
  const tir::BufferNode& buffer = *node.buffer;
  if (llvm::AllocaInst* slot = slot_of(buffer, node.indices))
    return from_memory(builder_.CreateAlignedLoad(slot->getAllocatedType(), slot, llvm::Align(64)), node.dtype);
  const Index at = flatten(buffer, node.indices);
  const int lanes = at.lanes;
  const DType t = buffer.dtype.element().with_lanes(lanes);
  if (lanes == 1)
    return from_memory(
        builder_.CreateAlignedLoad(memory_type(t), guarded(address(buffer, at.base), t), element_align(t), buffer.name),
        t);
  if (!at.affine()) return from_memory(load_gather(buffer, at.vector, lanes, mask_), t);
  switch (at.stride) {
    case 1:
      return from_memory(load_contiguous(buffer, at.base, lanes, mask_), t);
    case 0: {
      if (mask_) return from_memory(load_gather(buffer, index_vector(at), lanes, mask_), t);
      Value* one =
          builder_.CreateAlignedLoad(memory_type(t.element()), address(buffer, at.base), element_align(t), buffer.name);
      return splat(from_memory(one, t.element()), lanes);
    }
    case -1: {
      Value* first = builder_.CreateNSWSub(at.base, i64(lanes - 1));
      Value* mask = mask_ ? builder_.CreateVectorReverse(mask_) : nullptr;
      return from_memory(builder_.CreateVectorReverse(load_contiguous(buffer, first, lanes, mask)), t);
    }
    default:
      return from_memory(load_gather(buffer, index_vector(at), lanes, mask_), t);
  }
}

// To be read soon, and often. The place may lie behind the memory's end: nothing is read there.
void Emitter::prefetch(const tir::CallNode& node) {
  const auto* load = node.args.empty() ? nullptr : tir::node_cast<tir::BufferLoadNode>(node.args[0]);
  if (!load || slot_of(*load->buffer, load->indices)) return;
  const tir::BufferNode& buffer = *load->buffer;
  if (!buffers_.contains(&buffer)) return;  // it has no memory at this place
  const Index at = flatten(buffer, load->indices);
  if (at.lanes != 1) return;
  Value* offset = builder_.CreateMul(at.base, i64(buffer.dtype.bytes()));
  Value* place = builder_.CreateGEP(builder_.getInt8Ty(), buffer_pointer(buffer), offset);
  constexpr uint32_t kRead = 0, kKeepInAllLevels = 3, kData = 1;
  builder_.CreateIntrinsic(
      llvm::Intrinsic::prefetch, {place->getType()},
      {place, builder_.getInt32(kRead), builder_.getInt32(kKeepInAllLevels), builder_.getInt32(kData)});
}

void Emitter::store(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices, Value* value, Value* mask,
                    DType dtype) {
  if (llvm::AllocaInst* slot = slot_of(*buffer, indices)) {
    builder_.CreateAlignedStore(to_memory(value, buffer->dtype.element().with_lanes(dtype.lanes)), slot,
                                llvm::Align(64));
    return;
  }
  const Index at = flatten(*buffer, indices);
  const llvm::Align align = element_align(buffer->dtype);
  if (at.lanes != dtype.lanes) {
    report(unsupported("a store whose value and place differ in their number of lanes", current_->from));
    return;
  }
  Value* bits = to_memory(value, buffer->dtype.element().with_lanes(dtype.lanes));
  if (at.lanes == 1) {
    builder_.CreateAlignedStore(bits, address(*buffer, at.base), align);
  } else if (at.affine() && at.stride == 1) {
    Value* place = address(*buffer, at.base);
    if (mask)
      builder_.CreateMaskedStore(bits, place, align, mask);
    else
      builder_.CreateAlignedStore(bits, place, align);
  } else {
    if (!mask) mask = llvm::Constant::getAllOnesValue(with_lanes(builder_.getInt1Ty(), at.lanes));
    builder_.CreateMaskedScatter(bits, address(*buffer, index_vector(at)), align, mask);
  }
}

}  // namespace nw::codegen
