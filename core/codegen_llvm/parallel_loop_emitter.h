// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel loops. The body becomes a function over a range of iterations, which sees the enclosing loop variables,
// sizes and buffers as its own parameters (pointers noalias). A second function, with the runtime's signature, unpacks
// them from a block on the caller's stack; the caller hands it to the runtime, or calls it for all iterations where
// there is none.
#pragma once

#include <set>
#include <vector>

#include "codegen_llvm/loop_parts.h"

namespace nw::codegen {

class ParallelLoopEmitter {
 public:
  explicit ParallelLoopEmitter(const LoopParts& parts);

  void emit(const tir::ForNode& node);

 private:
  // What the body uses of the function around it.
  struct Captured {
    std::vector<const tir::BufferNode*> buffers;
    std::vector<const tir::VarNode*> variables;
    std::set<const tir::BufferNode*> written;
  };
  Captured captured(const tir::ForNode& node) const;
  std::vector<Value*> outer_values(const Captured& captured, const Index& min);
  llvm::Function* declare_body(const std::string& name, const std::vector<Value*>& outer);
  llvm::Function* declare_range(const std::string& name);
  void define_body(llvm::Function* body, const tir::ForNode& node, const Captured& captured, Index min,
                   const Index& extent);
  void bind_parameters(llvm::Function* body, const Captured& captured);
  void define_range(llvm::Function* range, llvm::Function* body, llvm::StructType* packed);
  Value* launch(llvm::Function* range, Value* block, Value* extent, Value* work);

  LoopParts parts_;
  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  Frame& frame_;
};

}  // namespace nw::codegen
