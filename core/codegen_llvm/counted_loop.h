// SPDX-License-Identifier: GPL-3.0-or-later
// A loop in LLVM: a counter from 0 up to an extent, and the loop variable that follows it.
#pragma once

#include <functional>

#include "codegen_llvm/frame.h"
#include "codegen_llvm/index_math.h"

namespace nw::codegen {

struct CountedLoop {
  Value* extent = nullptr;
  bool surely_runs = false;  // the extent is known to be more than 0
  std::string name;
  llvm::MDNode* metadata = nullptr;  // null: none
};

// In the rotated form that LLVM's loop passes want. `body` gets the counter.
void emit_counted_loop(IrBuilder& ir, const CountedLoop& loop, const std::function<void(Value*)>& body);

// The variable of a loop over [min, min + extent) where it is min + offset.
Variable loop_variable(IrBuilder& ir, const Index& min, const Index& extent, Value* offset);

}  // namespace nw::codegen
