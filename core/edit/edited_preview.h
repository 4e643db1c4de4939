// SPDX-License-Identifier: GPL-3.0-or-later
// The preview of a change that is not written yet: its schedule is lowered, no text is read.
#pragma once

#include "base/cancel.h"
#include "edit/edited_schedule.h"
#include "kernel/preview.h"

namespace nw::edit {

// Schedule, nest, printed nest and diagnostics after the edit; without text, statements, tree and bounds rows. Without
// a nest where the edit is refused or the schedule has an error.
kernel::KernelPreview preview_edited(const kernel::KernelPreview& now, const script::StepEdit& edit,
                                     const CancelToken& cancel = {});
// Of a candidate's own edit, which is checked already.
kernel::KernelPreview preview_edited(const kernel::KernelPreview& now, const EditedSchedule& edited,
                                     const CancelToken& cancel = {});

}  // namespace nw::edit
