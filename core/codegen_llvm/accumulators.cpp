// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/accumulators.h"

#include <algorithm>
#include <utility>

namespace nw::codegen {

namespace {

constexpr size_t kMaxScalarSlots = 16;

}  // namespace

std::vector<const tir::BufferNode*> Accumulators::promote(const tir::ForNode& loop) {
  std::vector<const tir::BufferNode*> done;
  const int64_t* extent = tir::as_const_int(loop.extent);
  if (!extent || *extent < 2) return done;
  for (const tir::Buffer& buffer : updated_buffers(loop)) {
    if (slots_.promoted.contains(buffer.get()) || !frame_.buffers.contains(buffer.get()) || buffer->dtype.is_handle())
      continue;
    const auto found = accumulator_places(*buffer, loop, frame_.constants);
    if (!found || !fit_registers(*found, buffer->dtype)) continue;
    AccumulatorSlots::ByConstant slots;
    for (const auto& [constant, place] : found->places) {
      llvm::AllocaInst* slot = ir_.entry_alloca(ir_.memory_type(buffer->dtype.element(), place.index.lanes),
                                                llvm::Align(64), buffer->name + ".acc");
      slots[constant] = {slot, place.indices, place.known};
      const Variables kept = bind(place.known);
      builder_.CreateAlignedStore(memory_.read(*buffer, place.indices, place.index.lanes), slot, llvm::Align(64));
      frame_.variables = kept;
    }
    slots_.promoted[buffer.get()] = std::move(slots);
    slots_.unrolled.insert(found->unrolled.begin(), found->unrolled.end());
    done.push_back(buffer.get());
  }
  return done;
}

bool Accumulators::fit_registers(const AccumulatorPlaces& found, DType dtype) const {
  int64_t registers = 0;
  bool vectors = true;
  for (const auto& [constant, place] : found.places) {
    registers += std::max<int64_t>(1, (place.index.lanes * dtype.bytes() + cpu_.vector_bytes - 1) / cpu_.vector_bytes);
    vectors = vectors && place.index.lanes > 1;
  }
  if (registers > cpu_.vector_registers - 2) return false;
  return vectors || (!found.expands && found.places.size() <= kMaxScalarSlots);
}

void Accumulators::write_back(const std::vector<const tir::BufferNode*>& buffers) {
  for (const tir::BufferNode* buffer : buffers) {
    const auto promoted = slots_.promoted.extract(buffer);
    for (const auto& [constant, slot] : promoted.mapped()) {
      const Variables kept = bind(slot.known);
      Value* v = builder_.CreateAlignedLoad(slot.memory->getAllocatedType(), slot.memory, llvm::Align(64));
      memory_.write(*buffer, slot.indices, v);
      frame_.variables = kept;
    }
  }
}

Variables Accumulators::bind(const Constants& known) {
  const Variables kept = frame_.variables;
  for (const auto& [var, value] : known) frame_.variables[var] = {ir_.i64(value), true, value, value, false};
  return kept;
}

}  // namespace nw::codegen
