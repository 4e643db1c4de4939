// SPDX-License-Identifier: GPL-3.0-or-later
// Names of a file as text that can be shown and written as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nw::import {

// Bytes that are not UTF-8 become U+FFFD; control characters too. What is longer than any name that people or exporters
// give is cut: names are in messages, in boxes of the graph and in scripts.
constexpr size_t kLongestName = 1000;
std::string clean_text(std::string_view bytes);
// "/a/b/Conv" → a, b; "layer1.0.conv1" → layer1, 0. The last part is the node's own.
std::vector<std::string> scope_of(std::string_view name);

}  // namespace nw::import
