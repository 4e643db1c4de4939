// SPDX-License-Identifier: GPL-3.0-or-later
// A preview of the part of a script that is valid: where the whole schedule breaks a rule, the steps to blame are left
// out, so that there is a loop nest to look at while it is fixed. Text and diagnostics are those of the script as
// written.
#pragma once

#include "kernel/preview.h"

namespace nw::kernel {

KernelPreview preview_valid_part(const std::string& text, const PreviewOptions& options = {});

}  // namespace nw::kernel
