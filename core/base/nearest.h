// SPDX-License-Identifier: GPL-3.0-or-later
// Names that were probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nw {

// At most `count` of `names`, the nearest first, none so far off that it would only confuse.
std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& names, size_t count);

}  // namespace nw
