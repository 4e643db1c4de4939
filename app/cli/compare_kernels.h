// SPDX-License-Identifier: GPL-3.0-or-later
// compare of two kernels, each a TE script or TVMScript: whether their nests are the same.
#pragma once

#include "command.h"
#include "settings.h"

namespace nw::cli {

bool is_kernel_file(const std::string& path);  // by its ending
Outcome compare_kernels(const ScriptOption& before, const ScriptOption& after, const std::vector<std::string>& sets);

}  // namespace nw::cli
