// SPDX-License-Identifier: GPL-3.0-or-later
// Which factor of a split fits a cache: the largest whose inner loop touches no more, in one run, than the cache holds.
// Each factor tried costs about a script's preview: not for the thread that paints.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/machine.h"
#include "workspace/kernel_preview.h"

namespace nw::workspace {

struct FittingFactor {
  int64_t factor = 0;
  std::string memory;  // "L1", "L2", "L3": the largest factor for it
};

// Of these factors, in rising order, for these values of symbolic sizes. A cache that all of them fit, or none, has no
// entry; nor has one whose largest is that of a smaller cache.
std::vector<FittingFactor> fitting_factors(const std::string& text, const script::Program& program, StageId stage,
                                           AxisId axis, const std::vector<int64_t>& factors,
                                           const MachineFacts& machine,
                                           const std::map<std::string, int64_t>& sizes = {},
                                           const CancelToken& cancel = {});

}  // namespace nw::workspace
