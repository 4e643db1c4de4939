// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of one kernel brought to another: step by step, with every stage and axis named by what plays the same
// part there. What does not carry over stays as a comment, and is reported.
#pragma once

#include <string>

#include "base/result.h"

namespace nw::edit {

struct TransferredSteps {
  std::string text;  // the other kernel, scheduled
  int carried = 0;   // steps that hold there; lines that only name axes do not count
  int left_out = 0;
};

// `from` and `to` are scripts; the steps of `to` are replaced, except that a stage without a counterpart here stays
// inlined. Stages and axes are those that play the same part (stage_roles.h). A step that does not hold there stays as
// a comment. Diagnostics: NW2092, a warning for every step left out, with its line in the new text; NW2093 if one of
// the scripts has no schedule.
Result<TransferredSteps> transfer_steps(const std::string& from, const std::string& to);

}  // namespace nw::edit
