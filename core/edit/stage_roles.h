// SPDX-License-Identifier: GPL-3.0-or-later
// Which stage of one kernel plays the part that a stage plays in another: input, reduction, what stands before and
// behind it, output. And which axis: data axes and reduce axes are counted from the innermost, where memory is
// contiguous.
#pragma once

#include <string>
#include <vector>

#include "script/script.h"

namespace nw::edit {

struct RoledStage {
  StageId stage;
  std::string name;  // the script's variable
  std::string tag;   // of its operation
  bool input = false;
  std::vector<AxisId> data, reduce;  // its axes before any step
  bool output = false;
  bool behind = false;            // some stage before it reduces
  bool beside_reduction = false;  // some stage of the kernel reduces

  std::string role() const;  // "the output", "a stage before the reduction", …: for people
};

// The stages that the script's computation made, in their order. The program has a schedule.
std::vector<RoledStage> roled_stages(const script::Program& program);

// For every stage of `from` the place in `to` of the one that plays its part; -1: none does. Each stands for one stage,
// except that a reduction whose result is the output also stands for an output behind a reduction.
std::vector<int> matched_stages(const std::vector<RoledStage>& from, const std::vector<RoledStage>& to);

}  // namespace nw::edit
