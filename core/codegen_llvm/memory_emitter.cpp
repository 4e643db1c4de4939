// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/memory_emitter.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "codegen/diagnostics.h"
#include "tir/visit.h"

namespace nw::codegen {

namespace {

constexpr int kWidestStride = 4;  // that contiguous vectors and shuffles are faster for than a load for each lane

llvm::Align element_align(DType t) {
  const auto bytes = static_cast<uint64_t>(t.bytes());
  return llvm::Align((bytes & (bytes - 1)) == 0 ? bytes : 1);
}

// Whether every lane names an element of the buffer, also the lanes whose value nobody uses.
bool is_inside(const tir::BufferNode& buffer, const Index& at) {
  if (!buffer.strides.empty() || buffer.elem_offset) return false;
  int64_t elements = 1;
  for (const tir::Expr& extent : buffer.shape) {
    const int64_t* known = tir::as_const_int(extent);
    if (!known || __builtin_mul_overflow(elements, *known, &elements)) return false;
  }
  return at.min >= 0 && at.max < elements;
}

}  // namespace

MemoryEmitter::MemoryEmitter(const Parts& parts)
    : ir_(parts.ir),
      builder_(parts.ir.builder()),
      position_(parts.position),
      frame_(parts.frame),
      slots_(parts.slots),
      conversion_(parts.conversion),
      index_math_(parts.index_math),
      indices_(parts.indices) {}

Value* MemoryEmitter::pointer(const tir::BufferNode& buffer) {
  if (const auto found = frame_.buffers.find(&buffer); found != frame_.buffers.end()) return found->second;
  position_.report(unsupported("buffer '" + buffer.name + "', which has no storage here", position_.from()));
  return llvm::PoisonValue::get(builder_.getPtrTy());
}

// A place written as row and column of some width (y // 56, y % 56) that lie in the buffer as such rows.
std::optional<Index> MemoryEmitter::merged_place(const tir::BufferNode& buffer, const Indices& indices) {
  bool remainder = false;
  for (const tir::Expr& i : indices)
    tir::walk(i, [&](const tir::Expr& e) {
      remainder = remainder || e->kind == tir::ExprKind::FloorMod;
      return !remainder;
    });
  if (!remainder) return std::nullopt;
  auto place = flat_index(buffer, indices, frame_.constants);
  if (!place || !merge_divisions(*place, frame_.constants)) return std::nullopt;
  const tir::Expr sum = to_expr(*place);
  return sum ? std::optional(indices_.index(sum)) : std::nullopt;
}

// The element's position in memory: row-major by the shape, or by the strides where there are some.
Index MemoryEmitter::flatten(const tir::BufferNode& buffer, const Indices& indices) {
  if (indices.empty()) return index_math_.constant(0);
  if (const auto place = merged_place(buffer, indices)) return *place;
  Index total = indices_.index(indices[0]);
  if (!buffer.strides.empty()) total = index_math_.multiply(total, indices_.index(buffer.strides[0]));
  for (size_t i = 1; i < indices.size(); ++i) {
    Index next = indices_.index(indices[i]);
    if (!buffer.strides.empty()) {
      total = index_math_.add(total, index_math_.multiply(next, indices_.index(buffer.strides[i])));
    } else {
      total = index_math_.add(index_math_.multiply(total, indices_.index(buffer.shape[i])), next);
    }
  }
  if (buffer.elem_offset) total = index_math_.add(total, indices_.index(buffer.elem_offset));
  return total;
}

Value* MemoryEmitter::address(const tir::BufferNode& buffer, Value* element) {
  const auto bytes = static_cast<uint64_t>(buffer.dtype.bytes());
  if ((bytes & (bytes - 1)) == 0)
    return builder_.CreateInBoundsGEP(ir_.memory_type(buffer.dtype.element()), pointer(buffer), element);
  Value* offset = builder_.CreateMul(element, llvm::ConstantInt::get(element->getType(), bytes));
  return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), pointer(buffer), offset);
}

Value* MemoryEmitter::load_contiguous(const tir::BufferNode& buffer, Value* element, int lanes, Value* mask) {
  llvm::Type* type = ir_.memory_type(buffer.dtype.element(), lanes);
  const llvm::Align align = element_align(buffer.dtype);
  Value* at = address(buffer, element);
  if (!mask) return builder_.CreateAlignedLoad(type, at, align, buffer.name);
  return builder_.CreateMaskedLoad(type, at, align, mask, llvm::Constant::getNullValue(type));
}

