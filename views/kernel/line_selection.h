// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of the script is about, for the other faces: the loops that it makes or names, or the stage.
#pragma once

#include "kernel/kernel_selection.h"
#include "workspace/kernel_preview.h"

namespace nw::views {

KernelSelection selection_of_line(const workspace::KernelPreview& preview, int line);

}  // namespace nw::views
