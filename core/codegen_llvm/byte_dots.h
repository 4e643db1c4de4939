// SPDX-License-Identifier: GPL-3.0-or-later
// Sums with a scalar product of bytes (tir/byte_dot.h) as the processor's instruction, where it has one.
#pragma once

#include <llvm/IR/Intrinsics.h>

#include <array>

#include "codegen_llvm/cpu_traits.h"
#include "codegen_llvm/evaluator.h"

namespace nw::codegen {

class ByteDots {
 public:
  ByteDots(IrBuilder& ir, const CpuTraits& cpu, Evaluator& values) : ir_(ir), cpu_(cpu), values_(values) {}

  // Null: the sum contains no such product, or the processor lacks the instruction.
  Value* sum(const tir::BinaryNode& node);

 private:
  Value* in_parts(llvm::Intrinsic::ID id, int lanes, const std::array<Value*, 3>& operands);

  IrBuilder& ir_;
  const CpuTraits& cpu_;
  Evaluator& values_;
};

}  // namespace nw::codegen
