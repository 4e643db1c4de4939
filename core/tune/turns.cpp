// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/turns.h"

#include <algorithm>

#include "tune/tasks.h"

namespace nw::tune {

namespace {

constexpr int64_t kStarving = 4;      // times the number of tasks: as many turns of others are the most
constexpr double kLeastSlope = 0.02;  // of a task whose last turn gained nothing
constexpr int64_t kTurn = 8;          // trials of a model's task in one turn

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

Turns::Turns(std::vector<SearchTask>& tasks, std::optional<int64_t> trials)
    : tasks_(tasks), waited_(tasks.size(), 0), model_(trials.has_value()), left_(trials.value_or(0)) {
  for (const SearchTask& task : tasks)
    turns_.push_back({.weight = static_cast<double>(task.row.weight), .ended = !task.search});
  // The first turns share what there is, so that every task has one.
  const int64_t searched = std::ranges::count(turns_, false, &TaskTurn::ended);
  first_turn_ = std::clamp<int64_t>(left_ / std::max<int64_t>(1, searched), 1, kTurn);
}

bool Turns::ended() const {
  const auto had_its_turn = [](const TaskTurn& task) { return task.ended || task.trials > 0; };
  return std::ranges::all_of(turns_, &TaskTurn::ended) ||
         (model_ && left_ <= 0 && std::ranges::all_of(turns_, had_its_turn));
}

// False where it was interrupted.
bool Turns::turn(size_t next, const CancelToken& stop) {
  KernelSearch& search = *tasks_[next].search;
  TaskTurn& turn = turns_[next];
  // However short the time is, one start is measured.
  if (turn.trials == 0 && search.out_of_time() && any_) {
    turn.ended = true;
    return true;
  }
  any_ = true;
  const int64_t before = search.trials();
  const double earlier = search.best_us();
  // Where no trials are left, a first turn still measures the start.
  const int64_t most = std::max<int64_t>(0, std::min(turn.trials == 0 ? first_turn_ : kTurn, left_));
  const bool more = search.round(model_ ? most : INT32_MAX);
  if (model_) left_ -= search.trials() - before;
  if (stop.cancelled()) return false;
  turn.trials += std::max<int64_t>(1, search.trials() - before);
  turn.earlier_us = earlier;
  turn.best_us = search.best_us();
  turn.ended = !more;
  for (int64_t& turns_of_others : waited_) ++turns_of_others;
  waited_[next] = 0;
  return true;
}

void Turns::run(const CancelToken& stop) {
  while (!ended()) {
    current_ = next_turn(turns_, waited_);
    if (!current_ || !turn(*current_, stop)) break;
  }
  current_.reset();
}

}  // namespace nw::tune
