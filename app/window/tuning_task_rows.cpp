// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_task_rows.h"

#include "common/text.h"
#include "models/window_words.h"
#include "window/tuning.h"
#include "window/tuning_text.h"
#include "workspace/task_name.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Null: it has none.
const TuneTask* row_of(const std::string& task, const TuneTasksModel& rows) {
  const int row = rows.rowOf(task);
  return row < 0 ? nullptr : &rows.tasks()[static_cast<size_t>(row)];
}

template <class Change>
void change(const std::string& task, TuneTasksModel& rows, const Change& change) {
  const TuneTask* row = row_of(task, rows);
  if (!row) return;
  TuneTask changed = *row;
  change(changed);
  rows.set(changed);
}

}  // namespace

void show_tasks(const std::vector<TuningTask>& tasks, TuneTasksModel& rows) {
  std::vector<TuneTask> all;
  for (const TuningTask& each : tasks) {
    const TuneTask* known = row_of(each.key, rows);
    TuneTask shown = known ? *known : TuneTask{.key = each.key};
    shown.name = Tuning::tr("%1 · %2").arg(qs(workspace::kernel_name(each.key))).arg(each.group);
    shown.group = each.group;
    shown.weight = each.weight;
    if (!each.code.empty()) {
      shown.state = TuneTask::State::Left;
      shown.code = qs(each.code);
      shown.why = window_words(each.why);
    }
    all.push_back(std::move(shown));
  }
  rows.setTasks(std::move(all));
}

void show_waiting(const std::string& task, TuneTasksModel& rows) {
  change(task, rows, [](TuneTask& row) {
    row.trials = 0;
    row.best_us = row.start_us = 0;
    row.state = TuneTask::State::Waiting;
    row.code.clear();
    row.why.clear();
  });
}

void show_trial(const TuningEvent& event, TuneTasksModel& rows) {
  const tune::Progress& p = event.progress;
  const bool given = p.origin == tune::CandidateOrigin::Given;
  change(event.key, rows, [&](TuneTask& row) {
    if (!p.recorded) row.state = TuneTask::State::Searching;
    if (given && p.time) row.start_us = p.time->min;
    if (p.best_us > 0) row.best_us = p.best_us;
    if (!given) ++row.trials;
    row.applied = false;
  });
}

void show_searching(const std::string& task, TuneTasksModel& rows) {
  for (TuneTask each : rows.tasks()) {
    if (each.state != TuneTask::State::Searching || each.key == task) continue;
    each.state = TuneTask::State::Waiting;
    rows.set(each);
  }
}

void show_result(const tune::TaskRow& result, TuneTasksModel& rows) {
  const tune::TaskResult& found = result.result;
  const Diagnostic* wrong = first_error(found.diagnostics);
  change(result.key, rows, [&](TuneTask& row) {
    if (row.state == TuneTask::State::Left) return;
    row.state = TuneTask::State::Searched;
    if (found.start) row.start_us = found.start->median;
    if (found.best) row.best_us = found.best->time.median;
    row.code = qs(found.why);
    if (wrong) row.why = window_words(wrong->message);
  });
}

void show_applied(const std::string& task, TuneTasksModel& rows) {
  change(task, rows, [](TuneTask& row) { row.applied = true; });
}

}  // namespace nw::window
