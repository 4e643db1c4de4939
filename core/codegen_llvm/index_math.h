// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on indices: integers of 64 bits whose range is known, so that the wrapping that their types demand is
// written only where it could happen.
#pragma once

#include "codegen_llvm/arithmetic.h"

namespace nw::codegen {

// An integer expression in 64 bits with what is known of its value. A vector is either affine (base, base + stride, …)
// or general (`vector` is set).
struct Index {
  llvm::Value* base = nullptr;  // i64
  int64_t stride = 0;
  llvm::Value* vector = nullptr;  // <lanes x i64>
  int lanes = 1;
  int64_t min = 0, max = 0;  // of every lane
  bool symbolic = false;     // depends on a symbolic size: trusted not to overflow its type
  bool affine() const { return vector == nullptr; }
};

class IndexMath {
 public:
  IndexMath(IrBuilder& ir, Arithmetic& arithmetic) : ir_(ir), builder_(ir.builder()), arithmetic_(arithmetic) {}

  Index constant(int64_t v);
  Index add(Index a, Index b);
  Index subtract(Index a, Index b);
  Index multiply(Index a, Index b);
  // By a kind of division or remainder: rounding down or towards zero; the two agree where neither side is negative.
  Index divide(const tir::BinaryNode& node, const Index& a, const Index& b);
  Index extreme(tir::ExprKind kind, const Index& a, const Index& b);  // Min or Max
  Index fit(Index i, DType dtype);              // wraps to the type's range where that cannot be excluded
  Value* vector(const Index& i);                // <lanes x i64>, or i64 where lanes is 1
  Value* in_type(const Index& i, DType dtype);  // as a value of an integer type

 private:
  Value* quotient_or_remainder(tir::ExprKind kind, const Index& a, const Index& b, Value* x, Value* y);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  Arithmetic& arithmetic_;
};

}  // namespace nw::codegen
