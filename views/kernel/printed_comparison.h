// SPDX-License-Identifier: GPL-3.0-or-later
// Two nests of which TVM printed one or both: whether they are the same schedule, whatever their names. Lines of the
// nests say nothing there, as TVM calls loops and buffers otherwise.
#pragma once

#include <QString>

#include "kernel/preview.h"

namespace nw::views {

// Whether TVM printed one of them.
bool is_printed(const kernel::KernelPreview& before, const kernel::KernelPreview& after);
// A sentence that says that they are the same, or the differences, one a line, with the lines of both texts.
QString printed_comparison(const kernel::KernelPreview& before, const kernel::KernelPreview& after);

}  // namespace nw::views
