// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of a script is called in the history, from its text before and after: "split h by 4", "line 12: factor
// 8 → 16", "without s[C].unroll(k)". Cheap: nothing is run.
#pragma once

#include <string>

namespace nw::workspace {

std::string change_name(const std::string& before, const std::string& after);

}  // namespace nw::workspace
