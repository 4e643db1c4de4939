// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a serial loop fills and then reads, from one iteration to the next: whether it can be had twice
// (double_buffer), or keep what the next iteration needs again (rolling_buffer).
#pragma once

#include <optional>
#include <string>

#include "schedule/bounds.h"

namespace nw::schedule {

// Why the piece for the next iteration cannot be computed before that of this one is read, for people; empty if it can:
// the loop that the stage is computed at is serial, runs more than once, and computes nothing that the stage reads.
std::string why_not_double(const Schedule& normalized, const Bounds& bounds, StageId stage);

// The pieces move along one dimension by the same number of elements, fewer than a piece has.
struct Rolling {
  tir::Var loop;  // around the stage
  size_t dim = 0;
  int64_t step = 0;     // elements from one piece to the next
  int64_t overlap = 0;  // that a piece has in common with the next
};
std::optional<Rolling> rolling(const Schedule& normalized, const Bounds& bounds, StageId stage);

}  // namespace nw::schedule
