// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files out (in: base/input_file.h). Writing replaces atomically: a reader sees the old bytes or the new ones.
#pragma once

#include <string>

#include "base/input_file.h"

namespace nw {

Diagnostics write_whole_file(const std::string& path, const std::string& bytes);  // NW4001

}  // namespace nw
