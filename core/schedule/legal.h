// SPDX-License-Identifier: GPL-3.0-or-later
// What could be done next: for every loop and place whether a step there would be accepted and leave the schedule
// sound, and if not, why. Found by trying it on a copy, so it is exact by construction; a few hundred microseconds a
// question.
#pragma once

#include "schedule/primitives.h"

namespace nw::schedule {

enum class LoopStep { Split, Fuse, Reorder, Vectorize, Unroll, Parallel, Pragma, Rfactor, StorageAlign };
enum class StageStep { ComputeInline, ComputeRoot, CacheRead, CacheWrite, DoubleBuffer, RollingBuffer };

struct Choice {
  StageId stage;
  AxisId axis;  // of a stage's step: none
  bool legal = false;
  std::string why_not;  // the message that the step would get; empty if it is legal
};

// Every loop of the stage. Fuse: with the loop inside it. StorageAlign: root axes that are no loops are listed as well.
std::vector<Choice> choices(const Schedule& s, StageId stage, LoopStep step);
// Every loop at which the stage could be computed, of every other stage.
std::vector<Choice> places(const Schedule& s, StageId stage);
Choice choice(const Schedule& s, StageId stage, StageStep step);

}  // namespace nw::schedule
