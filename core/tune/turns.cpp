// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/turns.h"

#include <algorithm>

namespace nw::tune {

namespace {

constexpr int64_t kStarving = 4;      // times the number of tasks: as many turns of others are the most
constexpr double kLeastSlope = 0.02;  // of a task whose last turn gained nothing

double expected_gain(const TaskTurn& task) {
  const double slope = task.earlier_us > 0 ? (task.earlier_us - task.best_us) / task.earlier_us : 1;
  return task.weight * task.best_us * std::max(slope, kLeastSlope);
}

}  // namespace

std::optional<size_t> next_turn(const std::vector<TaskTurn>& tasks, const std::vector<int64_t>& waited) {
  std::optional<size_t> best;
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].ended) continue;
    if (tasks[i].trials == 0) return i;
    if (waited[i] > kStarving * static_cast<int64_t>(tasks.size())) return i;
    if (!best || expected_gain(tasks[i]) > expected_gain(tasks[*best])) best = i;
  }
  return best;
}

}  // namespace nw::tune
