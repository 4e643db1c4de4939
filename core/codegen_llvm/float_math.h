// SPDX-License-Identifier: GPL-3.0-or-later
// float32 functions as straight-line code that works on vectors too, within about 2 units in the last place: a scalar
// library call for every lane would cost more than all the rest of a softmax.
#pragma once

#include <initializer_list>

#include "codegen_llvm/ir_builder.h"

namespace nw::codegen {

class FloatMath {
 public:
  explicit FloatMath(IrBuilder& ir) : ir_(ir), builder_(ir.builder()) {}

  Value* exp(Value* x);
  Value* log(Value* x);
  Value* tanh(Value* x);
  Value* erf(Value* x);
  Value* sigmoid(Value* x);

 private:
  // e^x = p·2^n
  struct Powers {
    Value *p, *n;
  };
  Powers powers_of_exp(Value* x);
  Value* limited(Value* x, double least, double most);                      // NaN stays NaN
  Value* power_of_two(Value* n);                                            // -126 ≤ n ≤ 127; 128: infinity
  Value* polynomial(Value* x, std::initializer_list<double> coefficients);  // highest power first
  Value* fma(Value* a, Value* b, Value* c);
  static Value* like(Value* x, double v);  // a constant of x's type

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
};

}  // namespace nw::codegen
