// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads whom, and inside which loops everything is computed: what bounds, verification and loop building start
// from.
#pragma once

#include <optional>

#include "schedule/schedule.h"
#include "schedule/threads.h"
#include "tir/visit.h"

namespace nw::schedule {

// A read of a stage's tensor, once per node of the reader's expressions.
struct ReadOf {
  StageId source;
  int output = 0;
  const tir::ProducerLoadNode* load = nullptr;  // null: as a scan reads its init and update
};

class Dataflow {
 public:
  explicit Dataflow(const Schedule& s);

  StageId stage_of(const te::OperationNode* op) const;
  // Reads of a stage, and stages that read it; of stages that the outputs need and that are not inlined.
  const std::vector<ReadOf>& reads(StageId stage) const { return reads_[stage.index()]; }
  const std::vector<StageId>& readers(StageId stage) const { return readers_[stage.index()]; }
  bool needed(StageId stage) const { return needed_[stage.index()]; }

 private:
  void visit(const Schedule& s, StageId stage);
  void collect(const Expr& e, tir::Visited& visited, std::vector<const tir::ExprNode*>& seen,
               std::vector<ReadOf>& out) const;

  std::vector<std::pair<const te::OperationNode*, StageId>> by_op_;  // sorted
  std::vector<std::vector<ReadOf>> reads_;
  std::vector<std::vector<StageId>> readers_;
  std::vector<char> needed_;
};

// The loops that a stage is inside of, the innermost first; nothing if attachments make a circle or an attach point is
// not a loop.
std::optional<std::vector<AxisId>> attach_path(const Schedule& s, StageId stage);

// The thread that runs a loop, or null.
const tir::IterVarNode* thread_of(const Schedule& s, AxisId axis);

// Who shares the stage's memory: as its scope says, else by the threads of the loops that it is inside of (`path`).
StorageRank storage_rank_of(const Schedule& s, const Stage& stage, const std::vector<AxisId>& path);

// The stage's memory as written, else as TVM's StorageFlatten infers it: "global" outside of threads, "shared" inside
// blocks, "local" inside threads.
std::string memory_scope_of(const Schedule& s, const Stage& stage);

// The outermost of the stages that this one is computed inside of. Stages with the same one are one kernel.
StageId outermost_stage(const Schedule& s, StageId stage);

}  // namespace nw::schedule
