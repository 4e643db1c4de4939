// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/arithmetic.h"

namespace nw::codegen {

using tir::ExprKind;

Value* Arithmetic::binary(ExprKind kind, DType t, Value* a, Value* b) {
  const bool real = t.is_float();
  switch (kind) {
    case ExprKind::Add:
      return real ? conversion_.round_to(t, builder_.CreateFAdd(a, b)) : builder_.CreateAdd(a, b);
    case ExprKind::Sub:
      return real ? conversion_.round_to(t, builder_.CreateFSub(a, b)) : builder_.CreateSub(a, b);
    case ExprKind::Mul:
      return real ? conversion_.round_to(t, builder_.CreateFMul(a, b)) : builder_.CreateMul(a, b);
    case ExprKind::Min:
      return builder_.CreateSelect(compare(ExprKind::LT, t, a, b), a, b);
    case ExprKind::Max:
      return builder_.CreateSelect(compare(ExprKind::GT, t, a, b), a, b);
    default:
      return real ? divide_floats(kind, t, a, b) : divide_integers(kind, t, a, b);
  }
}

Value* Arithmetic::divide_integers(ExprKind kind, DType t, Value* a, Value* b) {
  if (frame_.mask)
    b = builder_.CreateSelect(t.lanes > 1 ? frame_.mask : builder_.CreateOrReduce(frame_.mask), b,
                              llvm::ConstantInt::get(b->getType(), 1));
  if (t.is_uint())
    return kind == ExprKind::Div || kind == ExprKind::FloorDiv ? builder_.CreateUDiv(a, b) : builder_.CreateURem(a, b);
  // The least integer by -1 wraps, as the interpreter has it: the processor would stop there.
  const auto* constant = llvm::dyn_cast<llvm::Constant>(b);
  const llvm::Constant* every = constant && t.lanes > 1 ? constant->getSplatValue() : constant;
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(every);
  const bool may_be_minus_one = !number || number->isMinusOne();
  Value* negated = nullptr;
  Value* is_minus_one = nullptr;
  if (may_be_minus_one) {
    is_minus_one = builder_.CreateICmpEQ(b, llvm::Constant::getAllOnesValue(b->getType()));
    negated = builder_.CreateNeg(a);
    b = builder_.CreateSelect(is_minus_one, llvm::ConstantInt::get(b->getType(), 1), b);
  }
  const auto quotient = [&] {
    Value* divided = builder_.CreateSDiv(a, b);
    return may_be_minus_one ? builder_.CreateSelect(is_minus_one, negated, divided) : divided;
  };
  if (kind == ExprKind::Div) return quotient();
  Value* remainder = builder_.CreateSRem(a, b);
  if (kind == ExprKind::Mod) return remainder;
  Value* zero = llvm::Constant::getNullValue(a->getType());
  Value* inexact = builder_.CreateICmpNE(remainder, zero);
  Value* opposite = builder_.CreateICmpSLT(builder_.CreateXor(remainder, b), zero);
  Value* adjust = builder_.CreateAnd(inexact, opposite);
  if (kind == ExprKind::FloorMod) return builder_.CreateSelect(adjust, builder_.CreateAdd(remainder, b), remainder);
  return builder_.CreateAdd(quotient(), builder_.CreateSExt(adjust, a->getType()));
}

Value* Arithmetic::divide_floats(ExprKind kind, DType t, Value* a, Value* b) {
  switch (kind) {
    case ExprKind::Div:
      return conversion_.round_to(t, builder_.CreateFDiv(a, b));
    case ExprKind::Mod:
      return conversion_.round_to(t, builder_.CreateFRem(a, b));
    case ExprKind::FloorDiv:
      return conversion_.round_to(t, ir_.intrinsic(llvm::Intrinsic::floor, {builder_.CreateFDiv(a, b)}));
    default: {  // a - floor(a / b) * b
      Value* whole = ir_.intrinsic(llvm::Intrinsic::floor, {builder_.CreateFDiv(a, b)});
      return conversion_.round_to(t, builder_.CreateFSub(a, builder_.CreateFMul(whole, b)));
    }
  }
}

Value* Arithmetic::compare(ExprKind kind, DType operand, Value* a, Value* b) {
  using P = llvm::CmpInst::Predicate;
  const bool real = operand.is_float(), uns = operand.is_uint();
  P p = P::ICMP_EQ;
  switch (kind) {
    case ExprKind::EQ:
      p = real ? P::FCMP_OEQ : P::ICMP_EQ;
      break;
    case ExprKind::NE:
      p = real ? P::FCMP_UNE : P::ICMP_NE;
      break;
    case ExprKind::LT:
      p = real ? P::FCMP_OLT : uns ? P::ICMP_ULT : P::ICMP_SLT;
      break;
    case ExprKind::LE:
      p = real ? P::FCMP_OLE : uns ? P::ICMP_ULE : P::ICMP_SLE;
      break;
    case ExprKind::GT:
      p = real ? P::FCMP_OGT : uns ? P::ICMP_UGT : P::ICMP_SGT;
      break;
    default:
      p = real ? P::FCMP_OGE : uns ? P::ICMP_UGE : P::ICMP_SGE;
      break;
  }
  return builder_.CreateCmp(p, a, b);
}

}  // namespace nw::codegen
