// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/loop_emitter.h"

#include "codegen/diagnostics.h"
#include "codegen_llvm/counted_loop.h"
#include "codegen_llvm/loop_expansion.h"

namespace nw::codegen {

using tir::ForKind;

namespace {

// Slots from which on LLVM leaves loops as they are whose iterations share reads: the accumulators need the registers
// that it would keep them in.
constexpr size_t kManySlots = 12;

}  // namespace

LoopEmitter::LoopEmitter(const LoopParts& parts, AccumulatorSlots& slots, MemoryEmitter& memory, const CpuTraits& cpu)
    : parts_(parts),
      builder_(parts.ir.builder()),
      frame_(parts.frame),
      slots_(slots),
      accumulators_(parts.ir, parts.frame, slots, memory, cpu),
      parallel_(parts) {}

void LoopEmitter::emit(const tir::ForNode& node) {
  emit_as_marked(node);
  frame_.variables.erase(node.var.get());  // its value is of blocks that what follows need not come through
}

void LoopEmitter::emit_as_marked(const tir::ForNode& node) {
  const int64_t* extent = tir::as_const_int(node.extent);
  if (extent && slots_.unrolled.contains(node.var.get())) return expand(node, *extent);
  const auto is_tile = [&](const tir::BufferNode& buffer) { return parts_.storage.is_register_tile(buffer); };
  switch (node.for_kind) {
    case ForKind::Thread:
    case ForKind::VThread:
      return parts_.position.report(thread_loop(node.var->name, node.thread_tag, node.from));
    case ForKind::Parallel:
      return frame_.parallel ? serial(node) : parallel_.emit(node);
    case ForKind::Unrolled:
      return extent && can_unroll(node, *extent) ? expand(node, *extent) : serial(node);
    case ForKind::Serial:
    case ForKind::Vectorized:
      return extent && walks_register_tile(node, *extent, is_tile) ? expand(node, *extent) : serial(node);
  }
}

void LoopEmitter::expand(const tir::ForNode& node, int64_t extent) {
  const tir::VarNode* var = node.var.get();
  const Index min = parts_.indices.index(node.min);
  for (int64_t i = 0; i < extent; ++i) {
    const Index at = parts_.index_math.add(min, parts_.index_math.constant(i));
    frame_.variables[var] = loop_variable(parts_.ir, at, parts_.index_math.constant(1), parts_.ir.i64(0));
    frame_.variables[var].value = at.base;
    if (at.min == at.max) frame_.constants[var] = at.min;
    parts_.body.emit(node.body);
  }
  frame_.constants.erase(var);
}

void LoopEmitter::serial(const tir::ForNode& node) {
  const Index min = parts_.indices.index(node.min), extent = parts_.indices.index(node.extent);
  if (extent.max <= 0) return;
  if (extent.min == 1 && extent.max == 1) {
    frame_.variables[node.var.get()] = loop_variable(parts_.ir, min, extent, parts_.ir.i64(0));
    frame_.variables[node.var.get()].value = min.base;
    return parts_.body.emit(node.body);
  }
  const std::vector<const tir::BufferNode*> promoted = accumulators_.promote(node);
  const CountedLoop loop{extent.base, extent.min > 0, node.var->name, metadata(node)};
  emit_counted_loop(parts_.ir, loop, [&](Value* counter) {
    frame_.variables[node.var.get()] = loop_variable(parts_.ir, min, extent, counter);
    parts_.body.emit(node.body);
    parts_.position.set(&node);
  });
  accumulators_.write_back(promoted);
}

llvm::MDNode* LoopEmitter::metadata(const tir::ForNode& node) {
  llvm::LLVMContext& context = parts_.ir.context();
  llvm::MDNode* what = nullptr;
  if (node.for_kind == ForKind::Vectorized)
    what = llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.vectorize.enable"),
                                       llvm::ConstantAsMetadata::get(builder_.getTrue())});
  else if (const int64_t* extent = tir::as_const_int(node.extent);
           extent && slots_.count() >= kManySlots &&
           iterations_share_reads(
               node, *extent, [&](const tir::VarNode& var) { return slots_.unrolled.contains(&var); },
               [&](const tir::BufferNode& buffer) { return slots_.promoted.contains(&buffer); }))
    what = llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.disable")});
  if (!what) return nullptr;
  llvm::Metadata* const operands[] = {nullptr, what};
  llvm::MDNode* metadata = llvm::MDNode::getDistinct(context, operands);
  metadata->replaceOperandWith(0, metadata);
  return metadata;
}

}  // namespace nw::codegen
