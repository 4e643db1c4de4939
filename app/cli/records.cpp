// SPDX-License-Identifier: GPL-3.0-or-later
// `records FILE…`: what files of records hold, merged and filtered; and the same in the form of Ansor's logs.
#include "tune/records.h"

#include <fmt/format.h>

#include <set>

#include "base/local_cpu.h"
#include "commands.h"
#include "kernel/exports.h"
#include "tune/kernel.h"

namespace nw::cli {

namespace {

using tune::TrialRecord;

struct RecordsArguments {
  std::vector<std::string> files;
  std::string task, form, output;
  bool best = false;
};

// The trial as a line of Ansor's log; nothing, with diagnostics, where it cannot be one.
std::optional<std::string> ansor_line(const TrialRecord& trial, Diagnostics& diagnostics) {
  constexpr double kMicro = 1e-6;
  const Result<tune::TunedKernel> kernel = tune::read_kernel(trial.script, {}, trial.task);
  append(diagnostics, kernel.diagnostics);
  if (!kernel.value || !trial.time) return std::nullopt;
  const kernel::KernelAnalysis analysis = kernel::analyse(tune::script_with(*kernel.value, trial.steps));
  if (!analysis.complete()) return std::nullopt;
  const Result<worker::Emitted> line =
      kernel::export_kernel(analysis, "ansor", local_cpu_facts(), {}, {}, {trial.time->median * kMicro});
  append(diagnostics, line.diagnostics);
  if (!line.ok() || line->files.empty()) return std::nullopt;
  return line->files.front().bytes;
}

void list(const std::vector<TrialRecord>& trials, Outcome& outcome) {
  struct Summary {
    int64_t trials = 0, failed = 0;
    const TrialRecord* best = nullptr;
  };
  std::map<std::string, Summary> tasks;
  for (const TrialRecord& trial : trials) {
    Summary& summary = tasks[trial.task];
    ++summary.trials;
    summary.failed += !trial.time;
    if (trial.time && (!summary.best || trial.time->median < summary.best->time->median)) summary.best = &trial;
  }
  for (const auto& [task, summary] : tasks) {
    nlohmann::json row = {{"task", task}, {"trials", summary.trials}, {"failed", summary.failed}, {"best", nullptr}};
    outcome.text += fmt::format("{}: {} trials, {} failed", task, summary.trials, summary.failed);
    if (summary.best) {
      row["best"] = {
          {"trial", summary.best->trial}, {"time_us", summary.best->time->median}, {"steps", summary.best->steps}};
      outcome.text += fmt::format(", best {:.1f} us in trial {}", summary.best->time->median, summary.best->trial);
    }
    outcome.text += "\n";
    outcome.json["tasks"].push_back(std::move(row));
  }
}

// Lines in the order of their files: a trial belongs to the session above it.
std::string written_records(const std::vector<tune::RecordFile>& files, const std::vector<TrialRecord>& trials,
                            const std::string& task) {
  std::set<std::string> kept, written;
  for (const TrialRecord& trial : trials) kept.insert(trial.raw);
  std::string text;
  for (const tune::RecordFile& file : files)
    for (const tune::RecordLine& line : file.lines) {
      const bool wanted = line.trial ? kept.contains(line.text) && written.insert(line.text).second
                                     : line.task.empty() || task.empty() || line.task == task;
      if (wanted) text += line.text + "\n";
    }
  return text;
}

Outcome records(const RecordsArguments& a) {
  Outcome outcome;
  outcome.file = a.files.front();
  outcome.json["tasks"] = nlohmann::json::array();
  std::vector<tune::RecordFile> files;
  tune::RecordFile all;
  for (const std::string& path : a.files) {
    const FileText there = read_file(path);
    append(outcome.diagnostics, there.diagnostics);
    Result<tune::RecordFile> file = tune::read_records(path);
    append(outcome.diagnostics, std::move(file.diagnostics));
    if (!file.value) continue;
    for (const TrialRecord& trial : file->trials)
      if (a.task.empty() || trial.task == a.task) all.trials.push_back(trial);
    files.push_back(std::move(*file));
  }
  if (has_errors(outcome.diagnostics)) return outcome;
  std::vector<TrialRecord> trials = all.trials;
  if (a.best) {
    trials.clear();
    for (auto& [task, trial] : tune::best_records(all)) trials.push_back(trial);
  }
  list(trials, outcome);
  if (a.output.empty()) return outcome;
  std::string bytes;
  if (a.form.empty()) bytes = written_records(files, trials, a.task);
  int64_t lines = 0;
  for (const TrialRecord& trial : trials)
    if (!a.form.empty())
      if (const auto line = ansor_line(trial, outcome.diagnostics)) {
        bytes += *line;
        if (!bytes.ends_with("\n")) bytes += "\n";
        ++lines;
      }
  if (!a.form.empty()) outcome.json["lines"] = lines;
  append(outcome.diagnostics, write_file(a.output, bytes));
  return outcome;
}

}  // namespace

Run add_records(CLI::App& app) {
  auto a = std::make_shared<RecordsArguments>();
  app.add_option("FILE", a->files, "files that `tune` wrote")->required();
  app.add_flag("--best", a->best, "only the fastest trial of each task");
  app.add_option("--task", a->task, "only this task");
  CLI::Option* output = app.add_option("-o,--output", a->output, "where the records go: merged and filtered");
  app.add_option("--as", a->form, "their form: that of Ansor's logs")->check(CLI::IsMember({"ansor"}))->needs(output);
  return [a] { return records(*a); };
}

}  // namespace nw::cli
