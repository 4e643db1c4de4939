// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a script that every candidate keeps, as a person names them: "12,15-17".
#pragma once

#include <set>
#include <string>

#include "base/diagnostic.h"
#include "tune/kernel.h"

namespace nw::tune {

// The positions in the kernel's steps. NW4002 where the text is no list of lines, NW4137 where a line is no step.
Diagnostics kept_steps(const std::string& lines, const TunedKernel& kernel, std::set<size_t>& kept);

}  // namespace nw::tune