Value* MemoryEmitter::load_gather(const tir::BufferNode& buffer, Value* elements, int lanes, Value* mask) {
  llvm::Type* type = ir_.memory_type(buffer.dtype.element(), lanes);
  if (!mask) mask = llvm::Constant::getAllOnesValue(IrBuilder::with_lanes(builder_.getInt1Ty(), lanes));
  return builder_.CreateMaskedGather(type, address(buffer, elements), element_align(buffer.dtype), mask,
                                     llvm::Constant::getNullValue(type));
}

// Lanes a few elements apart: as many contiguous vectors as the stride, and a shuffle for each. The last one ends with
// the last lane, so that nothing behind it is read; what lies between the lanes is memory of the buffer. Under a mask
// the elements between are not read.
Value* MemoryEmitter::load_strided(const tir::BufferNode& buffer, const Index& at, Value* mask) {
  const auto stride = static_cast<int>(at.stride);
  const int last = (at.lanes - 1) * stride + 1 - at.lanes;  // where the last vector begins
  Value* result = nullptr;
  for (int k = 0; k < stride; ++k) {
    const int first = std::min(k * at.lanes, last);
    Value* part_mask = nullptr;
    if (mask) {
      llvm::SmallVector<int, 64> read;
      for (int element = first; element < first + at.lanes; ++element)
        read.push_back(element % stride == 0 ? element / stride : at.lanes);
      part_mask = builder_.CreateShuffleVector(mask, llvm::Constant::getNullValue(mask->getType()), read);
    }
    Value* part = load_contiguous(buffer, builder_.CreateNSWAdd(at.base, ir_.i64(first)), at.lanes, part_mask);
    llvm::SmallVector<int, 64> lanes;
    for (int lane = 0; lane < at.lanes; ++lane) {
      const bool here = std::min(lane * stride / at.lanes, stride - 1) == k;
      lanes.push_back(here ? at.lanes + lane * stride - first : lane);
    }
    result = builder_.CreateShuffleVector(result ? result : part, part, lanes);
  }
  return result;
}

// Lanes far apart: an element each, at constant distances from the first. As a gather they would be read one by one as
// well, at addresses that are computed in vectors and taken out of them.
Value* MemoryEmitter::load_lanes(const tir::BufferNode& buffer, const Index& at) {
  llvm::Type* element = ir_.memory_type(buffer.dtype.element());
  Value* result = llvm::PoisonValue::get(ir_.memory_type(buffer.dtype.element(), at.lanes));
  for (int lane = 0; lane < at.lanes; ++lane) {
    Value* place = address(buffer, builder_.CreateNSWAdd(at.base, ir_.i64(lane * at.stride)));
    result = builder_.CreateInsertElement(
        result, builder_.CreateAlignedLoad(element, place, element_align(buffer.dtype), buffer.name),
        builder_.getInt64(static_cast<uint64_t>(lane)));
  }
  return result;
}

// A scalar read inside a vector if_then_else happens for all lanes or none: where none counts, it reads a spare place.
Value* MemoryEmitter::guarded(Value* place, DType t) {
  llvm::Type* type = ir_.memory_type(t);
  Value* spare = ir_.entry_alloca(llvm::ArrayType::get(builder_.getInt64Ty(), 1), llvm::Align(8), "spare");
  builder_.CreateStore(llvm::Constant::getNullValue(type), spare);
  return builder_.CreateSelect(builder_.CreateOrReduce(frame_.mask), place, spare);
}

Value* MemoryEmitter::load(const tir::BufferLoadNode& node) {
  const tir::BufferNode& buffer = *node.buffer;
  if (llvm::AllocaInst* slot = slots_.find(buffer, node.indices, frame_.constants))
    return conversion_.from_memory(builder_.CreateAlignedLoad(slot->getAllocatedType(), slot, llvm::Align(64)),
                                   node.dtype);
  const Index at = flatten(buffer, node.indices);
  const DType t = buffer.dtype.element().with_lanes(at.lanes);
  Value* mask = is_inside(buffer, at) ? nullptr : frame_.mask;
  if (at.lanes > 1) return load_vector(buffer, at, t, mask);
  Value* place = address(buffer, at.base);
  return conversion_.from_memory(
      builder_.CreateAlignedLoad(ir_.memory_type(t), mask ? guarded(place, t) : place, element_align(t), buffer.name),
      t);
}

