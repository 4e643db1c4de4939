// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of functions by TIR's names: mathematical functions, bit operations, reinterpreted bits.
#pragma once

#include "codegen_llvm/evaluator.h"
#include "codegen_llvm/float_math.h"
#include "codegen_llvm/number_conversion.h"

namespace nw::codegen {

class MathCalls {
 public:
  MathCalls(IrBuilder& ir, NumberConversion& conversion, Evaluator& values)
      : ir_(ir), builder_(ir.builder()), conversion_(conversion), values_(values), float_math_(ir) {}

  Value* call(const tir::CallNode& node);  // null: no such function for these types

 private:
  Value* bit_count(const tir::CallNode& node);
  Value* integer_function(const tir::CallNode& node);
  Value* shift(const tir::CallNode& node);
  Value* instruction(const tir::CallNode& node);
  Value* transcendental(const tir::CallNode& node);
  Value* library_function(const tir::CallNode& node);
  Value* square(const tir::CallNode& node);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  NumberConversion& conversion_;
  Evaluator& values_;
  FloatMath float_math_;
};

}  // namespace nw::codegen
