// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: mathematical functions, bit operations, LLVM's own intrinsics by name.
#include <llvm/IR/Intrinsics.h>

#include "codegen/diagnostics.h"
#include "codegen_llvm/emitter.h"
#include "codegen_llvm/features.h"
#include "tir/math.h"

namespace nw::codegen {

Emitter::Value* Emitter::intrinsic(unsigned id, const std::vector<Value*>& args) {
  llvm::Function* f = llvm::Intrinsic::getDeclaration(&module_, id, {args[0]->getType()});
  llvm::CallInst* call = builder_.CreateCall(f, args);
  if (llvm::isa<llvm::FPMathOperator>(call)) call->setFastMathFlags(builder_.getFastMathFlags());
  return call;
}

// The C library's function, lane by lane.
Emitter::Value* Emitter::library_call(const std::string& name, DType t, const std::vector<Value*>& args) {
  llvm::Type* scalar = scalar_type(t.element());
  const std::string symbol = t.bits == 64 ? name : name + "f";
  llvm::FunctionCallee callee = module_.getOrInsertFunction(
      symbol, llvm::FunctionType::get(scalar, std::vector<llvm::Type*>(args.size(), scalar), false));
  auto* f = llvm::cast<llvm::Function>(callee.getCallee());
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  if (t.lanes == 1) return builder_.CreateCall(callee, args);
  Value* result = poison(t);
  for (int lane = 0; lane < t.lanes; ++lane) {
    std::vector<Value*> scalars;
    for (Value* a : args) scalars.push_back(builder_.CreateExtractElement(a, static_cast<uint64_t>(lane)));
    result = builder_.CreateInsertElement(result, builder_.CreateCall(callee, scalars), static_cast<uint64_t>(lane));
  }
  return result;
}

Emitter::Value* Emitter::call(const tir::CallNode& node) {
  const std::string& name = node.name;
  if (name == "if_then_else" && node.args.size() == 3)
    return conditional(node.args[0], node.args[1], node.args[2], node.dtype);
  if (name == "likely") return expr(node.args[0]);
  if (name == "checked_index") return checked_index(node);
  if (name == "call_llvm_pure_intrin" || name == "call_llvm_intrin") return llvm_intrinsic(node);
  if (name == "reinterpret" && node.args.size() == 1) {  // the same bits as another type
    Value* bits = expr(node.args[0]);
    llvm::Type* wanted = value_type(node.dtype);
    if (bits->getType()->getPrimitiveSizeInBits() == wanted->getPrimitiveSizeInBits())
      return builder_.CreateBitCast(bits, wanted);
  }
  if (name == "prefetch") {
    prefetch(node);
    return builder_.getInt32(0);
  }
  if (Value* bits = bit_operation(node)) return bits;
  if (Value* math = unary_math(node)) return math;
  if (name == "pow" && node.args.size() == 2 && node.dtype.is_float()) {
    if (const auto* power = tir::node_cast<tir::FloatImmNode>(node.args[1]); power && power->value == 2.0) {
      Value* base = expr(node.args[0]);
      return round_to(node.dtype, builder_.CreateFMul(base, base));
    }
  }
  if (Value* math = library_math(node)) return math;
  if (name == "isnan" && node.args.size() == 1) {
    Value* x = expr(node.args[0]);
    return builder_.CreateFCmpUNO(x, x);
  }
  report(unknown_call(called_function(node), current_->from));
  return poison(node.dtype);
}

Emitter::Value* Emitter::bit_operation(const tir::CallNode& node) {
  const DType t = node.dtype;
  const std::string& name = node.name;
  if (!t.is_integer() || node.args.empty()) return nullptr;
  if (name == "popcount" && node.args[0]->dtype.is_integer())
    return convert(intrinsic(llvm::Intrinsic::ctpop, {expr(node.args[0])}), node.args[0]->dtype, t);
  if (name == "clz" && node.args[0]->dtype.is_integer()) {
    Value* x = expr(node.args[0]);
    return convert(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, builder_.getFalse()), node.args[0]->dtype,
                   t);
  }
  if (name == "bitwise_not") return builder_.CreateNot(expr(node.args[0]));
  if (name == "fabs" || name == "abs")
    return t.is_uint() ? expr(node.args[0])
                       : builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, expr(node.args[0]), builder_.getFalse());
  if (name == "floor" || name == "ceil" || name == "round" || name == "trunc") return expr(node.args[0]);
  if (node.args.size() != 2) return nullptr;
  if (name == "bitwise_and" || name == "bitwise_or" || name == "bitwise_xor") {
    Value* a = expr(node.args[0]);
    Value* b = expr(node.args[1]);
    return name == "bitwise_and"  ? builder_.CreateAnd(a, b)
           : name == "bitwise_or" ? builder_.CreateOr(a, b)
                                  : builder_.CreateXor(a, b);
  }
  if (name != "shift_left" && name != "shift_right") return nullptr;
  Value* a = expr(node.args[0]);
  Value* by = expr(node.args[1]);
  if (!llvm::isa<llvm::Constant>(by) &&
      (t.bits & (t.bits - 1)) == 0)  // by as many bits as there are, or more: undefined in LLVM
    by = builder_.CreateAnd(by, llvm::ConstantInt::get(by->getType(), static_cast<uint64_t>(t.bits - 1)));
  if (name == "shift_left") return builder_.CreateShl(a, by);
  return t.is_uint() ? builder_.CreateLShr(a, by) : builder_.CreateAShr(a, by);
}