// mask: of the lanes that may be read; null: all of them.
Value* MemoryEmitter::load_vector(const tir::BufferNode& buffer, const Index& at, DType t, Value* mask) {
  if (!at.affine()) return conversion_.from_memory(load_gather(buffer, at.vector, at.lanes, mask), t);
  if (at.stride == 1) return conversion_.from_memory(load_contiguous(buffer, at.base, at.lanes, mask), t);
  if (at.stride == -1) {
    Value* first = builder_.CreateNSWSub(at.base, ir_.i64(at.lanes - 1));
    if (mask) mask = builder_.CreateVectorReverse(mask);
    return conversion_.from_memory(builder_.CreateVectorReverse(load_contiguous(buffer, first, at.lanes, mask)), t);
  }
  if (at.stride == 0 && !mask) {
    const DType element = t.element();
    Value* one =
        builder_.CreateAlignedLoad(ir_.memory_type(element), address(buffer, at.base), element_align(t), buffer.name);
    return ir_.splat(conversion_.from_memory(one, element), at.lanes);
  }
  if (at.stride > 1 && at.stride <= kWidestStride && at.lanes >= kWidestStride)
    return conversion_.from_memory(load_strided(buffer, at, mask), t);
  if (!mask) return conversion_.from_memory(load_lanes(buffer, at), t);
  return conversion_.from_memory(load_gather(buffer, index_math_.vector(at), at.lanes, mask), t);
}

// To be read soon, and often. The place may lie behind the memory's end: nothing is read there.
void MemoryEmitter::prefetch(const tir::CallNode& node) {
  const auto* load = node.args.empty() ? nullptr : tir::node_cast<tir::BufferLoadNode>(node.args[0]);
  if (!load || slots_.find(*load->buffer, load->indices, frame_.constants)) return;
  const tir::BufferNode& buffer = *load->buffer;
  if (!frame_.buffers.contains(&buffer)) return;  // it has no memory at this place
  const Index at = flatten(buffer, load->indices);
  if (at.lanes != 1) return;
  Value* offset = builder_.CreateMul(at.base, ir_.i64(buffer.dtype.bytes()));
  Value* place = builder_.CreateGEP(builder_.getInt8Ty(), pointer(buffer), offset);
  constexpr uint32_t kRead = 0, kKeepInAllLevels = 3, kData = 1;
  const int64_t* levels = node.args.size() > 1 ? tir::as_const_int(node.args[1]) : nullptr;
  builder_.CreateIntrinsic(
      llvm::Intrinsic::prefetch, {place->getType()},
      {place, builder_.getInt32(kRead), builder_.getInt32(levels ? static_cast<uint32_t>(*levels) : kKeepInAllLevels),
       builder_.getInt32(kData)});
}

void MemoryEmitter::store(const tir::Buffer& buffer, const Indices& indices, Value* value, Value* mask, DType dtype) {
  if (llvm::AllocaInst* slot = slots_.find(*buffer, indices, frame_.constants)) {
    builder_.CreateAlignedStore(conversion_.to_memory(value, buffer->dtype.element().with_lanes(dtype.lanes)), slot,
                                llvm::Align(64));
    return;
  }
  const Index at = flatten(*buffer, indices);
  const llvm::Align align = element_align(buffer->dtype);
  if (at.lanes != dtype.lanes) {
    position_.report(unsupported("a store whose value and place differ in their number of lanes", position_.from()));
    return;
  }
  Value* bits = conversion_.to_memory(value, buffer->dtype.element().with_lanes(dtype.lanes));
  if (at.lanes == 1) {
    builder_.CreateAlignedStore(bits, address(*buffer, at.base), align);
  } else if (at.affine() && at.stride == 1) {
    Value* place = address(*buffer, at.base);
    if (mask)
      builder_.CreateMaskedStore(bits, place, align, mask);
    else
      builder_.CreateAlignedStore(bits, place, align);
  } else {
    if (!mask) mask = llvm::Constant::getAllOnesValue(IrBuilder::with_lanes(builder_.getInt1Ty(), at.lanes));
    builder_.CreateMaskedScatter(bits, address(*buffer, index_math_.vector(at)), align, mask);
  }
}

Value* MemoryEmitter::read(const tir::BufferNode& buffer, const Indices& indices, int lanes) {
  return load_contiguous(buffer, flatten(buffer, indices).base, lanes, nullptr);
}

void MemoryEmitter::write(const tir::BufferNode& buffer, const Indices& indices, Value* bits) {
  builder_.CreateAlignedStore(bits, address(buffer, flatten(buffer, indices).base), element_align(buffer.dtype));
}

}  // namespace nw::codegen
