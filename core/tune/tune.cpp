// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "base/side_by_side.h"
#include "measure/statistics.h"
#include "tune/apply.h"
#include "tune/diagnostics.h"

namespace nw::tune {

using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr size_t kBatch = 6;
constexpr double kMuchSlower = 1.5;     // than the best: such a candidate is timed once
constexpr double kSlowStart = 1e5;      // microseconds: a start that takes longer is timed once
constexpr double kTrialSeconds = 0.1;   // of timing
constexpr int kFinalTurns = 3;          // of start and best
constexpr int kMostRunnerFailures = 2;  // in a row; then a runner gets no more candidates
constexpr double kFewestOperations = 4096;

const char* name_of(Failure failure) {
  switch (failure) {
    case Failure::Crashed:
      return "crashed";
    case Failure::Late:
      return "late";
    case Failure::Wrong:
      return "wrong";
    case Failure::Memory:
      return "memory";
    default:
      return "compile";
  }
}

const Diagnostic* first_error(const Diagnostics& diagnostics) {
  const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
  return found == diagnostics.end() ? nullptr : &*found;
}

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

SearchOptions timed(SearchOptions options, std::function<bool()> out_of_time) {
  options.out_of_time = std::move(out_of_time);
  return options;
}

}  // namespace

const char* to_string(TaskState state) {
  static constexpr const char* kNames[] = {"done", "exhausted", "stopped", "failed", "skipped"};
  return kNames[static_cast<size_t>(state)];
}

bool is_too_small(const TunedKernel& kernel) {
  return kernel.flops < kFewestOperations;
}

KernelSearch::KernelSearch(const TunedKernel& kernel, const TargetFacts& machine, TuneOptions options,
                           RecordWriter* writer, std::function<void(const Progress&)> progress)
    : kernel_(kernel),
      machine_(machine),
      options_(std::move(options)),
      writer_(writer),
      progress_(std::move(progress)),
      search_(kernel, machine, timed(options_.search, [this] { return out_of_time() || options_.stop.cancelled(); })) {
  for (const MeasureOptions& runner : options_.runners)
    runners_.push_back(
        {std::make_unique<Measurer>(kernel, runner), runner.worker.connection ? runner.worker.connection->id : "cpu"});
  for (const char* kind : {"illegal", "compile", "crashed", "late", "wrong", "memory"}) result_.refused[kind] = 0;
  if (search_.space()) result_.space = search_.space()->size();
  if (options_.search.space == SpaceKind::Marks)
    if (Result<MarkedKnobs> marks = MarkedKnobs::of(kernel, options_.search.kept_steps); marks.value)
      marks_ = std::move(*marks.value);
}

std::map<std::string, int64_t> KernelSearch::refused() const {
  std::map<std::string, int64_t> all = result_.refused;
  all["illegal"] += search_.refused().illegal;
  all["memory"] += search_.refused().memory;
  if (search_.refused().narrowed > 0) all["narrowed"] += search_.refused().narrowed;
  return all;
}

void KernelSearch::report(Progress progress, const Candidate& candidate, const Diagnostics& wrong) const {
  if (!progress_) return;
  progress.choice = candidate.choice;
  progress.estimate_us = candidate.estimate_us;
  progress.best_us = best_us_;
  progress.left = std::max<int64_t>(0, options_.trials - trials());
  progress.considered = search_.considered();
  progress.refused = refused();
  if (const Diagnostic* first = progress.time ? nullptr : first_error(wrong)) {
    progress.code = first->code;
    progress.why = first->message;
  }
  progress_(progress);
}

void KernelSearch::set_stop(const CancelToken& stop) {
  options_.stop = stop;
  for (Runner& runner : runners_) runner.measurer->set_cancel(stop);
}

void KernelSearch::go_on(const CancelToken& stop, double waited_seconds) {
  set_stop(stop);
  begin_ += std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(waited_seconds));
  stopped_ = false;
}

void KernelSearch::narrow(Narrowing narrowing) {
  const std::lock_guard lock(narrowing_mutex_);
  narrowing_ = std::move(narrowing);
}

