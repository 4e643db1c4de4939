// SPDX-License-Identifier: GPL-3.0-or-later
// What rfactor takes apart, as other tools want it: the reduction as it was before the step. Afterwards the stage has
// new loops, and nothing of its schedule tells how the old ones were made.
#pragma once

#include <optional>
#include <string>

#include "export/made_stages.h"
#include "export/plan.h"

namespace nw::exporting {

struct FactoredReduction {
  std::string name;                // of the reduction
  StagePlan before;                // of it: loops made of the reduction's axes; `compute` is null
  schedule::Bounds bounds;         // of its loops
  AxisId axis;                     // the loop that became a dimension of the partial results
  size_t place = 0;                // which dimension
  std::map<AxisId, AxisId> after;  // by the reduction's loops, what is an axis of the partial results instead
  // A sum, product, minimum or maximum over all of its axes, whose splits all come out even.
  bool plain = false;
};

// `made` is of Kind::Factor, of this program. None if a split is by a number that is not constant.
std::optional<FactoredReduction> factored_reduction(const script::Program& program, const MadeStage& made);

// The loops that a factored axis of the reduction was cut into, in the order of the index they make: without the loop
// of the partial results' own dimension.
std::vector<AxisId> parts_of(const FactoredReduction& f, AxisId root);

}  // namespace nw::exporting
