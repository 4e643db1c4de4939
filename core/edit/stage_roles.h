// SPDX-License-Identifier: GPL-3.0-or-later
// Matching of the stages of two kernels by role: input, stage before or after the reduction, reduction, output. Axes
// are matched as well: data axes and reduce axes are counted from the innermost, where memory is contiguous.
#pragma once

#include <string>
#include <vector>

#include "script/script.h"

namespace nw::edit {

struct StageRole {
  StageId stage;
  std::string name;  // the script's variable
  std::string tag;   // of its operation
  bool input = false;
  std::vector<AxisId> data, reduce;  // root axes
  bool output = false;
  bool after_reduction = false;   // some stage before it reduces
  bool beside_reduction = false;  // some stage of the kernel reduces

  std::string role() const;  // "the output", "a stage before the reduction", …: for people
};

// The stages of the script's computation, without those that steps added, in order. The program has a schedule.
std::vector<StageRole> stage_roles(const script::Program& program);

// For every stage of `from` the index in `to` of the stage with the same role, or -1. A stage is matched once, except
// that a reduction whose result is the output also matches an output after a reduction.
std::vector<int> matched_stages(const std::vector<StageRole>& from, const std::vector<StageRole>& to);

}  // namespace nw::edit