void KernelSearch::heed_narrowing() {
  const std::lock_guard lock(narrowing_mutex_);
  if (!narrowing_) return;
  search_.narrow(std::move(*std::exchange(narrowing_, std::nullopt)));
  std::erase_if(waiting_, [&](const Candidate& c) { return !search_.allows(c); });
}

bool KernelSearch::out_of_time() const {
  return options_.seconds > 0 && seconds_since(begin_) >= options_.seconds;
}

void KernelSearch::improve(int64_t trial, const measure::Timing& time, const std::vector<schedule::Step>& steps) {
  if (best_us_ > 0 && time.min >= best_us_) return;
  best_us_ = time.min;
  best_time_ = time;
  best_trial_ = trial;
  best_steps_ = steps;
  result_.curve.emplace_back(trial, best_us_);
}

void KernelSearch::count(const Measurement& m) {
  result_.spent.compile += m.spent.compile;
  result_.spent.measure += m.spent.measure;
  result_.spent.verify += m.spent.verify;
  if (m.failure != Failure::None && m.failure != Failure::Stopped) ++result_.refused[name_of(m.failure)];
}

void KernelSearch::record(const Candidate& candidate, int64_t trial, const Measurement& m, const Runner& runner) {
  if (!writer_ || !writer_->is_open()) return;
  constexpr double kMilli = 1e3;
  nlohmann::json line = {{"task", kernel_.key},
                         {"trial", trial},
                         {"steps", step_lines_of(kernel_, candidate.steps)},
                         {"estimate_us", candidate.estimate_us},
                         {"predicted_us", candidate.predicted_us},
                         {"runner", runner.name},
                         {"spent_ms", {{"compile", m.spent.compile * kMilli}, {"measure", m.spent.measure * kMilli}}}};
  if (kernel_.in_network) line["caches"] = "cold";
  if (marks_ && candidate.choice) line["knobs"] = marks_->config(*candidate.choice);
  if (!marks_ && candidate.choice) line["choice"] = *candidate.choice;
  if (m.time)
    line["time_us"] = {{"min", m.time->min}, {"median", m.time->median}, {"mad", m.time->mad}, {"runs", m.time->runs}};
  else if (const Diagnostic* wrong = first_error(m.diagnostics))
    line["error"] = {{"code", wrong->code}, {"text", wrong->message}};
  Diagnostics failed = writer_->append(line);
  unrecorded_ = !failed.empty();
  append(result_.diagnostics, std::move(failed));
}

Measurement KernelSearch::measure_given() {
  Measurement m;
  for (Runner& runner : runners_) {
    m = runner.measurer->measure_start(kSlowStart, kTrialSeconds, true);
    if (m.failure != Failure::Lost) break;
    runner.failures = kMostRunnerFailures;
  }
  return m;
}

// The script as given is what everything else is compared with.
void KernelSearch::measure_start() {
  Candidate start{.choice = std::nullopt, .steps = kernel_.given, .origin = CandidateOrigin::Given};
  std::string why;
  analyse(kernel_, machine_, start, why);
  start_nest_ = start.nest;
  const Measurement m = measure_given();
  started_ = m.failure != Failure::Stopped;
  if (!started_) return;
  count(m);
  search_.exclude(start.nest);
  if (m.time) {
    start_us_ = m.time->min;
    result_.start = m.time;
    search_.report(start, start_us_);
    verified_ = m.verify;
    improve(0, *m.time, kernel_.given);
  } else {
    append(result_.diagnostics, m.diagnostics);
    if (const Diagnostic* wrong = first_error(m.diagnostics)) result_.why = wrong->code;
  }
  report({.origin = start.origin, .time = m.time, .steps = step_lines_of(kernel_, kernel_.given)}, start,
         m.diagnostics);
}

bool KernelSearch::Runner::usable() const {
  return failures < kMostRunnerFailures;
}

std::vector<KernelSearch::Runner*> KernelSearch::usable_runners() {
  std::vector<Runner*> usable;
  for (Runner& runner : runners_)
    if (runner.usable()) usable.push_back(&runner);
  return usable;
}

