// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of a script is called in the history, from its text before and after: "split h by 4", "line 12: factor
// 8 → 16", "without s[C].unroll(k)". Cheap: nothing is run.
#pragma once

#include <string>

namespace nw::script {

// The name of a change ("align c to 32") with the stage of the step that it added ("align c of conv2d to 32"), where
// it is about loops and does not name their stage.
std::string with_stage(const std::string& name, const std::string& before, const std::string& after);

std::string change_name(const std::string& before, const std::string& after);

}  // namespace nw::script
