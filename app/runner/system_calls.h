// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls that a process with kernels may make (seccomp), on every thread, as confinement.h describes.
#pragma once

namespace nw::runner {

// Whether this program was built with the filter.
bool has_system_call_filter();
// 0, or the error.
int filter_system_calls();

}  // namespace nw::runner
