// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions. The emitter owns the parts that a kind of expression each has of its own: indices, memory, arithmetic,
// calls.
#pragma once

#include "codegen_llvm/byte_dots.h"
#include "codegen_llvm/index_checks.h"
#include "codegen_llvm/llvm_calls.h"
#include "codegen_llvm/math_calls.h"
#include "codegen_llvm/memory_emitter.h"

namespace nw::codegen {

class ExprEmitter : public Evaluator {
 public:
  ExprEmitter(IrBuilder& ir, SourcePosition& position, Frame& frame, const AccumulatorSlots& slots, IndexChecks& checks,
              const CpuTraits& cpu);

  Value* value(const tir::Expr& e) override;
  Value* value_as(const tir::Expr& e, DType t);    // converted
  Value* masked(Value* mask, const tir::Expr& e);  // only the lanes of the mask count

  NumberConversion& conversion() { return conversion_; }
  IndexMath& index_math() { return index_math_; }
  IndexEmitter& indices() { return indices_; }
  MemoryEmitter& memory() { return memory_; }

 private:
  Value* variable(const tir::VarNode& var);
  Value* select(const tir::SelectNode& node);
  Value* let(const tir::LetNode& node);
  Value* ramp(const tir::RampNode& node);
  Value* binary(const tir::BinaryNode& node);
  Value* logical(const tir::BinaryNode& node);
  Value* conditional(const tir::Expr& condition, const tir::Expr& yes, const tir::Expr& no, DType t);
  Value* branches(Value* test, const tir::Expr& yes, const tir::Expr& no, DType t);
  Value* call(const tir::CallNode& node);
  Value* checked_index(const tir::CallNode& node);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  SourcePosition& position_;
  Frame& frame_;
  IndexChecks& checks_;
  NumberConversion conversion_;
  Arithmetic arithmetic_;
  IndexMath index_math_;
  IndexEmitter indices_;
  MemoryEmitter memory_;
  MathCalls math_calls_;
  LlvmCalls llvm_calls_;
  ByteDots byte_dots_;
};

}  // namespace nw::codegen
