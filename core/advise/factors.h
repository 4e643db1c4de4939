// SPDX-License-Identifier: GPL-3.0-or-later
// What the factors of a split make of the machine: how much memory one run of the inner loop touches, and which cache
// holds that; and whether the loop can become vectors. Each factor costs about a script's preview: not for the thread
// that paints.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/target_facts.h"
#include "kernel/preview.h"

namespace nw::advise {

struct FactorFigures {
  int64_t factor = 0;
  double bytes = 0;    // touched in one run of the inner loop
  std::string memory;  // "L1", "L2", "L3" or "RAM": the smallest that holds them
  double holds = 0;    // bytes of that memory; 0 for "RAM"
};

// Of these factors, for these values of symbolic sizes. A factor whose split is refused has none.
std::vector<FactorFigures> factor_figures(const kernel::KernelPreview& shown, StageId stage, AxisId axis,
                                          const std::vector<int64_t>& factors, const TargetFacts& machine,
                                          const std::map<std::string, int64_t>& sizes = {},
                                          const CancelToken& cancel = {});

// Iterations of this axis that follow each other write elements side by side: it is the last dimension of what the
// stage writes, or the inner part of it.
bool is_contiguous(const schedule::Stage& stage, AxisId axis);

}  // namespace nw::advise
