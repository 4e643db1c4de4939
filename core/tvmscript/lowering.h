// SPDX-License-Identifier: GPL-3.0-or-later
// From blocks to a plain loop nest.
#pragma once

#include "arith/analyzer.h"
#include "tvmscript/kernel.h"

namespace nw::tvmscript {

// The computation that the blocks define: a tensor for each argument. Nothing, with the reason, where a block is none.
struct Computation {
  std::vector<te::Tensor> args;
  std::vector<te::Operation> by_block;  // null where there is none
};
Result<Computation> computation_of(const Function& function, const std::vector<bool>& is_output);

// The blocks as stages of a schedule, and their loops as its axes.
struct Stages {
  schedule::Schedule schedule;
  schedule::Bounds bounds;
  std::vector<StageId> of_block;
  std::map<const tir::ForNode*, AxisId> axis_of;
};
Stages stages_of(const Function& function, const Computation* computed);

// The statements' numbers and origins.
class Origins {
 public:
  explicit Origins(const Stages* stages = nullptr) : stages_(stages) {}  // null: no stage is known
  tir::Provenance of(int block, int line, bool initial = false, const tir::ForNode* loop = nullptr) {
    tir::Provenance from;
    if (stages_ && block >= 0) from.stage = stages_->of_block[static_cast<size_t>(block)];
    if (stages_ && loop)
      if (const auto axis = stages_->axis_of.find(loop); axis != stages_->axis_of.end()) from.axis = axis->second;
    from.line = line;
    from.stmt = tir::StmtId(next_++);
    from.initial = initial;
    return from;
  }

 private:
  const Stages* stages_;
  int32_t next_ = 0;
};

// Axes replaced by their values, first values in loops of their own. Buffers are as the function declares them.
tir::Stmt lower_blocks(const Function& function, Origins& origins);

// Allocates the buffers where they are used, as large as they are used there. `as`: what each became.
tir::Stmt place_buffers(tir::Stmt body, const std::vector<tir::Buffer>& buffers, Origins& origins,
                        std::map<const tir::BufferNode*, tir::Buffer>& as);

// The hull of the elements that `s` accesses of a buffer, over the loops inside `s`: of loads, of stores. Empty if it
// does not access it; nothing if a hull is not known.
struct Hull {
  std::vector<arith::IntSet> read, written;
};
std::optional<Hull> hull_of(const tir::Stmt& s, const tir::BufferNode* buffer, arith::Analyzer& analyzer);

// Accesses and bindings that provably leave their ranges (NW2073), and declared regions that lack a buffer (NW2074).
Diagnostics check_accesses(const Function& function, const tir::Stmt& lowered);

}  // namespace nw::tvmscript