// Candidates for the runners, one each; none where nothing is left.
std::vector<KernelSearch::Attempt> KernelSearch::next_attempts(size_t most) {
  std::vector<Attempt> attempts;
  for (Runner* runner : usable_runners()) {
    while (attempts.size() < most) {
      if (waiting_.empty()) {
        const auto left = static_cast<size_t>(options_.trials - trials()) - attempts.size();
        const auto start = SteadyClock::now();
        waiting_ = search_.propose(std::min(kBatch, left), left);
        result_.spent.search += seconds_since(start);
      }
      if (waiting_.empty()) return attempts;
      Candidate candidate = std::move(waiting_.front());
      waiting_.erase(waiting_.begin());
      if (known_.contains(fmt::format("{}", fmt::join(step_lines_of(kernel_, candidate.steps), "\n")))) continue;
      attempts.push_back({std::move(candidate), runner, {}});
      break;
    }
  }
  return attempts;
}

void KernelSearch::measure(std::vector<Attempt>& attempts) {
  const double limit = best_us_ > 0 ? best_us_ * kMuchSlower : 0;
  side_by_side(
      attempts.size(), static_cast<int>(attempts.size()), [](size_t) { return true; },
      [&](size_t i) {
        Attempt& attempt = attempts[i];
        attempt.measurement =
            attempt.runner->measurer->measure(attempt.candidate.steps, attempt.candidate.nest, limit, kTrialSeconds);
      });
}

// No error where others go on.
void KernelSearch::report_lost(const Runner& runner, Diagnostics diagnostics) {
  for (Diagnostic& d : diagnostics) {
    if (usable_runners().empty()) break;
    d.severity = std::max(d.severity, Severity::Warning);
    d.because.push_back(
        fmt::format("its candidates went to the other runners: {} measures no more in this search", runner.name));
  }
  append(result_.diagnostics, std::move(diagnostics));
}

// A candidate whose runner was lost is measured by another one; one that crashed is measured once more, since a runner
// that was ended from outside looks the same.
bool KernelSearch::give_back(Attempt& attempt) {
  const bool lost = attempt.measurement.failure == Failure::Lost;
  const bool crashed = attempt.measurement.failure == Failure::Crashed;
  attempt.runner->failures = lost ? attempt.runner->failures + 1 : 0;
  if (lost && !attempt.runner->usable()) report_lost(*attempt.runner, attempt.measurement.diagnostics);
  if (!lost && !(crashed && crashed_once_.insert(attempt.candidate.nest).second)) return false;
  waiting_.insert(waiting_.begin(), std::move(attempt.candidate));
  return true;
}

void KernelSearch::take(const Attempt& attempt) {
  const Measurement& m = attempt.measurement;
  const Candidate& candidate = attempt.candidate;
  count(m);
  ++result_.trials;
  const int64_t trial = ++last_trial_;
  record(candidate, trial, m, *attempt.runner);
  if (m.failure == Failure::Wrong) result_.diagnostics.push_back(computes_something_else(kernel_.key, m.diagnostics));
  const double us = m.time ? m.time->min : 0;  // the median of a few runs follows what else the machine does
  search_.report(candidate, us);
  if (us > 0) {
    if (us < best_us_ || best_us_ <= 0) verified_ = m.verify;
    improve(trial, *m.time, candidate.steps);
  }
  if (!progress_) return;
  report({.trial = trial, .origin = candidate.origin, .time = m.time, .steps = step_lines_of(kernel_, candidate.steps)},
         candidate, m.diagnostics);
}

