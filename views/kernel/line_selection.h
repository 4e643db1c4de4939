// SPDX-License-Identifier: GPL-3.0-or-later
// The loops or the stage that a line of the script or an axis refers to, for the other faces.
#pragma once

#include "kernel/kernel_selection.h"
#include "kernel/preview.h"

namespace nw::views {

KernelSelection selection_of_line(const kernel::KernelPreview& preview, int line);

// An axis that was split or fused is no loop any more: what is meant are the loops that it became, and the line that
// made them. Any other selection as it is.
KernelSelection with_its_loops(const kernel::KernelPreview& preview, const KernelSelection& of);

}  // namespace nw::views
