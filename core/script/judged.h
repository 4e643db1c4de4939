// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a script for someone who lowers it next: what judging the schedule found out (its normal form, its bounds) is
// handed on, so that it is found out once.
#pragma once

#include "schedule/verify.h"
#include "script/script.h"

namespace nw::script {

struct JudgedProgram {
  Program program;
  std::optional<schedule::Judged> judged;  // if the program has no errors; bounds with their reasons
};

JudgedProgram read_judged(std::string_view text, const ReadOptions& options = {});

}  // namespace nw::script
