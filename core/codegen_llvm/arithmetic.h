// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic and comparisons of values of one type, as TIR defines them: division rounds as its kind says, results in
// float16 and bfloat16 are rounded, and a lane that does not count divides by 1.
#pragma once

#include "codegen_llvm/frame.h"
#include "codegen_llvm/number_conversion.h"
#include "tir/expr.h"

namespace nw::codegen {

class Arithmetic {
 public:
  Arithmetic(IrBuilder& ir, NumberConversion& conversion, const Frame& frame)
      : ir_(ir), builder_(ir.builder()), conversion_(conversion), frame_(frame) {}

  Value* binary(tir::ExprKind kind, DType t, Value* a, Value* b);
  Value* compare(tir::ExprKind kind, DType operand, Value* a, Value* b);
  Value* divide_integers(tir::ExprKind kind, DType t, Value* a, Value* b);

 private:
  Value* divide_floats(tir::ExprKind kind, DType t, Value* a, Value* b);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  NumberConversion& conversion_;
  const Frame& frame_;
};

}  // namespace nw::codegen
