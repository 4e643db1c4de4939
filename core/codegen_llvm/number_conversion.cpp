// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/number_conversion.h"

namespace nw::codegen {

namespace {

llvm::Value* bits_like(llvm::Value* v, uint64_t bits) {
  return llvm::ConstantInt::get(v->getType(), bits);
}

}  // namespace

Value* NumberConversion::bfloat_bits(Value* v) {
  const int lanes = IrBuilder::lanes_of(v);
  Value* bits = builder_.CreateBitCast(v, IrBuilder::with_lanes(builder_.getInt32Ty(), lanes));
  Value* high = builder_.CreateLShr(bits, bits_like(bits, 16));
  Value* odd = builder_.CreateAnd(high, bits_like(bits, 1));
  Value* rounded = builder_.CreateLShr(builder_.CreateAdd(bits, builder_.CreateAdd(odd, bits_like(bits, 0x7fff))),
                                       bits_like(bits, 16));
  Value* quiet = builder_.CreateOr(high, bits_like(bits, 0x40));
  Value* result = builder_.CreateSelect(builder_.CreateFCmpUNO(v, v), quiet, rounded);
  return builder_.CreateTrunc(result, IrBuilder::with_lanes(builder_.getInt16Ty(), lanes));
}

// Scaling by 2^-112 and back lets the float unit round subnormals; normals are rounded by adding half a unit.
Value* NumberConversion::half_bits(Value* v) {
  const int lanes = IrBuilder::lanes_of(v);
  llvm::Type* narrow = IrBuilder::with_lanes(builder_.getInt16Ty(), lanes);
  if (half_conversion_)
    return builder_.CreateBitCast(builder_.CreateFPTrunc(v, IrBuilder::with_lanes(builder_.getHalfTy(), lanes)),
                                  narrow);
  Value* bits = builder_.CreateBitCast(v, IrBuilder::with_lanes(builder_.getInt32Ty(), lanes));
  Value* sign = builder_.CreateAnd(builder_.CreateLShr(bits, bits_like(bits, 16)), bits_like(bits, 0x8000));
  Value* magnitude = builder_.CreateAnd(bits, bits_like(bits, 0x7fffffff));
  // 2^-24 is the unit of subnormal halves: |v| + 0.5 has it in the last place of its mantissa.
  Value* tiny = builder_.CreateBitCast(magnitude, v->getType());
  Value* shifted =
      builder_.CreateBitCast(builder_.CreateFAdd(tiny, llvm::ConstantFP::get(v->getType(), 0.5)), bits->getType());
  Value* subnormal = builder_.CreateSub(shifted, bits_like(bits, 0x3f000000));
  Value* odd = builder_.CreateAnd(builder_.CreateLShr(magnitude, bits_like(bits, 13)), bits_like(bits, 1));
  Value* normal = builder_.CreateLShr(builder_.CreateAdd(builder_.CreateSub(magnitude, bits_like(bits, 0x38000000)),
                                                         builder_.CreateAdd(odd, bits_like(bits, 0xfff))),
                                      bits_like(bits, 13));
  Value* finite =
      builder_.CreateSelect(builder_.CreateICmpULT(magnitude, bits_like(bits, 0x38800000)), subnormal, normal);
  Value* large = builder_.CreateSelect(builder_.CreateICmpUGE(magnitude, bits_like(bits, 0x477ff000)),
                                       bits_like(bits, 0x7c00), finite);
  Value* kept = builder_.CreateOr(
      bits_like(bits, 0x7e00),
      builder_.CreateAnd(builder_.CreateLShr(magnitude, bits_like(bits, 13)), bits_like(bits, 0x3ff)));
  Value* result = builder_.CreateSelect(builder_.CreateICmpUGT(magnitude, bits_like(bits, 0x7f800000)), kept, large);
  return builder_.CreateTrunc(builder_.CreateOr(result, sign), narrow);
}

Value* NumberConversion::half_value(Value* stored) {
  const int lanes = IrBuilder::lanes_of(stored);
  llvm::Type* wide = IrBuilder::with_lanes(builder_.getFloatTy(), lanes);
  if (half_conversion_)
    return builder_.CreateFPExt(builder_.CreateBitCast(stored, IrBuilder::with_lanes(builder_.getHalfTy(), lanes)),
                                wide);
  Value* bits = builder_.CreateZExt(stored, IrBuilder::with_lanes(builder_.getInt32Ty(), lanes));
  Value* sign = builder_.CreateShl(builder_.CreateAnd(bits, bits_like(bits, 0x8000)), bits_like(bits, 16));
  Value* magnitude = builder_.CreateAnd(bits, bits_like(bits, 0x7fff));
  Value* moved = builder_.CreateShl(magnitude, bits_like(bits, 13));
  Value* normal = builder_.CreateAdd(moved, bits_like(bits, 0x38000000));
  Value* special = builder_.CreateOr(moved, bits_like(bits, 0x7f800000));
  Value* subnormal = builder_.CreateBitCast(
      builder_.CreateFMul(builder_.CreateUIToFP(magnitude, wide), llvm::ConstantFP::get(wide, 0x1p-24)),
      bits->getType());
  Value* finite = builder_.CreateSelect(builder_.CreateICmpULT(magnitude, bits_like(bits, 0x400)), subnormal, normal);
  Value* result = builder_.CreateSelect(builder_.CreateICmpUGE(magnitude, bits_like(bits, 0x7c00)), special, finite);
  return builder_.CreateBitCast(builder_.CreateOr(result, sign), wide);
}

Value* NumberConversion::round_to(DType t, Value* v) {
  if (!t.is_float() || t.bits != 16) return v;
  return from_memory(to_memory(v, t), t);
}

Value* NumberConversion::from_memory(Value* v, DType t) {
  if (t.is_bool()) return builder_.CreateICmpNE(v, bits_like(v, 0));
  if (t.is_bfloat()) {
    Value* wide = builder_.CreateZExt(v, IrBuilder::with_lanes(builder_.getInt32Ty(), t.lanes));
    return builder_.CreateBitCast(builder_.CreateShl(wide, bits_like(wide, 16)),
                                  IrBuilder::with_lanes(builder_.getFloatTy(), t.lanes));
  }
  if (t.is_float() && t.bits == 16) return half_value(v);
  if (t.is_integer()) return builder_.CreateTrunc(v, ir_.value_type(t));
  return v;
}

Value* NumberConversion::to_memory(Value* v, DType t) {
  if (t.is_bfloat()) return bfloat_bits(v);
  if (t.is_float() && t.bits == 16) return half_bits(v);
  if (t.is_uint()) return builder_.CreateZExt(v, ir_.memory_type(t.element(), t.lanes));
  if (t.is_int()) return builder_.CreateSExt(v, ir_.memory_type(t.element(), t.lanes));
  return v;
}

Value* NumberConversion::convert(Value* v, DType from, DType to) {
  if (from.lanes == 1 && to.lanes > 1) {
    v = ir_.splat(v, to.lanes);
    from = from.with_lanes(to.lanes);
  }
  if (from == to || from.is_handle() || to.is_handle()) return v;
  llvm::Type* type = ir_.value_type(to);
  if (from.is_integer()) {
    if (to.is_bool()) return builder_.CreateICmpNE(v, llvm::Constant::getNullValue(v->getType()));
    if (to.is_integer())
      return from.is_uint() ? builder_.CreateZExtOrTrunc(v, type) : builder_.CreateSExtOrTrunc(v, type);
    Value* real = from.is_uint() ? builder_.CreateUIToFP(v, type) : builder_.CreateSIToFP(v, type);
    return round_to(to, real);
  }
  if (to.is_bool()) return builder_.CreateFCmpUNE(v, llvm::Constant::getNullValue(v->getType()));
  // What does not fit has no defined value; freezing keeps it a value.
  if (to.is_uint()) return builder_.CreateFreeze(builder_.CreateFPToUI(v, type));
  if (to.is_int()) return builder_.CreateFreeze(builder_.CreateFPToSI(v, type));
  Value* real = v;
  if (from.bits == 64 && to.bits < 64) real = builder_.CreateFPTrunc(v, type);
  if (from.bits < 64 && to.bits == 64) real = builder_.CreateFPExt(v, type);
  return round_to(to, real);
}

}  // namespace nw::codegen