Emitter::Value* Emitter::unary_math(const tir::CallNode& node) {
  const DType t = node.dtype;
  const std::string& name = node.name;
  if (node.args.size() != 1 || !t.is_float() || node.args[0]->dtype != t) return nullptr;
  struct Simple {
    const char* name;
    unsigned id;
  };
  static constexpr Simple simple[] = {{"sqrt", llvm::Intrinsic::sqrt},   {"floor", llvm::Intrinsic::floor},
                                      {"ceil", llvm::Intrinsic::ceil},   {"round", llvm::Intrinsic::round},
                                      {"trunc", llvm::Intrinsic::trunc}, {"nearbyint", llvm::Intrinsic::roundeven},
                                      {"fabs", llvm::Intrinsic::fabs},   {"abs", llvm::Intrinsic::fabs}};
  for (const Simple& s : simple)
    if (name == s.name) return round_to(t, intrinsic(s.id, {expr(node.args[0])}));
  if (name == "rsqrt") {
    Value* x = expr(node.args[0]);
    return round_to(t, builder_.CreateFDiv(float_like(x, 1.0), intrinsic(llvm::Intrinsic::sqrt, {x})));
  }
  const bool wide = t.bits == 64;
  if (name == "exp") {
    Value* x = expr(node.args[0]);
    return wide ? library_call("exp", t, {x}) : round_to(t, exp32(x));
  }
  if (name == "log") {
    Value* x = expr(node.args[0]);
    return wide ? library_call("log", t, {x}) : round_to(t, log32(x));
  }
  if (name == "tanh") {
    Value* x = expr(node.args[0]);
    return wide ? library_call("tanh", t, {x}) : round_to(t, tanh32(x));
  }
  if (name == "erf") {
    Value* x = expr(node.args[0]);
    return wide ? library_call("erf", t, {x}) : round_to(t, erf32(x));
  }
  if (name == "sigmoid") {
    Value* x = expr(node.args[0]);
    if (!wide) return round_to(t, sigmoid32(x));
    Value* one = float_like(x, 1.0);
    return builder_.CreateFDiv(one, builder_.CreateFAdd(one, library_call("exp", t, {builder_.CreateFNeg(x)})));
  }
  return nullptr;
}

