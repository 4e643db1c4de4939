// SPDX-License-Identifier: GPL-3.0-or-later
// The function that is being written: values of its variables, memory of its buffers, and what it has to give back. The
// body of a parallel loop is a function with a frame of its own.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

#include "codegen_llvm/linear_index.h"

namespace nw::codegen {

struct Variable {
  llvm::Value* value = nullptr;  // loop variables and sizes: i64; others: their type
  bool wide = false;             // it is an i64, between min and max
  int64_t min = 0, max = 0;
  bool symbolic = false;  // depends on a symbolic size
};

using Variables = std::map<const tir::VarNode*, Variable>;

struct Frame {
  llvm::Value* runtime = nullptr;  // the nw_runtime* of this call, which may be null
  Variables variables;
  std::map<const tir::BufferNode*, llvm::Value*> buffers;
  Constants constants;                    // variables of loops that are being written out
  llvm::Value* mask = nullptr;            // lanes that count, inside a vector if_then_else
  llvm::AllocaInst* outside = nullptr;    // set if an index read from memory was outside; null: none is checked yet
  std::vector<llvm::Value*> heap_blocks;  // innermost last
  int64_t stack_used = 0;                 // bytes of local buffers
  bool parallel = false;                  // it is the body of a parallel loop
};

}  // namespace nw::codegen
