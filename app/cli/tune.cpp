// SPDX-License-Identifier: GPL-3.0-or-later
// `tune SCRIPT…` and `tune MODEL`: fast schedules found by estimating many and measuring some.
#include "tune/tune.h"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <iostream>

#include "base/local_cpu.h"
#include "commands.h"
#include "connections.h"
#include "kernel/analysis.h"
#include "network_request.h"
#include "settings.h"
#include "target/folders.h"
#include "tune/apply.h"
#include "tune/diagnostics.h"
#include "tune/in_network.h"
#include "tune/kept_lines.h"
#include "tune/knobs.h"
#include "tune/peak.h"
#include "tune/turns.h"
#include "tune_files.h"
#include "tune_json.h"
#include "tune_tasks.h"

namespace nw::cli {

namespace {

constexpr int64_t kTrialsOfTask = 64;
constexpr double kLeastSeconds = 0.01;
constexpr double kSecondsForMemory = 15;  // a search of fewer has no time to measure the memory's rate

CancelToken& interrupted() {
  static CancelToken token;
  return token;
}

void interrupt(int) {
  interrupted().cancel();
}

std::string records_path(const TuneArguments& a) {
  if (!a.records.empty()) return a.records;
  const std::filesystem::path input = a.inputs.front();
  return (input.parent_path() / (input.stem().string() + ".tune.jsonl")).string();
}

struct GivenRecords {
  tune::RecordFile own;   // of the file that is appended to
  tune::RecordFile from;  // of others
  std::vector<tune::TrainingSample> samples;
};

struct Runners {
  std::vector<std::optional<target::Connection>> connections;  // none: this computer
  TargetFacts machine = local_cpu_facts();                     // of all of them
};

// NW4140 where two are unlike.
bool read_runners(const TuneArguments& a, Runners& runners, Diagnostics& wrong) {
  const std::vector<std::string> names = target_names(a.target);
  for (const std::string& name : names) {
    std::optional<target::Connection> connection;
    if (name != kLocalCpu) {
      Result<target::Connection> read = read_connection(name);
      append(wrong, std::move(read.diagnostics));
      if (!read.value) return false;
      connection = std::move(*read.value);
    }
    const TargetFacts facts = connection ? connection->facts : local_cpu_facts();
    if (runners.connections.empty()) runners.machine = facts;
    std::vector<std::string> differences = tune::differences(runners.machine, facts);
    if (!differences.empty()) {
      wrong.push_back(tune::unlike_machines(names.front(), name, differences));
      return false;
    }
    runners.connections.push_back(std::move(connection));
  }
  return true;
}

// A task whose script has no marks is skipped where these are all that is searched.
void skip_without_marks(tune::SearchTask& work) {
  tune::TaskRow row = std::move(work.row);
  work =
      tune::task_without_search(row.key, "NW4132", {tune::nothing_to_tune(row.key, "its script has no '# tune:' mark")},
                                tune::TaskState::Skipped);
  work.row.source = row.source;
  work.row.groups = row.groups;
  work.row.weight = row.weight;
}

// What the space of a task is, by the options. False where they do not fit its script: `wrong` says why.
bool read_space(const TuneArguments& a, tune::SearchTask& work, tune::SearchOptions& search, Diagnostics& wrong) {
  if (!a.keep.empty()) {
    append(wrong, tune::kept_steps(a.keep, *work.kernel, search.kept_steps));
    if (has_errors(wrong)) return false;
    search.space = tune::SpaceKind::Steps;
  }
  if (a.space != "knobs") return true;
  search.space = tune::SpaceKind::Marks;
  if (!tune::has_marks(*work.kernel)) {
    skip_without_marks(work);
    return true;
  }
  append(wrong, tune::MarkedKnobs::of(*work.kernel, search.kept_steps).diagnostics);
  return !has_errors(wrong);
}

// seconds: of wall time that are left; 0: no limit.
void start_search(const TuneArguments& a, const Runners& runners, const GivenRecords& known, double seconds,
                  const tune::SearchOptions& space, tune::RecordWriter& writer, tune::SearchTask& work,
                  Outcome& outcome) {
  tune::TuneOptions options;
  options.trials = a.trials.value_or(kTrialsOfTask);
  options.seconds = seconds;
  options.seed = a.seed;
  options.runners.clear();
  for (const auto& connection : runners.connections) {
    tune::MeasureOptions measure;
    measure.threads = a.threads;
    measure.deadline_seconds = a.deadline;
    measure.worker.cancel = interrupted();
    measure.worker.connection = connection;
    options.runners.push_back(std::move(measure));
  }
  options.search = space;
  options.search.seed = a.seed;
  options.search.threads = a.threads;
  options.search.layout = !a.no_layout;
  options.search.learned = a.learned != "estimate";
  options.search.pretrained = known.samples;
  options.stop = interrupted();
  std::function<void(const tune::Progress&)> progress;
  if (a.progress)
    progress = [key = work.row.key](const tune::Progress& p) {
      if (p.recorded || p.origin == tune::CandidateOrigin::Given) return;
      std::cerr << progress_json(key, p).dump() << std::endl;
    };
  append(outcome.diagnostics, writer.append(tune::task_json(work.row.key, work.kernel->computation,
                                                            tune::script_of(*work.kernel, {}), work.kernel->flops)));
  const TargetFacts& machine = runners.machine;
  work.search = std::make_unique<tune::KernelSearch>(*work.kernel, machine, std::move(options), &writer, progress);
  const tune::RecordMachine here = tune::record_machine(machine, a.threads);
  work.search->resume(known.own, here);
  tune::RecordFile seeds{.trials = tune::trials_elsewhere(known.own, here)};
  seeds.trials.insert(seeds.trials.end(), known.from.trials.begin(), known.from.trials.end());
  if (!seeds.trials.empty()) work.search->seed(seeds);
}

bool read_given(const TuneArguments& a, const std::string& path, GivenRecords& known, Diagnostics& wrong) {
  Result<tune::RecordFile> own = tune::read_records(path);
  append(wrong, std::move(own.diagnostics));
  if (!own.value) return false;
  if (!a.resume && !own->lines.empty()) {
    wrong.push_back(tune::records_exist(path));
    return false;
  }
  known.own = std::move(*own.value);
  for (const std::string& file : a.from) {
    append(wrong, read_file(file).diagnostics);  // one that is not there is an error here
    Result<tune::RecordFile> more = tune::read_records(file);
    append(wrong, std::move(more.diagnostics));
    if (!more.value) return false;
    std::ranges::move(more->trials, std::back_inserter(known.from.trials));
  }
  if (a.learned != "estimate") {
    tune::RecordFile training = known.from;
    if (a.learned != "learned") {
      append(wrong, read_file(a.learned).diagnostics);
      Result<tune::RecordFile> more = tune::read_records(a.learned);
      append(wrong, std::move(more.diagnostics));
      if (more.value) std::ranges::move(more->trials, std::back_inserter(training.trials));
    }
    known.samples = tune::training_samples(training, local_cpu_facts());
  }
  return !has_errors(wrong);
}

void warn_of_unmatched(const tune::RecordFile& from, const std::vector<tune::SearchTask>& all, Outcome& outcome) {
  std::vector<const tune::TunedKernel*> kernels;
  for (const tune::SearchTask& work : all)
    if (work.kernel) kernels.push_back(work.kernel.get());
  append(outcome.diagnostics, tune::unmatched_records(from, kernels));
}

bool holds_for_all_sizes(const std::string& script) {
  const kernel::KernelAnalysis analysis = kernel::analyse(script);
  return analysis.complete() && !analysis.program.size_vars.empty();
}

// The task is the place of what concerns it.
Diagnostics about(const std::string& task, Diagnostics diagnostics) {
  Place place;
  place.task = task;
  for (Diagnostic& d : diagnostics) d.where.push_back(place);
  return diagnostics;
}

tune::Tuned result_of(const tune::SearchTask& work, const TargetFacts& machine, int threads) {
  const tune::TaskResult& result = work.row.result;
  tune::Tuned tuned{.script = result.best->script,
                    .trials = result.trials + result.resumed,
                    .best_us = result.best->time.median,
                    .machine = tune::record_machine(machine, threads)};
  if (result.start) tuned.start_us = result.start->median;
  return tuned;
}

// What was found for a model's tasks has to be faster in the model too.
void time_in_network(const TuneArguments& a, const Runners& runners, std::vector<tune::SearchTask>& all,
                     Outcome& outcome) {
  ModelOptions options = a.model;
  options.path = a.inputs.front();
  Outcome asked;  // the model was opened with these options before
  std::optional<worker::NetworkRequest> request = network_request(options, asked);
  if (!request) return append(outcome.diagnostics, std::move(asked.diagnostics));
  request->run.threads = a.threads;
  request->run.memory_bytes = half_of_memory();
  request->run.kernel_cache = target::folders_of_this_process().kernel_cache();
  worker::WorkerOptions worker;
  worker.cancel = interrupted();
  worker.connection = runners.connections.front();
  tune::time_in_network(all, *request, worker);
}

// A rate that was not measured is null.
nlohmann::json peaks_json(const worker::Peaks& peaks, int threads) {
  const auto rate = [](double value) { return value > 0 ? nlohmann::json(value) : nlohmann::json(); };
  return {{"gflops", rate(peaks.gflops)}, {"gigabytes_per_second", rate(peaks.gigabytes)}, {"threads", threads}};
}

Outcome tune_command(const TuneArguments& a) {
  Outcome outcome;
  outcome.file = a.inputs.front();
  const bool model = std::ranges::none_of(a.inputs, [](const std::string& path) { return path.ends_with(".py"); });
  if (model && a.inputs.size() > 1) {
    refuse("tune takes several scripts, or one model or project", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  const std::string path = records_path(a);
  Runners runners;
  if (!read_runners(a, runners, outcome.diagnostics)) return outcome;
  GivenRecords known;
  if (!read_given(a, path, known, outcome.diagnostics)) return outcome;
  std::vector<tune::SearchTask> all;
  if (!(model ? model_work(a, all, outcome) : scripts_work(a, all, outcome))) return outcome;
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  const TargetFacts& machine = runners.machine;
  worker::WorkerOptions peaks_worker;
  peaks_worker.connection = runners.connections.front();
  std::vector<tune::SearchOptions> spaces(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    Diagnostics wrong;
    const bool fits = !all[i].kernel || read_space(a, all[i], spaces[i], wrong);
    append(outcome.diagnostics, std::move(wrong));
    if (!fits) return outcome;
  }
  const bool faulty_input = has_errors(outcome.diagnostics);  // what could be read of it is tuned all the same
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds_so_far = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  // Where all tasks are skipped, there is nothing to record, and no peak to compare with.
  const bool any = std::ranges::any_of(
      all, [](const tune::SearchTask& work) { return work.kernel && !tune::is_too_small(*work.kernel); });
  tune::RecordWriter writer;
  worker::Peaks peaks;
  const bool streams = a.seconds <= 0 || a.seconds >= kSecondsForMemory;
  if (any) {
    Diagnostics wrong = writer.open(path);
    const bool unwritable = has_errors(wrong);
    append(outcome.diagnostics, std::move(wrong));
    if (unwritable) return outcome;
    append(outcome.diagnostics, writer.append(tune::session_json(machine, a.threads, a.seed, NW_VERSION)));
    tune::improve_peaks(peaks, machine, a.threads, streams, peaks_worker);
  }
  const double left = a.seconds > 0 ? std::max(kLeastSeconds, a.seconds - seconds_so_far()) : 0;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].kernel) start_search(a, runners, known, left, spaces[i], writer, all[i], outcome);
  warn_of_unmatched(known.from, all, outcome);
  std::optional<int64_t> of_all;
  if (model) of_all = a.trials.value_or(kTrialsOfTask * static_cast<int64_t>(all.size()));
  tune::Turns(all, of_all).run(interrupted());
  tune::Spent spent;
  int64_t trials = 0;
  for (tune::SearchTask& work : all) {
    if (work.search) work.row.result = work.search->finish();
    const tune::TaskResult& r = work.row.result;
    trials += r.trials;
    spent.search += r.spent.search;
    spent.compile += r.spent.compile;
    spent.measure += r.spent.measure;
    spent.verify += r.spent.verify;
    append(outcome.diagnostics, about(work.row.key, r.diagnostics));
  }
  if (model && !interrupted().cancelled()) time_in_network(a, runners, all, outcome);
  if (any && !interrupted().cancelled())
    tune::improve_peaks(peaks, machine, a.threads, streams && a.seconds <= 0, peaks_worker);
  const double seconds = seconds_so_far();
  outcome.json = {
      {"seed", a.seed},
      {"threads", a.threads},
      {"seconds", seconds},
      {"trials", trials},
      {"trials_per_second", seconds > 0 ? static_cast<double>(trials) / seconds : 0},
      {"spent",
       {{"search", spent.search}, {"compile", spent.compile}, {"measure", spent.measure}, {"verify", spent.verify}}},
      {"peak", peaks_json(peaks, a.threads)},
      {"records", any ? nlohmann::json(path) : nullptr},
      {"resumed", 0},
      {"tasks", nlohmann::json::array()}};
  int64_t resumed = 0;
  bool failed = false;
  tune::TunedTasks tuned;
  for (const tune::SearchTask& work : all) {
    outcome.json["tasks"].push_back(task_row_json(work.row, peaks));
    outcome.text += task_row_text(work.row, peaks);
    resumed += work.row.result.resumed;
    failed = failed || (work.row.result.state != tune::TaskState::Skipped && !work.row.result.best);
    if (!work.row.result.best) continue;
    // A project's schedule is for all sizes that a run may have.
    const bool start_is_best = work.row.result.best->trial == 0;
    if (work.of_given_sizes && !start_is_best && !holds_for_all_sizes(work.row.result.best->script))
      append(outcome.diagnostics, about(work.row.key, {tune::only_for_given_sizes(work.row.key)}));
    else
      tuned[work.row.key] = result_of(work, machine, a.threads);
    // What is no faster than the default leaves a project's task as it is: with its constants packed, for one.
    if (model && start_is_best) tuned[work.row.key].script.clear();
  }
  outcome.json["resumed"] = resumed;
  if (!a.output.empty()) {
    Diagnostics wrong = model ? write_project(a.inputs.front(), tuned, path, a.output, a.model.outside)
                              : write_scripts(tuned, a.inputs.size() == 1, a.output);
    failed = failed || has_errors(wrong);
    append(outcome.diagnostics, std::move(wrong));
  }
  outcome.exit = failed || faulty_input ? 1 : 0;
  return outcome;
}

}  // namespace

Run add_tune(CLI::App& app) {
  auto a = std::make_shared<TuneArguments>();
  app.add_option("INPUT", a->inputs, "scripts (.py), or one model or project (.nest)")->required();
  app.add_option("--trials", a->trials, "measured candidates: of each script, or of a model in all (64 a task)")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--seconds", a->seconds, "stop after so long")->check(CLI::PositiveNumber);
  app.add_option("--seed", a->seed, "of the random choices")->capture_default_str();
  app.add_option("--threads", a->threads, "that kernels run on")->check(CLI::Range(1, 4096))->capture_default_str();
  app.add_option("--records", a->records, "file of the records, which is appended to (NAME.tune.jsonl)");
  app.add_flag("--resume", a->resume, "take over what the records hold");
  CLI::Option* from =
      app.add_option("--from", a->from, "more records, ours, Ansor's or AutoTVM's: their schedules are measured first");
  app.add_option("-o,--output", a->output, "the best script; of several a folder; of a model a project (.nest)");
  app.add_option("--task", a->task, "of a model: only this task");
  app.add_option("--group", a->groups, "of a model: only the tasks of these groups");
  app.add_option("--deadline", a->deadline, "seconds that compiling and running one candidate may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--keep", a->keep, "lines of the script that every candidate keeps, as 12,15-17")->excludes(from);
  app.add_option("--space", a->space, "auto: made from the computation; knobs: what the script marks with '# tune:'")
      ->check(CLI::IsMember({"auto", "knobs"}))
      ->capture_default_str();
  app.add_option("--target", a->target, "where candidates are measured; several of machines alike share them: a,b")
      ->check(empty_target)
      ->capture_default_str();
  app.add_option("--model", a->learned,
                 "what corrects the estimate: averages over alike schedules (estimate), a model learned from this "
                 "search and --from (learned), or from a FILE of records as well")
      ->capture_default_str();
  app.add_flag("--no-layout", a->no_layout, "operands are not copied into another layout");
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  app.add_option("--dim", a->model.dims, "NAME=NUMBER: the value of a model's symbolic dimension");
  app.add_flag("--outside", a->model.outside,
               "read a project's model also where it is outside of the project's folder");
  app.add_flag("--progress", a->progress, "one JSON object a line on standard error for each candidate");
  return [a] { return tune_command(*a); };
}

}  // namespace nw::cli
