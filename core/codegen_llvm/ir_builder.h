// SPDX-License-Identifier: GPL-3.0-or-later
// The module that is being written and the place of its next instruction, with what every part of the emitter builds
// from: types, constants, vectors of equal lanes, slots on the stack, intrinsics and functions of the C library.
//
// Values in LLVM: intN and uintN as iN, bool as i1, float16 and bfloat16 as a float that holds a representable number.
// In memory every element takes DType::bytes().
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "base/dtype.h"

namespace nw::codegen {

using llvm::Value;

class IrBuilder {
 public:
  explicit IrBuilder(llvm::Module& module);

  llvm::Module& module() { return module_; }
  llvm::LLVMContext& context() { return module_.getContext(); }
  llvm::IRBuilder<>& builder() { return builder_; }
  llvm::Function* function() { return builder_.GetInsertBlock()->getParent(); }

  llvm::Type* scalar_type(DType t);
  llvm::Type* value_type(DType t);  // with lanes
  llvm::Type* memory_type(DType t, int lanes = 1);
  static llvm::Type* with_lanes(llvm::Type* t, int lanes);
  static int lanes_of(const Value* v);

  Value* i64(int64_t v) { return builder_.getInt64(static_cast<uint64_t>(v)); }
  Value* constant(DType t, double v);
  Value* poison(DType t) { return llvm::PoisonValue::get(value_type(t)); }
  Value* splat(Value* v, int lanes);
  llvm::Constant* lane_multiples(llvm::Type* scalar, int lanes, int64_t stride);  // 0, stride, 2·stride, …

  llvm::BasicBlock* block(const llvm::Twine& name);  // of the current function
  llvm::AllocaInst* entry_alloca(llvm::Type* type, llvm::Align align, const llvm::Twine& name);
  Value* intrinsic(unsigned id, const std::vector<Value*>& args);  // overloaded by the type of its first argument
  Value* library_call(const std::string& name, DType t, const std::vector<Value*>& args);  // lane by lane

 private:
  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
};

}  // namespace nw::codegen
