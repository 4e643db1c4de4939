// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of local buffers: small ones are on the stack, others allocated through the runtime, or by the C library where
// there is none. Knows what has to be released before the function returns.
#pragma once

#include <set>

#include "codegen_llvm/index_emitter.h"

namespace nw::codegen {

class LocalStorage {
 public:
  LocalStorage(IrBuilder& ir, Frame& frame, IndexEmitter& indices)
      : ir_(ir), builder_(ir.builder()), frame_(frame), indices_(indices) {}

  void define_helpers();  // the functions by which kernels allocate and release; once a module

  void open(const tir::BufferNode& buffer);
  void close(const tir::BufferNode& buffer);
  // Leaves the function with this status unless it is 0, releasing what was allocated.
  void return_if_failed(Value* status);

  // A small buffer on the stack: accessed at constant places only, it becomes registers.
  bool is_register_tile(const tir::BufferNode& buffer) const { return register_tiles_.contains(&buffer); }
  // Its address is passed to another function: it must be in memory.
  void pass_on(const tir::BufferNode& buffer) { register_tiles_.erase(&buffer); }

 private:
  llvm::Function* define(const char* name, llvm::Type* result, llvm::Type* argument, unsigned member);
  void open_on_stack(const tir::BufferNode& buffer, int64_t bytes);
  Value* byte_size(const tir::BufferNode& buffer);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  Frame& frame_;
  IndexEmitter& indices_;
  llvm::Function* allocate_ = nullptr;
  llvm::Function* release_ = nullptr;
  std::set<const tir::BufferNode*> register_tiles_;
};

}  // namespace nw::codegen
