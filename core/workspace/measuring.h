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
#include "worker/kernel.h"
#include "workspace/history.h"

namespace nw::workspace {

class Document;

// A run, its profile (null: none), and the code that ran (none if a size was given: the displayed code is for any
// size).
struct SampledRun {
  Result<measure::RunReport> report;
  std::shared_ptr<const kernel::NestHeat> heat;
  std::optional<std::vector<kernel::AssemblyLine>> assembly;
};
// Compiles once, then runs, verifies as requested, times until stable, and samples.
SampledRun sampled_run(const kernel::KernelPreview& shown, measure::RunRequest request,
                       const worker::WorkerOptions& worker);
// The same for a script that is not analysed yet. rules: of the target, null for those of no target.
SampledRun sampled_run(const std::string& script, const std::shared_ptr<const TargetFacts>& rules,
                       const measure::RunRequest& request, const worker::WorkerOptions& worker);
Measurement measurement(const measure::RunReport& report, std::map<std::string, int64_t> sizes);

// The states on the path from the first one to `end` as runs of one task's kernel, in order. States that are already
// measured on the machine are not run again; those with the same script are run once.
class BranchRuns {
 public:
  struct Run {
    std::vector<StateId> states;  // with the same script
    std::string script, label;    // the label is the first state's
  };

  BranchRuns() = default;
  BranchRuns(const History& history, StateId end, std::string task, const std::string& default_script,
             std::map<std::string, int64_t> sizes, const measure::Machine& machine);

  const std::deque<Run>& waiting() const { return waiting_; }  // the first is run next
  std::vector<StateId> waiting_states() const;
  measure::RunRequest request(int threads) const;
  // Records the outcome of the first run: its time in the document's history, or why it has none. The next one is
  // measured even if a kernel fails.
  void finish(const Result<measure::RunReport>& report, Document& document);
  void stop() { waiting_.clear(); }
  // States that could not be run, each with the reason.
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
