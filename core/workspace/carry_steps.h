// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of one kernel brought to another: step by step, with every stage and axis named by what plays the same
// part there. What does not carry over is left out, and said.
#pragma once

#include <string>

#include "base/result.h"

namespace nw::workspace {

struct CarriedSteps {
  std::string text;  // the other kernel, scheduled
  int carried = 0;   // steps that hold there; lines that only name axes do not count
  int left_out = 0;
};

// `from` and `to` are scripts; the steps of `to` give way. A stage stands for one that computes the same kind of thing
// (input, reduction, elementwise before or behind the first reduction, output) with as many data and reduce axes.
// Diagnostics: NW2092, a warning for every step left out; NW2093 if one of the scripts has no schedule.
Result<CarriedSteps> carry_steps(const std::string& from, const std::string& to);

}  // namespace nw::workspace
