// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/math_calls.h"

#include <llvm/IR/Intrinsics.h>

#include "tir/math.h"

namespace nw::codegen {

Value* MathCalls::call(const tir::CallNode& node) {
  if (node.name == "reinterpret" && node.args.size() == 1) {  // the same bits as another type
    Value* bits = values_.value(node.args[0]);
    llvm::Type* wanted = ir_.value_type(node.dtype);
    if (bits->getType()->getPrimitiveSizeInBits() == wanted->getPrimitiveSizeInBits())
      return builder_.CreateBitCast(bits, wanted);
  }
  if (node.dtype.is_integer() && !node.args.empty()) {
    if (Value* result = integer_function(node)) return result;
  }
  if (node.args.size() == 1 && node.dtype.is_float() && node.args[0]->dtype == node.dtype) {
    if (Value* result = instruction(node)) return result;
    if (Value* result = transcendental(node)) return result;
  }
  if (Value* result = square(node)) return result;
  if (Value* result = library_function(node)) return result;
  if (node.name == "isnan" && node.args.size() == 1) {
    Value* x = values_.value(node.args[0]);
    return builder_.CreateFCmpUNO(x, x);
  }
  return nullptr;
}

Value* MathCalls::integer_function(const tir::CallNode& node) {
  const std::string& name = node.name;
  if (Value* result = bit_count(node)) return result;
  if (name == "bitwise_not") return builder_.CreateNot(values_.value(node.args[0]));
  if (name == "fabs" || name == "abs") {
    Value* x = values_.value(node.args[0]);
    return node.dtype.is_uint() ? x : builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, builder_.getFalse());
  }
  if (name == "floor" || name == "ceil" || name == "round" || name == "trunc") return values_.value(node.args[0]);
  if (node.args.size() != 2) return nullptr;
  if (name == "shift_left" || name == "shift_right") return shift(node);
  if (name != "bitwise_and" && name != "bitwise_or" && name != "bitwise_xor") return nullptr;
  Value* a = values_.value(node.args[0]);
  Value* b = values_.value(node.args[1]);
  return name == "bitwise_and"  ? builder_.CreateAnd(a, b)
         : name == "bitwise_or" ? builder_.CreateOr(a, b)
                                : builder_.CreateXor(a, b);
}

Value* MathCalls::bit_count(const tir::CallNode& node) {
  const DType from = node.args[0]->dtype;
  if (!from.is_integer()) return nullptr;
  if (node.name == "popcount")
    return conversion_.convert(ir_.intrinsic(llvm::Intrinsic::ctpop, {values_.value(node.args[0])}), from, node.dtype);
  if (node.name != "clz") return nullptr;
  Value* x = values_.value(node.args[0]);
  return conversion_.convert(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, builder_.getFalse()), from,
                             node.dtype);
}

Value* MathCalls::shift(const tir::CallNode& node) {
  const DType t = node.dtype;
  Value* a = values_.value(node.args[0]);
  Value* by = values_.value(node.args[1]);
  if (!llvm::isa<llvm::Constant>(by) &&
      (t.bits & (t.bits - 1)) == 0)  // by as many bits as there are, or more: undefined in LLVM
    by = builder_.CreateAnd(by, llvm::ConstantInt::get(by->getType(), static_cast<uint64_t>(t.bits - 1)));
  if (node.name == "shift_left") return builder_.CreateShl(a, by);
  return t.is_uint() ? builder_.CreateLShr(a, by) : builder_.CreateAShr(a, by);
}

// Functions that are an instruction, or nearly.
Value* MathCalls::instruction(const tir::CallNode& node) {
  struct Simple {
    const char* name;
    unsigned id;
  };
  static constexpr Simple simple[] = {{"sqrt", llvm::Intrinsic::sqrt},   {"floor", llvm::Intrinsic::floor},
                                      {"ceil", llvm::Intrinsic::ceil},   {"round", llvm::Intrinsic::round},
                                      {"trunc", llvm::Intrinsic::trunc}, {"nearbyint", llvm::Intrinsic::roundeven},
                                      {"fabs", llvm::Intrinsic::fabs},   {"abs", llvm::Intrinsic::fabs}};
  for (const Simple& s : simple)
    if (node.name == s.name)
      return conversion_.round_to(node.dtype, ir_.intrinsic(s.id, {values_.value(node.args[0])}));
  if (node.name != "rsqrt") return nullptr;
  Value* x = values_.value(node.args[0]);
  return conversion_.round_to(node.dtype, builder_.CreateFDiv(llvm::ConstantFP::get(x->getType(), 1.0),
                                                              ir_.intrinsic(llvm::Intrinsic::sqrt, {x})));
}

Value* MathCalls::transcendental(const tir::CallNode& node) {
  struct Function {
    const char* name;
    Value* (FloatMath::*narrow)(Value*);
  };
  static constexpr Function functions[] = {{"exp", &FloatMath::exp},
                                           {"log", &FloatMath::log},
                                           {"tanh", &FloatMath::tanh},
                                           {"erf", &FloatMath::erf},
                                           {"sigmoid", &FloatMath::sigmoid}};
  const DType t = node.dtype;
  for (const Function& f : functions) {
    if (node.name != f.name) continue;
    Value* x = values_.value(node.args[0]);
    if (t.bits < 64) return conversion_.round_to(t, (float_math_.*f.narrow)(x));
    if (node.name != "sigmoid") return ir_.library_call(f.name, t, {x});
    Value* one = llvm::ConstantFP::get(x->getType(), 1.0);
    return builder_.CreateFDiv(one, builder_.CreateFAdd(one, ir_.library_call("exp", t, {builder_.CreateFNeg(x)})));
  }
  return nullptr;
}

Value* MathCalls::square(const tir::CallNode& node) {
  if (node.name != "pow" || node.args.size() != 2 || !node.dtype.is_float()) return nullptr;
  const auto* power = tir::node_cast<tir::FloatImmNode>(node.args[1]);
  if (!power || power->value != 2.0) return nullptr;
  Value* base = values_.value(node.args[0]);
  return conversion_.round_to(node.dtype, builder_.CreateFMul(base, base));
}

// A function of the C library: an intrinsic that is one, or one that is called by its symbol.
Value* MathCalls::library_function(const tir::CallNode& node) {
  const DType t = node.dtype;
  const bool external = node.call_kind == tir::CallKind::Extern || node.call_kind == tir::CallKind::PureExtern;
  const tir::MathFunction* f = external ? tir::library_function(node.name) : tir::math_function(node.name);
  if (!f || f->from == tir::MathFunction::Intrinsic || !t.is_float() ||
      static_cast<size_t>(f->arguments()) != node.args.size())
    return nullptr;
  std::vector<Value*> args;
  for (const tir::Expr& a : node.args) {
    if (a->dtype != t) return nullptr;
    args.push_back(values_.value(a));
  }
  return conversion_.round_to(t, ir_.library_call(std::string(f->name), t, args));
}

}  // namespace nw::codegen
