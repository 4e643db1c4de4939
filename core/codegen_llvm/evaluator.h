// SPDX-License-Identifier: GPL-3.0-or-later
// The value of any expression. Indices and calls contain expressions, and expressions contain indices and calls: those
// ask for the values that they need through this interface, which ExprEmitter, their owner, implements.
#pragma once

#include "codegen_llvm/ir_builder.h"
#include "tir/expr.h"

namespace nw::codegen {

class Evaluator {
 public:
  virtual Value* value(const tir::Expr& e) = 0;

 protected:
  ~Evaluator() = default;
};

}  // namespace nw::codegen