bool KernelSearch::round(int64_t most) {
  if (!prepared_) {
    if (is_too_small(kernel_)) {
      result_.state = TaskState::Skipped;
      result_.why = "NW4132";
      result_.diagnostics.push_back(nothing_to_tune(
          kernel_.key, fmt::format("it has {:.0f} operations, fewer than {:.0f}", kernel_.flops, kFewestOperations)));
      return false;
    }
    prepared_ = true;
    const auto start = SteadyClock::now();
    waiting_ = search_.first();
    waiting_.insert(waiting_.end(), std::make_move_iterator(seeds_.begin()), std::make_move_iterator(seeds_.end()));
    seeds_.clear();
    result_.spent.search += seconds_since(start);
  }
  if (!started_) {
    if (!options_.stop.cancelled()) measure_start();
    std::erase_if(waiting_, [&](const Candidate& c) { return c.nest == start_nest_; });
  }
  for (int64_t measured = 0; measured < most && trials() < options_.trials;) {
    if (options_.stop.cancelled() || out_of_time() || usable_runners().empty() || unrecorded_) {
      stopped_ = true;
      return false;
    }
    heed_narrowing();
    std::vector<Attempt> attempts =
        next_attempts(static_cast<size_t>(std::min(most - measured, options_.trials - trials())));
    if (attempts.empty()) {
      stopped_ = options_.stop.cancelled() || out_of_time();
      exhausted_ = !stopped_;
      return false;
    }
    measure(attempts);
    for (Attempt& attempt : attempts) {
      const Failure failure = attempt.measurement.failure;
      if (failure == Failure::Stopped || (failure != Failure::None && options_.stop.cancelled())) {
        waiting_.insert(waiting_.begin(), std::move(attempt.candidate));
        continue;
      }
      if (give_back(attempt)) continue;
      take(attempt);
      ++measured;
    }
  }
  return trials() < options_.trials;
}

TaskResult KernelSearch::finish() {
  TaskResult result = result_;
  result.considered = search_.considered();
  result.learned = options_.search.learned;
  result.samples = search_.samples();
  result.rank_correlation = search_.rank_correlation();
  result.refused = refused();
  result.seconds = seconds_since(begin_);
  if (result.state == TaskState::Skipped) return result;
  result.state = stopped_ ? TaskState::Stopped : exhausted_ ? TaskState::Exhausted : TaskState::Done;
  if (!started_) {  // the time was over before its turn, or the whole search was ended
    result.state = TaskState::Stopped;
    result.diagnostics.push_back(stopped_too_early(kernel_.key, result.seconds));
    if (!out_of_time()) result.diagnostics.back().legal.clear();
    result.why = "NW4136";
    return result;
  }
  if (best_us_ <= 0) {
    result.state = TaskState::Failed;
    if (stopped_ && result.trials == 0 && result.why.empty()) {
      result.diagnostics.push_back(stopped_too_early(kernel_.key, result.seconds));
      result.why = "NW4136";
    } else if (result.why.empty()) {
      result.diagnostics.push_back(none_legal(kernel_.key, search_.refused().why));
      result.why = "NW4135";
    }
    return result;
  }
  Best best{best_trial_, best_steps_, {}, best_time_, verified_.value_or(measure::VerifyReport())};
  if (best.trial != 0 && !options_.stop.cancelled()) measure_in_turns(best, result);
  best.script = best.trial == 0 ? kernel_.text : rewritten(kernel_, best.steps);
  result.best = std::move(best);
  result.why.clear();
  result.spent = result_.spent;
  result.seconds = seconds_since(begin_);
  return result;
}

// What slows the machine down meanwhile slows both.
void KernelSearch::measure_in_turns(Best& best, TaskResult& result) {
  const std::vector<Runner*> usable = usable_runners();
  if (usable.empty()) return;
  Measurer& measurer = *usable.front()->measurer;
  std::optional<measure::Timing> start_time, best_time;
  const auto faster = [](std::optional<measure::Timing>& known, const std::optional<measure::Timing>& next) {
    if (next && (!known || next->median < known->median)) known = next;
  };
  // A start that takes so long is timed once in each turn: more turns would take longer than the search.
  const int turns = out_of_time() || start_us_ > kSlowStart ? 1 : kFinalTurns;
  for (int turn = 0; turn < turns; ++turn) {
    if (start_us_ > 0) {
      const Measurement start = measurer.measure_start(kSlowStart, kTrialSeconds, false);
      count(start);
      faster(start_time, start.time);
    }
    const Measurement m = measurer.measure(best_steps_, {}, 0, kTrialSeconds);
    count(m);
    faster(best_time, m.time);
    if (m.verify) best.verify = *m.verify;
  }
  if (start_time) result.start = start_time;
  if (best_time) best.time = *best_time;
  if (!start_time || (best_time && best_time->median < start_time->median)) return;
  // Nothing was faster than the start after all.
  best.trial = 0;
  best.steps = kernel_.given;
  best.time = *start_time;
}

}  // namespace nw::tune
