// SPDX-License-Identifier: GPL-3.0-or-later
// Loops: serial ones as loops of LLVM with accumulators in registers, short ones over register tiles and unrolled ones
// written out, parallel ones by ParallelLoopEmitter.
#pragma once

#include "codegen_llvm/accumulators.h"
#include "codegen_llvm/parallel_loop_emitter.h"

namespace nw::codegen {

class LoopEmitter {
 public:
  LoopEmitter(const LoopParts& parts, AccumulatorSlots& slots, MemoryEmitter& memory, const CpuTraits& cpu);

  void emit(const tir::ForNode& node);

 private:
  void emit_as_marked(const tir::ForNode& node);
  void serial(const tir::ForNode& node);
  void expand(const tir::ForNode& node, int64_t extent);
  llvm::MDNode* metadata(const tir::ForNode& node);

  LoopParts parts_;
  llvm::IRBuilder<>& builder_;
  Frame& frame_;
  const AccumulatorSlots& slots_;
  Accumulators accumulators_;
  ParallelLoopEmitter parallel_;
};

}  // namespace nw::codegen
