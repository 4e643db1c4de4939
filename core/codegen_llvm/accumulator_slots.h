// SPDX-License-Identifier: GPL-3.0-or-later
// The slots that stand for places of buffers now: loads and stores ask here first (accumulators.h says why).
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <set>
#include <vector>

#include "codegen_llvm/linear_index.h"

namespace nw::codegen {

struct AccumulatorSlots {
  struct Slot {
    llvm::AllocaInst* memory = nullptr;
    std::vector<tir::Expr> indices;  // the element that it holds, with …
    Constants known;
  };
  using ByConstant = std::map<int64_t, Slot>;  // by the constant part of the index

  std::map<const tir::BufferNode*, ByConstant> promoted;
  std::set<const tir::VarNode*> unrolled;  // loops over promoted accumulators: must be written out

  size_t count() const;  // of slots

  // The slot that an access goes to, or null if its buffer has none now.
  llvm::AllocaInst* find(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices,
                         const Constants& known) const;
};

}  // namespace nw::codegen
