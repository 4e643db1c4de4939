// SPDX-License-Identifier: GPL-3.0-or-later
// What could be done next with a stage or one of its loops: every primitive as a change of the list of steps, and
// whether it is legal. Each is tried on a copy of the schedule; text is written for the one that is taken.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "edit/edited_schedule.h"
#include "edit/gestures.h"
#include "kernel/analysis.h"

namespace nw::advise {

struct Candidate {
  schedule::Primitive primitive = schedule::Primitive::Split;
  std::string argument;  // a scope, a factor, a thread; as people read it
  StageId stage;
  AxisId axis;  // acted on; none for what concerns the whole stage
  // Where: the stage and loop to compute at; the loop to fuse with; the loop to stand before (none: innermost).
  StageId at_stage;
  AxisId at_axis;
  script::StepEdit edit;
  bool legal = false;
  std::string why_not;  // one sentence; empty if it is legal
  // The schedule with it, as checking it found it; null if it is not legal.
  std::shared_ptr<const edit::EditedSchedule> edited;
};

// All about the stage if the axis is not valid, else about that loop of it.
std::vector<Candidate> candidates(const kernel::KernelAnalysis& kernel, StageId stage, AxisId axis,
                                  const CancelToken& cancel = {});

// Where several loops of a stage could be moved together, keeping their order: a reorder for each place.
std::vector<Candidate> moves(const kernel::KernelAnalysis& kernel, StageId stage, const std::vector<AxisId>& axes,
                             const CancelToken& cancel = {});

// Those of one primitive, found at once: whether they are legal is not known.
std::vector<Candidate> untried(const kernel::KernelAnalysis& kernel, StageId stage, AxisId axis,
                               schedule::Primitive primitive);

}  // namespace nw::advise
