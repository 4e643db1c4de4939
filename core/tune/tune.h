// SPDX-License-Identifier: GPL-3.0-or-later
// The search for a fast schedule of one kernel, from its script to a verified best one.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "tune/knobs.h"
#include "tune/measurer.h"
#include "tune/records.h"
#include "tune/search.h"

namespace nw::tune {

struct TuneOptions {
  int64_t trials = 64;  // measured candidates, those of the records included
  double seconds = 0;   // of wall time; 0: no limit
  uint64_t seed = 0;
  std::vector<MeasureOptions> runners{MeasureOptions()};  // of machines alike; each measures one candidate at a time
  SearchOptions search;
  CancelToken stop;  // ends the search after the measurement under way
};

enum class TaskState : uint8_t { Done, Exhausted, Stopped, Failed, Skipped };
const char* to_string(TaskState state);

struct Best {
  int64_t trial = 0;  // 0: the script as given
  std::vector<schedule::Step> steps;
  std::string script;
  measure::Timing time;
  measure::VerifyReport verify;
};

// Of all calls of a task in one run of its network, in microseconds: with its start, and with its best.
struct NetworkTimes {
  double start_us = 0, best_us = 0;
  bool faster() const { return best_us < start_us; }
};

struct TaskResult {
  TaskState state = TaskState::Done;
  std::string why;  // the code that says why it failed or was skipped
  int64_t trials = 0, resumed = 0, considered = 0;
  int64_t seeds = 0;  // schedules of other records that are legal here
  double space = 0;   // number of choices
  bool learned = false;
  size_t samples = 0;           // that the learned model had in the end
  double rank_correlation = 0;  // of predicted and measured times
  std::map<std::string, int64_t> refused;
  std::optional<measure::Timing> start;
  std::optional<Best> best;
  std::optional<NetworkTimes> in_network = {};    // of a best that was found, where the network was run
  std::vector<std::pair<int64_t, double>> curve;  // trial, best so far in microseconds
  Spent spent;
  double seconds = 0;
  Diagnostics diagnostics;
};

// It has so few operations that no schedule makes a difference: NW4132.
bool is_too_small(const TunedKernel& kernel);

// What is reported of a candidate when it was measured, or when it is taken over from the records.
struct Progress {
  int64_t trial = 0;  // 0: the script as given
  CandidateOrigin origin = CandidateOrigin::Searched;
  bool recorded = false;                     // it was measured by an earlier search
  std::optional<measure::Timing> time = {};  // nothing: it failed
  std::string code = {}, why = {};           // of its failure
  std::vector<std::string> steps = {};       // lines of the script language
  std::optional<Choice> choice = {};         // of the search's space
  double estimate_us = 0;
  double best_us = 0;
  int64_t left = 0;
  int64_t considered = 0;                       // candidates that were estimated until now
  std::map<std::string, int64_t> refused = {};  // of them and of the measured ones, by the reason
  double time_us() const { return time ? time->min : 0; }
};

// The search for one kernel, a round at a time: a model's tasks take turns.
class KernelSearch {
 public:
  // `writer` may be closed: then nothing is kept.
  KernelSearch(const TunedKernel& kernel, const TargetFacts& machine, TuneOptions options, RecordWriter* writer,
               std::function<void(const Progress&)> progress = {});

  // Takes over trials of earlier searches of the same computation on the same machine.
  void resume(const RecordFile& records, const RecordMachine& machine);
  // Schedules of other records are measured first, the fastest first: of this task, and of others where their steps are
  // legal here. At most half of the trials are spent on them.
  void seed(const RecordFile& records);
  // Measures up to so many more candidates; false where there is nothing more to do, or `stop` was cancelled.
  bool round(int64_t most);
  // Times start and best again, in turns, and verifies the best. The search can be continued after it.
  TaskResult finish();

  // What ends the search from now on. Not while round() runs.
  void set_stop(const CancelToken& stop);
  // For a search that was stopped: what it waited is not counted as its time.
  void go_on(const CancelToken& stop, double waited_seconds);
  // So many candidates in addition to those that are measured, or were by earlier searches.
  void allow(int64_t more) { options_.trials = trials() + more; }
  // May be called from another thread while round() runs, which heeds it before the next measurement.
  void narrow(Narrowing narrowing);
  const std::optional<Space>& space() const { return search_.space(); }

  int64_t trials() const { return result_.trials + result_.resumed; }
  double best_us() const { return best_us_; }
  double start_us() const { return start_us_; }
  bool out_of_time() const;

 private:
  struct Known {
    int64_t trial;
    double us;
  };
  struct Runner {
    std::unique_ptr<Measurer> measurer;
    std::string name;
    int failures = 0;  // in a row, of the runner and not of a candidate
    bool usable() const;
  };
  struct Attempt {
    Candidate candidate;
    Runner* runner = nullptr;
    Measurement measurement;
  };
  void measure_start();
  Measurement measure_given();
  std::vector<Runner*> usable_runners();
  std::vector<Attempt> next_attempts(size_t most);
  void measure(std::vector<Attempt>& attempts);
  bool give_back(Attempt& attempt);
  void report_lost(const Runner& runner, Diagnostics diagnostics);
  void take(const Attempt& attempt);
  void record(const Candidate& candidate, int64_t trial, const Measurement& measurement, const Runner& runner);
  void count(const Measurement& measurement);
  void improve(int64_t trial, const measure::Timing& time, const std::vector<schedule::Step>& steps);
  void measure_in_turns(Best& best, TaskResult& result);
  bool keeps(const std::vector<schedule::Step>& steps) const;
  std::optional<Choice> choice_of(const TrialRecord& trial, const std::vector<schedule::Step>& steps) const;
  void report(Progress progress, const Candidate& candidate, const Diagnostics& wrong = {}) const;
  std::map<std::string, int64_t> refused() const;
  void heed_narrowing();

  const TunedKernel& kernel_;
  TargetFacts machine_;
  TuneOptions options_;
  RecordWriter* writer_;
  std::function<void(const Progress&)> progress_;
  Search search_;
  std::vector<Runner> runners_;
  std::set<std::string> crashed_once_;  // nests
  TaskResult result_;
  std::map<std::string, Known> known_;  // trials of the records, by their lines
  std::vector<Candidate> waiting_, seeds_;
  std::optional<MarkedKnobs> marks_;  // of a search of marks
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool started_ = false, exhausted_ = false, stopped_ = false;
  bool unrecorded_ = false;  // the last trial could not be written: what is measured from then on would be lost
  double start_us_ = 0, best_us_ = 0;
  int64_t last_trial_ = 0, best_trial_ = 0;
  std::vector<schedule::Step> best_steps_;
  measure::Timing best_time_;
  std::optional<measure::VerifyReport> verified_;  // of the best so far
  std::string start_nest_;
  bool prepared_ = false;  // what comes first is in `waiting_`
  std::mutex narrowing_mutex_;
  std::optional<Narrowing> narrowing_;  // not heeded yet
};

}  // namespace nw::tune
