// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files in and out. Writing replaces atomically: a reader sees the old bytes or the new ones.
#pragma once

#include <string>

#include "base/result.h"

namespace nw {

Result<std::string> read_whole_file(const std::string& path);                     // NW1001
Diagnostics write_whole_file(const std::string& path, const std::string& bytes);  // NW4001

}  // namespace nw
