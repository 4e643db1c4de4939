// SPDX-License-Identifier: GPL-3.0-or-later
// Records as other tools' logs: Ansor's, AutoTVM's, and MetaSchedule's database. A record is written with its times
// only if the tool can express all of its schedule.
#pragma once

#include <string>
#include <vector>

#include "tune/records.h"

namespace nw::tune {

enum class RecordForm : uint8_t { Ansor, AutoTvm, MetaSchedule };

struct WrittenRecords {
  struct File {
    std::string name;  // within the folder; empty: the only one
    std::string bytes;
  };
  std::vector<File> files;
  int64_t records = 0;
  Diagnostics diagnostics;  // NW4139, a warning for each record that is not written; an error where none is
};

// Trials that failed are left out. `best`: of each task the fastest that can be written. MetaSchedule names a workload
// by a hash that TVM computes, another one in each version: its form is a folder with the schedules as programs, and a
// program that writes the database's two files with the TVM at hand.
WrittenRecords write_records(const std::vector<TrialRecord>& trials, RecordForm form, bool best);

}  // namespace nw::tune
