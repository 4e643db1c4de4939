// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_search.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "tune/diagnostics.h"
#include "tune/in_network.h"
#include "tune/kept_lines.h"
#include "tune/knobs.h"
#include "tune/peak.h"

namespace nw::window {

using tune::SearchTask;

namespace {

// A person's schedule as a record; nothing where it is of another computation, or is not legal.
std::optional<tune::TrialRecord> own_record(const tune::TunedKernel& kernel, const TuningSubject::Own& own,
                                            const std::map<std::string, int64_t>& sizes) {
  const Result<tune::TunedKernel> read = tune::read_kernel(own.script, sizes, kernel.key);
  if (!read.value || read->computation != kernel.computation) return std::nullopt;
  tune::TrialRecord record;
  record.task = kernel.key;
  record.computation = kernel.computation;
  record.steps = tune::step_lines_of(*read.value, read->given);
  record.time = own.time;
  return record;
}

}  // namespace

TuningSearch::TuningSearch(TuningSubject subject, Heard heard)
    : subject_(std::move(subject)), heard_(std::move(heard)) {}

void TuningSearch::prepare(const TargetFacts& machine, const CancelToken& cancel) {
  if (!subject_.model) {
    tasks_.push_back(tune::task_of_script(subject_.script, subject_.sizes, subject_.key));
  } else {
    const graph::Graph& graph = subject_.model->optimized();
    const model::NetworkForm form = model::network_form(graph, *subject_.fusion, machine);
    for (const model::Task& task : model::tasks(graph, *subject_.fusion)) {
      if (cancel.cancelled()) return;
      tasks_.push_back(tune::task_of_model(graph, form, task, machine, {}));
    }
  }
  for (SearchTask& task : tasks_) {
    if (!task.kernel) continue;
    if (tune::is_too_small(*task.kernel)) {
      tune::TaskRow row = std::move(task.row);
      task = tune::task_without_search(
          row.key, "NW4132", {tune::nothing_to_tune(row.key, "it has too few operations for a schedule to matter")},
          tune::TaskState::Skipped);
      task.row.groups = row.groups;
      task.row.weight = row.weight;
      continue;
    }
    kernels_[task.row.key] = std::make_shared<const tune::TunedKernel>(*task.kernel);
    if (auto space = tune::Space::of(task.kernel->unscheduled, machine, {.threads = machine.compute.units}))
      spaces_.emplace(task.row.key, std::move(*space));
  }
}

Diagnostics TuningSearch::look(TuningLimits limits) {
  const std::lock_guard lock(in_use_);
  limits_ = std::move(limits);
  limits_.worker.living = std::make_shared<worker::LivingWorker>();  // the window's own stays free
  records_ = {};
  Diagnostics wrong;
  if (!limits_.records.empty()) {
    Result<tune::RecordFile> records = tune::read_records(limits_.records);
    if (records.value) records_ = std::move(*records.value);
    append(wrong, std::move(records.diagnostics));
  }
  workers_.clear();
  for (size_t i = 0; i < limits_.also.size(); ++i) workers_.push_back(std::make_shared<worker::LivingWorker>());
  marked_.reset();
  if (subject_.model || !tasks_.front().kernel) return wrong;
  const tune::TunedKernel& kernel = *tasks_.front().kernel;
  std::set<size_t> kept;
  append(wrong, tune::kept_steps(limits_.keep, kernel, kept));
  if (!limits_.marks) return wrong;
  Result<tune::MarkedKnobs> marks = tune::MarkedKnobs::of(kernel, kept);
  append(wrong, std::move(marks.diagnostics));
  if (marks.value) marked_ = marks.value->space();
  return wrong;
}

const tune::Space* TuningSearch::space_of(const std::string& key) const {
  if (marked_) return &*marked_;
  const auto space = spaces_.find(key);
  return space == spaces_.end() ? nullptr : &space->second;
}

// The active target, and those that share the candidates with it.
std::vector<tune::MeasureOptions> TuningSearch::runners() const {
  tune::MeasureOptions measure;
  measure.threads = limits_.threads;
  measure.worker = limits_.worker;
  std::vector<tune::MeasureOptions> all{measure};
  for (size_t i = 0; i < limits_.also.size(); ++i) {
    measure.worker.connection = limits_.also[i];
    measure.worker.living = workers_[i];
    all.push_back(measure);
  }
  return all;
}

std::vector<TuningTask> TuningSearch::tasks() const {
  std::vector<TuningTask> all;
  const tune::RecordMachine machine = tune::record_machine(limits_.machine, limits_.threads);
  for (const SearchTask& task : tasks_) {
    TuningTask row;
    row.key = task.row.key;
    if (!task.row.groups.empty()) row.group = task.row.groups.front();
    row.weight = task.row.weight;
    row.flops = task.row.flops;
    if (const tune::Space* space = space_of(row.key)) {
      row.space = space->size();
      row.knobs = space->knobs();
    }
    row.marked = !subject_.model && task.kernel && tune::has_marks(*task.kernel);
    row.code = task.row.result.why;
    for (const Diagnostic& d : task.row.result.diagnostics)
      if (row.why.empty()) row.why = d.message;
    if (task.kernel)
      row.recorded = std::ranges::count_if(records_.trials, [&](const tune::TrialRecord& trial) {
        return trial.computation == task.kernel->computation && trial.task == row.key &&
               (!trial.machine || trial.machine->same_as(machine));
      });
    all.push_back(std::move(row));
  }
  return all;
}

void TuningSearch::add_own(SearchTask& task) {
  tune::RecordFile own{.trials =
                           tune::trials_elsewhere(records_, tune::record_machine(limits_.machine, limits_.threads))};
  for (const TuningSubject::Own& each : subject_.own)
    if (auto record = own_record(*task.kernel, each, subject_.sizes)) own.trials.push_back(std::move(*record));
  if (!own.trials.empty()) task.search->seed(own);
}

void TuningSearch::start_task(SearchTask& task) {
  tune::TuneOptions options;
  options.trials = limits_.trials;
  options.seconds = limits_.seconds;
  options.search.threads = limits_.threads;
  options.runners = runners();
  tune::kept_steps(limits_.keep, *task.kernel, options.search.kept_steps);
  if (!options.search.kept_steps.empty()) options.search.space = tune::SpaceKind::Steps;
  if (limits_.marks) options.search.space = tune::SpaceKind::Marks;
  const auto heard = [this, key = task.row.key](const tune::Progress& progress) {
    const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count() - waited_;
    heard_(key, progress, progress.recorded ? 0 : all);
  };
  task.search =
      std::make_unique<tune::KernelSearch>(*task.kernel, limits_.machine, std::move(options), &writer_, heard);
  task.search->resume(records_, tune::record_machine(limits_.machine, limits_.threads));
  task.search->allow(limits_.trials);
  add_own(task);
}

Diagnostics TuningSearch::begin() {
  const std::lock_guard lock(in_use_);
  Diagnostics wrong;
  began_ = std::chrono::steady_clock::now();
  waited_ = 0;
  const bool any = std::ranges::any_of(tasks_, [](const SearchTask& task) { return task.kernel != nullptr; });
  if (any && !limits_.records.empty()) {
    append(wrong, writer_.open(limits_.records));
    if (has_errors(wrong)) return wrong;
    append(wrong, writer_.append(tune::session_json(limits_.machine, limits_.threads, 0, limits_.version)));
  }
  int64_t searched = 0;
  for (SearchTask& task : tasks_) {
    task.search.reset();
    if (!task.kernel || (!limits_.only.empty() && task.row.key != limits_.only)) continue;
    ++searched;
    append(wrong, writer_.append(tune::task_json(task.row.key, task.kernel->computation,
                                                 tune::script_of(*task.kernel, {}), task.kernel->flops)));
    start_task(task);
  }
  std::optional<int64_t> of_all;
  if (subject_.model) {
    of_all = limits_.trials * searched;
    for (SearchTask& task : tasks_)  // one task may have more than its share
      if (task.search) task.search->allow(*of_all);
  }
  turns_ = std::make_unique<tune::Turns>(tasks_, of_all);
  return wrong;
}

double TuningSearch::peak(const CancelToken& stop) {
  worker::Peaks peaks;
  worker::WorkerOptions worker = limits_.worker;
  worker.cancel = stop;
  tune::improve_peaks(peaks, limits_.machine, limits_.threads, false, worker);
  return peaks.gflops;
}

void TuningSearch::run(const CancelToken& stop, double waited) {
  const std::lock_guard lock(in_use_);
  waited_ += waited;
  for (SearchTask& task : tasks_)
    if (task.search) task.search->go_on(stop, waited);
  turns_->run(stop);
}

std::vector<tune::TaskRow> TuningSearch::finish(const CancelToken& stop) {
  const std::lock_guard lock(in_use_);
  std::vector<tune::TaskRow> rows;
  for (SearchTask& task : tasks_) {
    if (!task.search) continue;
    task.search->set_stop(stop);
    task.row.result = task.search->finish();
  }
  if (subject_.network) {
    worker::WorkerOptions worker = limits_.worker;
    worker.cancel = stop;
    worker::NetworkRequest request = *subject_.network;
    request.run.threads = limits_.threads;
    tune::time_in_network(tasks_, request, worker);
  }
  for (const SearchTask& task : tasks_)
    if (task.search) rows.push_back(task.row);
  return rows;
}

void TuningSearch::narrow(const std::string& key, const tune::Narrowing& narrowing) {
  for (SearchTask& task : tasks_)
    if (task.search && task.row.key == key) task.search->narrow(narrowing);
}

std::shared_ptr<const tune::TunedKernel> TuningSearch::kernel(const std::string& key) const {
  const auto found = kernels_.find(key);
  return found == kernels_.end() ? nullptr : found->second;
}

}  // namespace nw::window
