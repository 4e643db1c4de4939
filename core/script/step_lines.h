// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a script's schedule, as one goes through them one at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::script {

// A line that is a step of the schedule, whether it is legal or not: "s[C].split(" with its stage, "s.cache_read(" and
// "g.compute_at(" without.
struct StepCall {
  std::string receiver;       // the variable that it is called on: "s", "g"
  std::string stage, method;  // method empty: it is no step
  size_t arguments = 0;       // where they begin in the line
};
// `schedule_name`: the variable that holds the schedule; empty: whichever the line has.
StepCall step_call(const std::string& line, const std::string& schedule_name = {});

// The lines on which steps begin, in order, those that fail among them. Only the text is looked at.
std::vector<int> step_lines(const std::string& text);

// The line on which te.create_schedule is called first; 0: none.
int schedule_line(const std::string& text);

// A script runs to the line `stop_after`, or whole (0). Where it has to stop for its last step not to run: never 0.
// Nothing if no step runs.
std::optional<int> stop_before_last(const std::vector<int>& steps, int stop_after);

}  // namespace nw::script
