// SPDX-License-Identifier: GPL-3.0-or-later
// What a tuning tab says of a search: before it, while it runs, and at its end.
#pragma once

#include <QString>
#include <map>
#include <string>
#include <vector>

#include "tune/search.h"
#include "tune/tasks.h"
#include "tune/tune_options.h"

namespace nw::window {

// What is known before a search.
struct TuningOutlook {
  QString name;  // of the kernel or the model
  bool model = false;
  int tasks = 0;         // that are searched
  double space = 0;      // number of choices, of all of them; 0: only changes of the script's own steps
  int64_t recorded = 0;  // trials that are taken over
  views::TuneSettings settings = {};
};

// What will be tried, and how long that takes.
QString outlook_text(const TuningOutlook& outlook);
// By how much the best is faster than the start, or why there is nothing to say of that.
QString outcome_text(const std::vector<tune::TaskRow>& rows);
// "12 illegal, 1 late"; empty: none was refused.
QString refusals_text(const std::map<std::string, int64_t>& refused);

// Null: there is none.
const Diagnostic* first_error(const Diagnostics& diagnostics);

// The best is faster by more than the runs of both differ among themselves.
bool is_faster(const tune::TaskResult& result);

}  // namespace nw::window
