// SPDX-License-Identifier: GPL-3.0-or-later
// The program that writes MetaSchedule's database of recorded schedules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nw::tune {

struct MetaSchedule {
  std::string file;  // of the program that makes it (export/tir_schedule.h), beside the one that writes the database
  std::string task;
  int64_t trial = 0;
  double seconds = 0;
  int64_t cores = 1;
};

// Python for TVM 0.10 and later. It reads the database again, replays each trace, and fails where one makes another
// program than it was recorded of.
std::string meta_database_program(const std::vector<MetaSchedule>& schedules);

}  // namespace nw::tune
