// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/llvm_calls.h"

#include <llvm/IR/Intrinsics.h>

#include "codegen/diagnostics.h"
#include "codegen_llvm/features.h"

namespace nw::codegen {

Value* LlvmCalls::call(const tir::CallNode& node) {
  const auto* name = node.args.empty() ? nullptr : tir::node_cast<tir::StringImmNode>(node.args[0]);
  const int64_t* signature = node.args.size() > 1 ? tir::as_const_int(node.args[1]) : nullptr;
  const auto id = static_cast<llvm::Intrinsic::ID>(name ? llvm::Function::lookupIntrinsicID(name->value) : 0);
  if (id == llvm::Intrinsic::not_intrinsic || !signature) {
    position_.report(unknown_call(name ? name->value : node.name, position_.from()));
    return ir_.poison(node.dtype);
  }
  if (!available(id, name->value)) return ir_.poison(node.dtype);
  std::vector<Value*> args;
  for (size_t i = 2; i < node.args.size(); ++i) args.push_back(values_.value(node.args[i]));
  llvm::Type* result = ir_.value_type(node.dtype);
  if (const auto types = overload(id, result, args)) {
    llvm::Function* f = llvm::Intrinsic::getDeclaration(&ir_.module(), id, *types);
    if (f->getReturnType() == result && adapt(args, *f)) return builder_.CreateCall(f, args);
  }
  position_.report(unsupported("a call of " + name->value + " with these argument types", position_.from()));
  return ir_.poison(node.dtype);
}

// An instruction that the processor lacks would end this program inside LLVM, or the kernel when it runs.
bool LlvmCalls::available(llvm::Intrinsic::ID id, const std::string& name) {
  if (!llvm::Function::isTargetIntrinsic(id)) return true;
  const auto missing = missing_feature(name, *cpu_.processor);
  if (missing && missing->empty()) return true;
  position_.report(missing_instruction(name, missing.value_or(""), position_.from()));
  return false;
}

// The types that tell this intrinsic from others of its name; nothing if it does not take such arguments.
std::optional<std::vector<llvm::Type*>> LlvmCalls::overload(llvm::Intrinsic::ID id, llvm::Type* result,
                                                            const std::vector<Value*>& args) {
  if (!llvm::Intrinsic::isOverloaded(id)) return std::vector<llvm::Type*>();
  std::vector<llvm::Type*> types;
  for (Value* a : args) types.push_back(a->getType());
  llvm::SmallVector<llvm::Intrinsic::IITDescriptor, 8> table;
  llvm::Intrinsic::getIntrinsicInfoTableEntries(id, table);
  llvm::ArrayRef<llvm::Intrinsic::IITDescriptor> entries = table;
  llvm::SmallVector<llvm::Type*, 4> found;
  llvm::FunctionType* wanted = llvm::FunctionType::get(result, types, false);
  if (llvm::Intrinsic::matchIntrinsicSignature(wanted, entries, found) != llvm::Intrinsic::MatchIntrinsicTypes_Match)
    return std::nullopt;
  return std::vector<llvm::Type*>(found.begin(), found.end());
}

// The same bits in another grouping where that is all that differs: int8x64 where the processor's instruction is
// declared on int32x16.
bool LlvmCalls::adapt(std::vector<Value*>& args, const llvm::Function& to) {
  if (to.arg_size() != args.size()) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    llvm::Type* wanted = to.getArg(static_cast<unsigned>(i))->getType();
    llvm::Type* given = args[i]->getType();
    if (given == wanted) continue;
    if (!given->isVectorTy() || !wanted->isVectorTy() ||
        given->getPrimitiveSizeInBits() != wanted->getPrimitiveSizeInBits())
      return false;
    args[i] = builder_.CreateBitCast(args[i], wanted);
  }
  return true;
}

}  // namespace nw::codegen
