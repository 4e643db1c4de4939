// SPDX-License-Identifier: GPL-3.0-or-later
// The search behind a tuning tab, without widgets: its tasks, records and turns. One job at a time uses it; what it
// measures is handed over as it comes.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "model/model.h"
#include "tune/tasks.h"
#include "tune/turns.h"
#include "worker/kernel.h"
#include "worker/peaks.h"

namespace nw::window {

// What is to be tuned: a kernel, or the tasks of a model.
struct TuningSubject {
  std::string script;                    // of a kernel; empty: a model
  std::map<std::string, int64_t> sizes;  // of its symbolic sizes
  std::string key;                       // of a group's task; empty: made of the script
  struct Own {
    std::string script;
    measure::Timing time;
  };
  std::vector<Own> own;  // schedules that a person has measured: they are candidates too
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const fusion::Fusion> fusion;
  // The model as it runs now, in which what is found has to be faster too; nothing: of a kernel.
  std::optional<worker::NetworkRequest> network = {};
};

struct TuningLimits {
  int64_t trials = 64;  // of a kernel, or of each task
  double seconds = 0;
  int threads = 1;
  std::string keep;     // lines of the script that every candidate keeps, as kept_lines.h reads them
  std::string only;     // key of the one task of a model that is searched; empty: all
  std::string records;  // file; empty: nothing is kept
  std::string version;  // of the program, for the records
  bool marks = false;   // of a script: only the values that its `# tune:` marks list
  TargetFacts machine;
  worker::WorkerOptions worker;
  std::vector<target::Connection> also = {};  // targets of machines alike, which share the candidates
};

// What is known of a task before anything is measured.
struct TuningTask {
  std::string key;
  int group = -1;
  size_t weight = 1;
  double flops = 0, space = 0;  // number of choices; 0: only changes of its own steps
  std::vector<tune::Knob> knobs;
  bool marked = false;    // its script has `# tune:` marks
  std::string code, why;  // why it is not searched
  int64_t recorded = 0;   // trials of earlier searches
};

class TuningSearch {
 public:
  // A trial of a task, and for how long was searched.
  using Heard = std::function<void(const std::string& key, const tune::Progress& progress, double seconds)>;

  TuningSearch(TuningSubject subject, Heard heard);

  // Reads the subject; once.
  void prepare(const TargetFacts& machine, const CancelToken& cancel);
  // What the next search may spend, keeps and records: reads the records. Diagnostics: of them, and of lines to keep.
  Diagnostics look(TuningLimits limits);
  std::vector<TuningTask> tasks() const;
  // Opens the records for writing, and takes over what they hold.
  Diagnostics begin();
  // The machine's peak on these threads: 1e9 operations a second; 0: not measured.
  double peak(const CancelToken& stop);
  // Until all ended, or `stop` is cancelled; then it may be called again, after `waited` seconds in which nothing ran.
  // `more`: of an ended search, as many more trials.
  void run(const CancelToken& stop, double waited);
  bool ended() const { return turns_ && turns_->ended(); }
  // Start and best once more, in turns, and the best verified; what was found for a model's tasks also in the network.
  // The results of the tasks that are searched.
  std::vector<tune::TaskRow> finish(const CancelToken& stop);
  // One task's; while it runs too.
  void narrow(const std::string& key, const tune::Narrowing& narrowing);
  std::shared_ptr<const tune::TunedKernel> kernel(const std::string& key) const;  // null: it has none

 private:
  void add_own(tune::SearchTask& task);
  void start_task(tune::SearchTask& task);
  std::vector<tune::MeasureOptions> runners() const;
  const tune::Space* space_of(const std::string& key) const;

  TuningSubject subject_;
  TuningLimits limits_;
  Heard heard_;
  std::vector<tune::SearchTask> tasks_;
  std::map<std::string, std::shared_ptr<const tune::TunedKernel>> kernels_;  // copies, for other threads
  std::map<std::string, tune::Space> spaces_;                                // of the computations
  std::optional<tune::Space> marked_;                                        // of the marks of a script
  std::vector<std::shared_ptr<worker::LivingWorker>> workers_;               // of `limits_.also`
  tune::RecordFile records_;
  tune::RecordWriter writer_;
  std::unique_ptr<tune::Turns> turns_;
  std::mutex in_use_;  // by begin(), run() or finish(): one that is told to stop may take a moment
  std::chrono::steady_clock::time_point began_;
  double waited_ = 0;
};

}  // namespace nw::window
