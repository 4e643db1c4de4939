// SPDX-License-Identifier: GPL-3.0-or-later
// Which task of a model is searched next: the one from which most is expected.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/cancel.h"

namespace nw::tune {

struct SearchTask;

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

// The searches of some tasks: kernels one after the other, or a model's tasks in turns.
class Turns {
 public:
  // The tasks stay where they are for as long as this lives. `trials`: of all tasks together, for a model; nothing: of
  // each search, as its options say.
  Turns(std::vector<SearchTask>& tasks, std::optional<int64_t> trials);
  // Until all have ended, or `stop`, which the searches have as well, is cancelled: then it may be called once more.
  void run(const CancelToken& stop);
  bool ended() const;
  std::optional<size_t> current() const { return current_; }  // of the tasks; while it runs

 private:
  bool turn(size_t next, const CancelToken& stop);

  std::vector<SearchTask>& tasks_;
  std::vector<TaskTurn> turns_;
  std::vector<int64_t> waited_;
  bool model_;
  int64_t left_ = 0, first_turn_ = 0;
  bool any_ = false;
  std::optional<size_t> current_;
};

}  // namespace nw::tune
