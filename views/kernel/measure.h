// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring kernels: one until it holds still, or every state of a branch of the history, one after the other.
#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>

#include "target/kernel.h"
#include "workspace/history.h"
#include "workspace/nest_heat.h"

namespace nw::views {

class Workbench;

// Half of the spread of its runs, as a share of its median.
double error_bar(const measure::RunReport& report);
// Runs again while the error bar is over 2 %, a few times at most, and keeps the steadiest; checked the first time.
Result<measure::RunReport> measured(const std::string& script, measure::RunRequest options,
                                    const target::WorkerOptions& worker);
// A run, and where its time went; null: not known.
struct SampledRun {
  Result<measure::RunReport> report;
  std::shared_ptr<const workspace::NestHeat> heat;
};
// As `measured`, with samples of the first run.
SampledRun sampled_run(const std::string& script, measure::RunRequest options, const target::WorkerOptions& worker);
// A worker that ends when the job is cancelled, or after so many seconds.
target::WorkerOptions worker_options(const CancelToken& cancel, int seconds);
workspace::Measurement measurement(const measure::RunReport& report, std::map<std::string, int64_t> sizes);
// The schedule of a kernel in a state of the history.
std::string script_at(const workspace::State& state, const std::string& task, const std::string& default_script);

// The states from the document's first to its present one, measured for one task. One at a time: two would disturb each
// other. Ending the job that is under way ends the rest.
class BranchMeasuring : public QObject {
  Q_OBJECT

 public:
  BranchMeasuring(Workbench* workbench, QString name, QObject* parent);
  // States that are measured on this machine already, or whose script does not change the one before, are not run
  // again.
  void start(const std::string& task, const std::string& default_script, std::map<std::string, int64_t> sizes);
  void stop();
  bool running() const { return !waiting_.empty(); }
  std::vector<workspace::StateId> waiting() const;  // the first of them is being measured
  // States that have no time because they do not run, each with the reason, of the branch measured last.
  const std::map<workspace::StateId, Diagnostic>& failed() const { return failed_; }
  int done() const { return done_; }
  int all() const { return done_ + static_cast<int>(waiting_.size()); }

 Q_SIGNALS:
  void changed();
  void sampled(const std::string& script, const std::shared_ptr<const nw::workspace::NestHeat>& heat);

 private:
  struct Task {
    std::vector<workspace::StateId> states;  // with the same script
    std::string script, label;
  };
  void next();
  void finished(const SampledRun& run);

  Workbench* workbench_;
  QString purpose_;
  std::string task_;
  std::map<std::string, int64_t> sizes_;
  std::deque<Task> waiting_;
  std::map<workspace::StateId, Diagnostic> failed_;
  int done_ = 0;
};

}  // namespace nw::views
