// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a script's schedule, as one goes through them one at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "script/step_editor.h"

namespace nw::script {

// A line that is a step of the schedule, whether it holds or not: "s[C].split(" with its stage, "s.cache_read("
// without.
struct StepCall {
  std::string stage, method;  // method empty: it is no step
  size_t arguments = 0;       // where they begin in the line
};
// `schedule`: the variable that holds the schedule; empty: whichever stands there.
StepCall step_call(const std::string& line, const std::string& schedule = {});

// The lines on which steps begin, in order, those that fail among them. Only the text is looked at.
std::vector<int> step_lines(const std::string& text);

// A script runs to the line `stop_after`, or whole (0). Where it has to stop for its last step not to run: never 0.
// Nothing if no step runs.
std::optional<int> stop_before_last(const std::vector<int>& steps, int stop_after);

// A program that stopped in the middle of its text, changed: where the new text stops for the change to run, and
// nothing that is behind. 0: the program ran whole, and so does the new text.
int stop_with(const TextChange& change, const std::string& text, const Program& program);

}  // namespace nw::script
