// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the loop nest of a normalized schedule with known bounds. Every stage becomes loops around its stores; a stage
// that is attached to a loop of another is at the head of that loop's body. Parts:
//   NestContext   what all of them know      StorageTable    buffers and reads
//   LoopBuilder   the loops of one stage     ComputeBuilder  what a stage stores
#pragma once

#include "lower/compute.h"

namespace nw::lower {

class NestBuilder final : private AttachedStages {
 public:
  NestBuilder(const schedule::Schedule& s, const schedule::Bounds& bounds, const std::vector<te::Tensor>& args,
              const CancelToken& cancel);
  // Null, with diagnostics, if something cannot be lowered.
  tir::Stmt build();

  // Of each argument, in order.
  const std::vector<tir::Buffer>& arg_buffers() const { return storage_.arg_buffers; }
  Diagnostics take_diagnostics() { return std::move(context_.diagnostics); }

 private:
  tir::Stmt pipeline(const schedule::Stage& stage, tir::Stmt consumer);
  tir::Stmt provide(const schedule::Stage& stage);
  tir::Stmt scan(const schedule::Stage& stage);
  tir::Stmt realize(const schedule::Stage& stage, tir::Stmt body);
  tir::Stmt before(AxisId axis, tir::Stmt body) override;
  void add_enclosing_threads(const schedule::Stage& stage);

  NestContext context_;
  StorageTable storage_;
  LoopBuilder loops_;
  ComputeBuilder compute_;
  std::map<AxisId, std::vector<StageId>> attached_;  // in order of computation
  std::map<StageId, std::vector<StageId>> scan_init_, scan_update_;
};

}  // namespace nw::lower