// A function of the C library: an intrinsic that is one, or one that is called by its symbol.
Emitter::Value* Emitter::library_math(const tir::CallNode& node) {
  const DType t = node.dtype;
  const bool external = node.call_kind == tir::CallKind::Extern || node.call_kind == tir::CallKind::PureExtern;
  const tir::MathFunction* f = external ? tir::library_function(node.name) : tir::math_function(node.name);
  if (!f || f->from == tir::MathFunction::Intrinsic || !t.is_float() ||
      static_cast<size_t>(f->arguments()) != node.args.size())
    return nullptr;
  std::vector<Value*> args;
  for (const tir::Expr& a : node.args) {
    if (a->dtype != t) return nullptr;
    args.push_back(expr(a));
  }
  return round_to(t, library_call(std::string(f->name), t, args));
}

// call_llvm_pure_intrin("llvm.…", number of arguments that pick the overload, arguments…)
Emitter::Value* Emitter::llvm_intrinsic(const tir::CallNode& node) {
  const auto* name = node.args.empty() ? nullptr : tir::node_cast<tir::StringImmNode>(node.args[0]);
  const int64_t* signature = node.args.size() > 1 ? tir::as_const_int(node.args[1]) : nullptr;
  const unsigned id = name ? llvm::Function::lookupIntrinsicID(name->value) : 0;
  if (id == llvm::Intrinsic::not_intrinsic || !signature) {
    report(unknown_call(name ? name->value : node.name, current_->from));
    return poison(node.dtype);
  }
  if (llvm::Function::isTargetIntrinsic(id)) {  // LLVM would end the program, or the processor the kernel
    const auto missing = missing_feature(name->value, *cpu_.processor);
    if (!missing || !missing->empty()) {
      report(missing_instruction(name->value, missing.value_or(""), current_->from));
      return poison(node.dtype);
    }
  }
  std::vector<Value*> args;
  for (size_t i = 2; i < node.args.size(); ++i) args.push_back(expr(node.args[i]));
  llvm::Intrinsic::ID known = static_cast<llvm::Intrinsic::ID>(id);
  std::vector<llvm::Type*> overload;
  if (llvm::Intrinsic::isOverloaded(known)) {  // try the argument types, then with the result's first
    std::vector<llvm::Type*> types;
    for (Value* a : args) types.push_back(a->getType());
    llvm::SmallVector<llvm::Intrinsic::IITDescriptor, 8> table;
    llvm::Intrinsic::getIntrinsicInfoTableEntries(known, table);
    llvm::ArrayRef<llvm::Intrinsic::IITDescriptor> entries = table;
    llvm::SmallVector<llvm::Type*, 4> found;
    llvm::FunctionType* wanted = llvm::FunctionType::get(value_type(node.dtype), types, false);
    if (llvm::Intrinsic::matchIntrinsicSignature(wanted, entries, found) !=
        llvm::Intrinsic::MatchIntrinsicTypes_Match) {
      report(unsupported("a call of " + name->value + " with these argument types", current_->from));
      return poison(node.dtype);
    }
    overload.assign(found.begin(), found.end());
  }
  llvm::Function* f = llvm::Intrinsic::getDeclaration(&module_, known, overload);
  bool fits = f->getReturnType() == value_type(node.dtype) && f->arg_size() == args.size();
  for (size_t i = 0; fits && i < args.size(); ++i) {
    llvm::Type* wanted = f->getArg(static_cast<unsigned>(i))->getType();
    // The same bits in another grouping: int8x64 where the processor's instruction is declared on int32x16.
    if (args[i]->getType() != wanted && args[i]->getType()->isVectorTy() && wanted->isVectorTy() &&
        args[i]->getType()->getPrimitiveSizeInBits() == wanted->getPrimitiveSizeInBits())
      args[i] = builder_.CreateBitCast(args[i], wanted);
    fits = args[i]->getType() == wanted;
  }
  if (!fits) {
    report(unsupported("a call of " + name->value + " with these argument types", current_->from));
    return poison(node.dtype);
  }
  return builder_.CreateCall(f, args);
}

}  // namespace nw::codegen
