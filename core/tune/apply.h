// SPDX-License-Identifier: GPL-3.0-or-later
// Records put to use: the fastest recorded steps that fit a kernel, and in what a record's computation differs from
// one that it does not fit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tune/kernel.h"
#include "tune/records.h"

namespace nw::tune {

struct AppliedRecord {
  TrialRecord record;
  std::string script;  // of the kernel, with the record's steps
};

// Of records of the same computation. Those of `machine` come first, whatever the times of others; a record whose steps
// are refused is passed over.
std::optional<AppliedRecord> best_for(const TunedKernel& kernel, const RecordFile& records,
                                      const RecordMachine& machine);

// "X is (1, 14, 14, 256) float32 in the record, (1, 28, 28, 256) float32 here": arguments, stages, reductions.
std::vector<std::string> differences(const TunedKernel& recorded, const TunedKernel& here);

}  // namespace nw::tune
