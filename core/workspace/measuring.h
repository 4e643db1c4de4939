// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring kernels: one until its time is stable, or every state of a branch of the history, one after the other.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/assembly_lines.h"
#include "kernel/nest_heat.h"
#include "target/kernel.h"
#include "workspace/history.h"

namespace nw::workspace {

// A run, where its time went (null: not known), and the code that ran (none where a size was given: the code on the
// screen is for any).
struct SampledRun {
  Result<measure::RunReport> report;
  std::shared_ptr<const kernel::NestHeat> heat;
  std::optional<std::vector<kernel::AssemblyLine>> assembly;
};
// Compiled once: run, compared as the request says, timed until it is steady, and sampled.
SampledRun sampled_run(const kernel::KernelPreview& shown, measure::RunRequest request,
                       const target::WorkerOptions& worker);
// The same of a script that is not analysed yet.
SampledRun sampled_run(const std::string& script, const measure::RunRequest& request,
                       const target::WorkerOptions& worker);
Measurement measurement(const measure::RunReport& report, std::map<std::string, int64_t> sizes);

// The states on the way from the first one to `end` as runs of one task's kernel, in their order. States that are
// measured on the machine already are not run again; those with the same script are run once.
class BranchRuns {
 public:
  struct Run {
    std::vector<StateId> states;  // with the same script
    std::string script, label;    // the label is the first state's
  };

  BranchRuns() = default;
  BranchRuns(const History& history, StateId end, std::string task, const std::string& default_script,
             std::map<std::string, int64_t> sizes, const measure::Machine& machine);

  const std::deque<Run>& waiting() const { return waiting_; }  // the first of them is to be run next
  std::vector<StateId> waiting_states() const;
  measure::RunRequest request(int threads) const;
  // The outcome of running the first: its time is recorded in the history, or else why it has none. Whether a kernel
  // fails or not, the next one is measured all the same.
  void finish(const Result<measure::RunReport>& report, History& history);
  void stop() { waiting_.clear(); }
  // States that have no time because they do not run, each with the reason.
  const std::map<StateId, Diagnostic>& failed() const { return failed_; }
  int done() const { return done_; }
  int all() const { return done_ + static_cast<int>(waiting_.size()); }

 private:
  std::string task_;
  std::map<std::string, int64_t> sizes_;
  std::deque<Run> waiting_;
  std::map<StateId, Diagnostic> failed_;
  int done_ = 0;
};

// The state of that number; NW1055 if the history has none.
Result<StateId> find_state(const History& history, int number);

}  // namespace nw::workspace
