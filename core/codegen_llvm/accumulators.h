// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulators in registers. A reduction such as
//   for k: for y in 8: C[y*64 .. +16] = C[y*64 .. +16] + A[y, k]*B[k, …]
// reads and writes the same few places of C in every iteration of k. LLVM cannot in general prove that those places do
// not overlap each other, so the values would travel through memory; here the loop nest tells. Before the loop over k
// each place is read into a slot of its own, inside it the slots stand for the places (loops over y are written out, so
// that each access is one known slot), and after it they are written back. LLVM turns the slots into registers.
//
// That is right if every access to the buffer inside the loop has an index which is the same linear expression of
// variables that do not change in the loop, plus a constant; happens in every iteration; and if the stretches from
// those constants are equal or disjoint. Buffers never alias each other.
#pragma once

#include "codegen_llvm/accumulator_places.h"
#include "codegen_llvm/cpu_traits.h"
#include "codegen_llvm/memory_emitter.h"

namespace nw::codegen {

class Accumulators {
 public:
  Accumulators(IrBuilder& ir, Frame& frame, AccumulatorSlots& slots, MemoryEmitter& memory, const CpuTraits& cpu)
      : ir_(ir), builder_(ir.builder()), frame_(frame), slots_(slots), memory_(memory), cpu_(cpu) {}

  // Slots for what `loop` accumulates, with the values of their places; write_back() stores them after the loop.
  std::vector<const tir::BufferNode*> promote(const tir::ForNode& loop);
  void write_back(const std::vector<const tir::BufferNode*>& buffers);

 private:
  bool fit_registers(const AccumulatorPlaces& found, DType dtype) const;
  Variables bind(const Constants& known);  // gives back the variables as they were

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  Frame& frame_;
  AccumulatorSlots& slots_;
  MemoryEmitter& memory_;
  const CpuTraits& cpu_;
};

}  // namespace nw::codegen
