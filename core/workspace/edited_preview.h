// SPDX-License-Identifier: GPL-3.0-or-later
// The preview of a change that is not written yet: the steps are applied to the schedule and lowered, no text is read.
#pragma once

#include "base/cancel.h"
#include "workspace/gestures.h"
#include "workspace/kernel_preview.h"

namespace nw::workspace {

// Program, nest, printed nest and diagnostics after the edit; without text, tree and bounds rows. Without a nest where
// the edit is refused.
KernelPreview preview_edited(const KernelPreview& now, const StepEdit& edit, const CancelToken& cancel = {});

}  // namespace nw::workspace
