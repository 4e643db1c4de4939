// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a Python file for TVM 0.11: it registers what targets take and has functions that run the same passes.
#pragma once

#include "pattern/offload.h"

namespace nw::pattern {

std::string python_for_tvm(const Table& table, const OffloadOptions& options);

}  // namespace nw::pattern
