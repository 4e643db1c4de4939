// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/ir_builder.h"

namespace nw::codegen {

IrBuilder::IrBuilder(llvm::Module& module) : module_(module), builder_(module.getContext()) {
  llvm::FastMathFlags flags;
  flags.setAllowContract(true);
  builder_.setFastMathFlags(flags);
}

llvm::Type* IrBuilder::with_lanes(llvm::Type* t, int lanes) {
  return lanes == 1 ? t : llvm::FixedVectorType::get(t, static_cast<unsigned>(lanes));
}

int IrBuilder::lanes_of(const Value* v) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(v->getType());
  return vector ? static_cast<int>(vector->getNumElements()) : 1;
}

llvm::Type* IrBuilder::scalar_type(DType t) {
  if (t.is_handle()) return builder_.getPtrTy();
  if (t.is_float()) return t.bits == 64 ? builder_.getDoubleTy() : builder_.getFloatTy();
  return builder_.getIntNTy(t.bits);
}

llvm::Type* IrBuilder::value_type(DType t) {
  return with_lanes(scalar_type(t), t.lanes);
}

llvm::Type* IrBuilder::memory_type(DType t, int lanes) {
  if (t.is_float() && t.bits >= 32) return with_lanes(scalar_type(t), lanes);
  if (t.is_handle()) return with_lanes(builder_.getPtrTy(), lanes);
  return with_lanes(builder_.getIntNTy(static_cast<unsigned>(t.bytes()) * 8), lanes);
}

Value* IrBuilder::constant(DType t, double v) {
  llvm::Type* type = value_type(t);
  if (t.is_float()) {
    if (t.is_bfloat()) v = bfloat_to_float(float_to_bfloat(static_cast<float>(v)));
    if (!t.is_bfloat() && t.bits == 16) v = half_to_float(float_to_half(static_cast<float>(v)));
    return llvm::ConstantFP::get(type, v);
  }
  return llvm::ConstantInt::get(type, static_cast<uint64_t>(static_cast<int64_t>(v)), true);
}

Value* IrBuilder::splat(Value* v, int lanes) {
  return lanes == 1 ? v : builder_.CreateVectorSplat(static_cast<unsigned>(lanes), v);
}

llvm::Constant* IrBuilder::lane_multiples(llvm::Type* scalar, int lanes, int64_t stride) {
  std::vector<llvm::Constant*> steps;
  for (int lane = 0; lane < lanes; ++lane)
    steps.push_back(llvm::ConstantInt::get(scalar, static_cast<uint64_t>(lane * stride)));
  return llvm::ConstantVector::get(steps);
}

llvm::BasicBlock* IrBuilder::block(const llvm::Twine& name) {
  return llvm::BasicBlock::Create(context(), name, function());
}

llvm::AllocaInst* IrBuilder::entry_alloca(llvm::Type* type, llvm::Align align, const llvm::Twine& name) {
  llvm::BasicBlock& entry = function()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  llvm::AllocaInst* slot = at_entry.CreateAlloca(type, nullptr, name);
  slot->setAlignment(align);
  return slot;
}

Value* IrBuilder::intrinsic(unsigned id, const std::vector<Value*>& args) {
  llvm::Function* f = llvm::Intrinsic::getDeclaration(&module_, id, {args[0]->getType()});
  llvm::CallInst* call = builder_.CreateCall(f, args);
  if (llvm::isa<llvm::FPMathOperator>(call)) call->setFastMathFlags(builder_.getFastMathFlags());
  return call;
}

Value* IrBuilder::library_call(const std::string& name, DType t, const std::vector<Value*>& args) {
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

}  // namespace nw::codegen
