// SPDX-License-Identifier: GPL-3.0-or-later
// Integer expressions as addresses. Loop variables are 64-bit in LLVM and stay so through + - * and divisions: a 32-bit
// sum with a sign extension between it and the address would keep LLVM from folding it into addressing modes and from
// seeing how addresses differ.
#pragma once

#include "codegen_llvm/evaluator.h"
#include "codegen_llvm/index_math.h"

namespace nw::codegen {

class IndexEmitter {
 public:
  IndexEmitter(IndexMath& math, IrBuilder& ir, const Frame& frame, Evaluator& values)
      : math_(math), ir_(ir), frame_(frame), values_(values) {}

  // Whether e is made of constants, loop variables and sizes only.
  bool is_pure(const tir::Expr& e) const;
  Index index(const tir::Expr& e);

 private:
  Index binary(const tir::BinaryNode& node);
  Index variable(const tir::VarNode& var);
  Index ramp(const tir::RampNode& node);
  Index leaf(const tir::Expr& e);

  IndexMath& math_;
  IrBuilder& ir_;
  const Frame& frame_;
  Evaluator& values_;
};

}  // namespace nw::codegen
