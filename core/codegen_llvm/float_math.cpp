// SPDX-License-Identifier: GPL-3.0-or-later
// Each function reduces its argument and evaluates a polynomial; the coefficients are minimax fits (Remez exchange) of
// the named function over the named range, made for this file.
#include "codegen_llvm/float_math.h"

namespace nw::codegen {

namespace {

constexpr double kLn2High = 0x1.62e4p-1;  // ln 2 to 16 bits: exact when multiplied by an exponent
constexpr double kLn2Low = 1.42860677e-06;

}  // namespace

Value* FloatMath::like(Value* x, double v) {
  return llvm::ConstantFP::get(x->getType(), v);
}

Value* FloatMath::fma(Value* a, Value* b, Value* c) {
  return builder_.CreateFAdd(builder_.CreateFMul(a, b), c);
}

Value* FloatMath::polynomial(Value* x, std::initializer_list<double> coefficients) {
  Value* sum = nullptr;
  for (const double c : coefficients) sum = sum ? fma(sum, x, like(x, c)) : like(x, c);
  return sum;
}

Value* FloatMath::power_of_two(Value* n) {
  Value* biased = builder_.CreateAdd(n, llvm::ConstantInt::get(n->getType(), 127));
  Value* bits = builder_.CreateShl(biased, llvm::ConstantInt::get(n->getType(), 23));
  return builder_.CreateBitCast(bits, IrBuilder::with_lanes(builder_.getFloatTy(), IrBuilder::lanes_of(n)));
}

// x = n·ln 2 + r, |r| ≤ ln 2 / 2; e^x = 2^n·e^r. Adding 1.5·2^23 rounds to an integer, which is then in the low bits.
FloatMath::Powers FloatMath::powers_of_exp(Value* x) {
  Value* magic = like(x, 12582912.0);
  Value* shifted = fma(x, like(x, 1.44269504088896341), magic);
  Value* whole = builder_.CreateFSub(shifted, magic);
  Value* r = fma(whole, like(x, -kLn2High), x);
  r = fma(whole, like(x, -kLn2Low), r);
  Value* q = polynomial(r, {0.00138144626, 0.00836878084, 0.0416683927, 0.166665196, 0.49999994});
  Value* p = builder_.CreateFAdd(fma(builder_.CreateFMul(r, r), q, r), like(x, 1.0));
  llvm::Type* integer = IrBuilder::with_lanes(builder_.getInt32Ty(), IrBuilder::lanes_of(x));
  Value* n = builder_.CreateSub(builder_.CreateBitCast(shifted, integer), llvm::ConstantInt::get(integer, 0x4b400000));
  return {p, n};
}

Value* FloatMath::limited(Value* x, double least, double most) {
  x = builder_.CreateSelect(builder_.CreateFCmpOGT(x, like(x, most)), like(x, most), x);
  return builder_.CreateSelect(builder_.CreateFCmpOLT(x, like(x, least)), like(x, least), x);
}

// 2^n in two factors covers subnormal results and overflow to infinity; NaN stays NaN through the comparisons.
Value* FloatMath::exp(Value* x) {
  const auto [p, n] = powers_of_exp(limited(x, -104.0, 89.0));
  Value* half = builder_.CreateAShr(n, llvm::ConstantInt::get(n->getType(), 1));
  return builder_.CreateFMul(builder_.CreateFMul(p, power_of_two(half)), power_of_two(builder_.CreateSub(n, half)));
}

// x = 2^e·(1 + f), √½ ≤ 1 + f < √2; log x = e·ln 2 + f - f²/2 + f³·P(f).
Value* FloatMath::log(Value* x) {
  llvm::Type* integer = IrBuilder::with_lanes(builder_.getInt32Ty(), IrBuilder::lanes_of(x));
  auto number = [&](uint32_t v) { return llvm::ConstantInt::get(integer, v); };
  Value* tiny = builder_.CreateFCmpOLT(x, like(x, 0x1p-126));
  Value* scaled = builder_.CreateSelect(tiny, builder_.CreateFMul(x, like(x, 0x1p23)), x);
  Value* bits = builder_.CreateSub(builder_.CreateBitCast(scaled, integer), number(0x3f3504f3));
  Value* exponent = builder_.CreateSIToFP(builder_.CreateAShr(bits, number(23)), x->getType());
  exponent = builder_.CreateSelect(tiny, builder_.CreateFSub(exponent, like(x, 23.0)), exponent);
  Value* mantissa = builder_.CreateAdd(builder_.CreateAnd(bits, number(0x7fffff)), number(0x3f3504f3));
  Value* f = builder_.CreateFSub(builder_.CreateBitCast(mantissa, x->getType()), like(x, 1.0));
  Value* p = polynomial(f, {0.0691533685, -0.117897324, 0.118729457, -0.123843588, 0.142186642, -0.16669251,
                            0.200022265, -0.249999866, 0.333333105});
  Value* square = builder_.CreateFMul(f, f);
  Value* tail = fma(builder_.CreateFMul(square, f), p, builder_.CreateFMul(exponent, like(x, kLn2Low)));
  tail = fma(square, like(x, -0.5), tail);
  Value* result = fma(exponent, like(x, kLn2High), builder_.CreateFAdd(f, tail));
  result = builder_.CreateSelect(builder_.CreateFCmpOEQ(x, like(x, 0.0)),
                                 llvm::ConstantFP::getInfinity(x->getType(), true), result);
  result =
      builder_.CreateSelect(builder_.CreateFCmpULT(x, like(x, 0.0)), llvm::ConstantFP::getNaN(x->getType()), result);
  return builder_.CreateSelect(builder_.CreateFCmpOEQ(x, llvm::ConstantFP::getInfinity(x->getType())), x, result);
}

// |x| < 0.625: x + x³·P(x²); beyond: 1 - 2 / (e^2|x| + 1) with x's sign.
Value* FloatMath::tanh(Value* x) {
  Value* size = ir_.intrinsic(llvm::Intrinsic::fabs, {x});
  Value* z = builder_.CreateFMul(x, x);
  Value* p = polynomial(z, {-0.00571477786, 0.0206486508, -0.053742934, 0.133314848, -0.333332837});
  Value* near = fma(builder_.CreateFMul(x, z), p, x);
  Value* e = exp(builder_.CreateFAdd(size, size));
  Value* far =
      builder_.CreateFSub(like(x, 1.0), builder_.CreateFDiv(like(x, 2.0), builder_.CreateFAdd(e, like(x, 1.0))));
  far = ir_.intrinsic(llvm::Intrinsic::copysign, {far, x});
  return builder_.CreateSelect(builder_.CreateFCmpOLT(size, like(x, 0.625)), near, far);
}

// |x| < 0.92: x·P(x²); beyond: 1 - e^-Q(|x|) with x's sign, Q = -log(1 - erf).
Value* FloatMath::erf(Value* x) {
  Value* size = ir_.intrinsic(llvm::Intrinsic::fabs, {x});
  Value* near = builder_.CreateFMul(
      x, polynomial(builder_.CreateFMul(x, x),
                    {-0.000598874642, 0.00499327341, -0.0267670993, 0.112818442, -0.376124978, 1.12837911}));
  Value* t = builder_.CreateSelect(builder_.CreateFCmpOGT(size, like(x, 4.0)), like(x, 4.0), size);
  Value* q = polynomial(
      t, {-0.000195931396, 0.00304316147, -0.0222267024, 0.103931159, 0.637182713, 1.12767529, 0.000195740533});
  Value* far = builder_.CreateFSub(like(x, 1.0), exp(builder_.CreateFNeg(q)));
  far = ir_.intrinsic(llvm::Intrinsic::copysign, {far, x});
  return builder_.CreateSelect(builder_.CreateFCmpOLT(size, like(x, 0.92)), near, far);
}

// 1 / (1 + e^-x). Where 2^n is no normal number, the sum is 1 in any case, or infinite and the result less than 5e-39.
Value* FloatMath::sigmoid(Value* x) {
  Value* one = like(x, 1.0);
  const auto [p, n] = powers_of_exp(limited(builder_.CreateFNeg(x), -87.0, 89.0));
  return builder_.CreateFDiv(one, fma(p, power_of_two(n), one));
}

}  // namespace nw::codegen
