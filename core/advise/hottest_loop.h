// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that most of a kernel's time is spent in, without the loops inside of it.
#pragma once

#include <optional>
#include <string>

#include "base/target_facts.h"
#include "kernel/nest_heat.h"

namespace nw::advise {

struct HottestLoop {
  StageId stage;
  AxisId axis;
  std::string stage_name, loop;  // as the loop tree names them
  double share = 0;              // of the kernel's time, 0 to 1
};

// By the samples of a run of this kernel. Nothing where no sample is in a loop.
std::optional<HottestLoop> hottest_loop(const kernel::KernelPreview& preview, const kernel::NestHeat& heat);
// By the estimate. Nothing where a symbolic size has no value.
std::optional<HottestLoop> hottest_loop(const kernel::KernelPreview& preview, const TargetFacts& machine,
                                        const std::map<std::string, int64_t>& sizes = {});

}  // namespace nw::advise
