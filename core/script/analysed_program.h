// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a script for someone who lowers it next: what checking the schedule found out (its normal form, its bounds)
// is handed on, so that it is found out once.
#pragma once

#include "schedule/verify.h"
#include "script/script.h"

namespace nw::script {

struct AnalysedProgram {
  Program program;
  std::optional<schedule::ScheduleAnalysis> analysed;  // if the program has no errors; bounds with their reasons
};

AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options = {});

}  // namespace nw::script
