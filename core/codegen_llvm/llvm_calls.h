// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of LLVM's own intrinsics by name: call_llvm_pure_intrin("llvm.…", number of arguments that pick the overload,
// arguments…).
#pragma once

#include <optional>

#include "codegen_llvm/cpu_traits.h"
#include "codegen_llvm/evaluator.h"
#include "codegen_llvm/source_position.h"

namespace nw::codegen {

class LlvmCalls {
 public:
  LlvmCalls(IrBuilder& ir, SourcePosition& position, const CpuTraits& cpu, Evaluator& values)
      : ir_(ir), builder_(ir.builder()), position_(position), cpu_(cpu), values_(values) {}

  Value* call(const tir::CallNode& node);

 private:
  bool available(llvm::Intrinsic::ID id, const std::string& name);
  std::optional<std::vector<llvm::Type*>> overload(llvm::Intrinsic::ID id, llvm::Type* result,
                                                   const std::vector<Value*>& args);
  bool adapt(std::vector<Value*>& args, const llvm::Function& to);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  SourcePosition& position_;
  const CpuTraits& cpu_;
  Evaluator& values_;
};

}  // namespace nw::codegen
