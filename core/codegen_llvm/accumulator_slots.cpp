// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/accumulator_slots.h"

namespace nw::codegen {

size_t AccumulatorSlots::count() const {
  size_t slots = 0;
  for (const auto& [buffer, places] : promoted) slots += places.size();
  return slots;
}

llvm::AllocaInst* AccumulatorSlots::find(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices,
                                         const Constants& known) const {
  const auto slots = promoted.find(&buffer);
  if (slots == promoted.end()) return nullptr;
  const auto index = flat_index(buffer, indices, known);
  const auto slot = slots->second.find(index->constant);
  return slot == slots->second.end() ? nullptr : slot->second.memory;
}

}  // namespace nw::codegen
