// SPDX-License-Identifier: GPL-3.0-or-later
// Indices that are read from memory: what they select is known only while the kernel runs, so each is compared with its
// dimension. One that lies outside reads element 0 instead and makes the kernel return NW_INDEX_OUTSIDE. The comparison
// is plain data flow into one flag a function, which LLVM keeps in a register and vectorizes with the loop.
#pragma once

#include "codegen_llvm/frame.h"
#include "codegen_llvm/ir_builder.h"

namespace nw::codegen {

class IndexChecks {
 public:
  IndexChecks(IrBuilder& ir, Frame& frame) : ir_(ir), builder_(ir.builder()), frame_(frame) {}

  // `at` where it is inside, else 0, which is noted for the lanes that count.
  Value* checked(Value* at, Value* inside);
  Value* final_status();  // what the function returns at its end

 private:
  void note_outside(Value* condition);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  Frame& frame_;
};

}  // namespace nw::codegen
