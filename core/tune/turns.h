// SPDX-License-Identifier: GPL-3.0-or-later
// Which task of a model is searched next: the one from which most is expected.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nw::tune {

// What is known of a task. Times in microseconds.
struct TaskTurn {
  double weight = 1;    // calls in one run
  double start_us = 0;  // 0: not measured yet
  double best_us = 0;
  double earlier_us = 0;  // best before its last turn
  int64_t trials = 0;
  bool ended = false;
};

// Every task has a turn before any has a second one, and none waits for more than `starving` turns of others; else the
// greatest weight × time × share of the time that its last turn gained. Nothing: all have ended. `waited`: turns since
// the last one of each task, kept by the caller.
std::optional<size_t> next_turn(const std::vector<TaskTurn>& tasks, const std::vector<int64_t>& waited);

}  // namespace nw::tune
