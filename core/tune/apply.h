// SPDX-License-Identifier: GPL-3.0-or-later
// Records put to use: the fastest recorded steps that fit a kernel, and in what a record's computation differs from
// one that it does not fit. Records are ours or another tool's (foreign.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tune/kernel.h"
#include "tune/records.h"
#include "tune/space.h"

namespace nw::tune {

struct AppliedRecord {
  TrialRecord record;
  std::string script;  // of the kernel, with the record's steps
};

// A record's schedule for a kernel.
struct RecordedSteps {
  std::optional<std::vector<schedule::Step>> steps;
  std::optional<Choice> choice;  // of the kernel's marks, where the record has values of knobs
  std::string why;               // it has none
};
RecordedSteps recorded_steps(const TunedKernel& kernel, const TrialRecord& trial);

// Whether the record's task may be the kernel: the computation, or what another tool's key says of its arguments.
bool may_fit(const TunedKernel& kernel, const TrialRecord& trial);

// Of records of the same computation. Those of `machine` come first, whatever the times of others; a record whose steps
// are refused is passed over.
std::optional<AppliedRecord> best_for(const TunedKernel& kernel, const RecordFile& records,
                                      const RecordMachine& machine);

// "X is (1, 14, 14, 256) float32 in the record, (1, 28, 28, 256) float32 here": arguments, stages, reductions.
std::vector<std::string> differences(const TunedKernel& recorded, const TunedKernel& here);

// The kernel that a task's records resemble most. Without differences one of them fits it.
struct NearestTask {
  const TunedKernel* kernel = nullptr;
  std::vector<std::string> differences;
};
NearestTask nearest_task(const std::vector<const TrialRecord*>& trials_of_task,
                         const std::vector<const TunedKernel*>& kernels);

// NW4134 for each task of the records that fits none of the kernels.
Diagnostics unmatched_records(const RecordFile& records, const std::vector<const TunedKernel*>& kernels);

}  // namespace nw::tune
