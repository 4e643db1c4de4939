// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a search's tasks, as the search goes on.
#pragma once

#include <string>
#include <vector>

#include "models/tune_tasks_model.h"
#include "window/tuning_events.h"
#include "window/tuning_search.h"

namespace nw::window {

// The tasks that there are; of those that have a row already, what it shows stays.
void show_tasks(const std::vector<TuningTask>& tasks, views::TuneTasksModel& rows);
// A search of this task begins.
void show_waiting(const std::string& task, views::TuneTasksModel& rows);
// A trial was reported.
void show_trial(const TuningEvent& event, views::TuneTasksModel& rows);
// Only this task is searched at the moment.
void show_searching(const std::string& task, views::TuneTasksModel& rows);
void show_result(const tune::TaskRow& result, views::TuneTasksModel& rows);
void show_applied(const std::string& task, views::TuneTasksModel& rows);

}  // namespace nw::window
