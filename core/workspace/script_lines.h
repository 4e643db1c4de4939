// SPDX-License-Identifier: GPL-3.0-or-later
// A script as its lines, for edits by whole lines.
#pragma once

#include <string>
#include <vector>

namespace nw::workspace {

std::vector<std::string> lines_of(const std::string& text);
std::string joined(const std::vector<std::string>& lines);  // each with its line end

}  // namespace nw::workspace
