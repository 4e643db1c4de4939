// SPDX-License-Identifier: GPL-3.0-or-later
// A stage and one of its loops by the names that people give: those of the script, or TVM's.
#pragma once

#include <string>

#include "base/result.h"
#include "kernel/preview.h"

namespace nw::kernel {

struct NamedLoop {
  StageId stage;
  AxisId axis;  // none: the stage as a whole
};

// `axis` may be empty. NW2094, with the names that there are, if the kernel has no such stage, or the stage no such
// loop.
Result<NamedLoop> find_loop(const KernelPreview& preview, const std::string& stage, const std::string& axis);

}  // namespace nw::kernel
