// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads whom, and inside which loops everything is computed: what bounds, verification and loop building start
// from.
#pragma once

#include <optional>

#include "schedule/schedule.h"
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

}  // namespace nw::schedule
