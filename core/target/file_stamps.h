// SPDX-License-Identifier: GPL-3.0-or-later
// File stamps: whether files are still those that they were, without reading them.
#pragma once

#include <string>
#include <vector>

namespace nw::target {

// Device, inode, size and time of change of each: another text once one was replaced or written to.
std::string file_stamps(const std::vector<std::string>& paths);

}  // namespace nw::target
