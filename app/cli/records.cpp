// SPDX-License-Identifier: GPL-3.0-or-later
// `records FILE…`: what files of records hold, merged and filtered; and the same in the form of Ansor's logs.
#include "tune/records.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "commands.h"
#include "tune/write_records.h"

namespace nw::cli {

namespace {

using tune::TrialRecord;

struct RecordsArguments {
  std::vector<std::string> files;
  std::string task, form, output;
  bool best = false;
};

tune::RecordForm form_of(const std::string& name) {
  return name == "ansor"     ? tune::RecordForm::Ansor
         : name == "autotvm" ? tune::RecordForm::AutoTvm
                             : tune::RecordForm::MetaSchedule;
}

// One file, or a folder, which is made.
void write_form(const RecordsArguments& a, const std::vector<TrialRecord>& trials, Outcome& outcome) {
  tune::WrittenRecords written = tune::write_records(trials, form_of(a.form), a.best);
  append(outcome.diagnostics, std::move(written.diagnostics));
  outcome.json["lines"] = written.records;
  if (written.records == 0) return;
  for (const tune::WrittenRecords::File& file : written.files) {
    const std::filesystem::path path =
        file.name.empty() ? std::filesystem::path(a.output) : a.output / std::filesystem::path(file.name);
    std::error_code error;
    if (!file.name.empty()) std::filesystem::create_directories(a.output, error);
    append(outcome.diagnostics, write_file(path.string(), file.bytes));
  }
}

void list(const std::vector<TrialRecord>& trials, Outcome& outcome) {
  struct Summary {
    const char* tool = "nestwright";
    int64_t trials = 0, failed = 0;
    const TrialRecord* best = nullptr;
  };
  std::map<std::string, Summary> tasks;
  for (const TrialRecord& trial : trials) {
    Summary& summary = tasks[trial.task];
    ++summary.trials;
    if (trial.foreign) summary.tool = tune::to_string(trial.foreign->tool);
    summary.failed += !trial.time;
    if (trial.time && (!summary.best || trial.time->median < summary.best->time->median)) summary.best = &trial;
  }
  for (const auto& [task, summary] : tasks) {
    nlohmann::json row = {{"task", task},
                          {"tool", summary.tool},
                          {"trials", summary.trials},
                          {"failed", summary.failed},
                          {"best", nullptr}};
    outcome.text += fmt::format("{}: {} trials, {} failed", task, summary.trials, summary.failed);
    if (summary.best) {
      const nlohmann::json steps =
          summary.best->foreign ? summary.best->foreign->steps : nlohmann::json(summary.best->steps);
      row["best"] = {{"trial", summary.best->trial}, {"time_us", summary.best->time->median}, {"steps", steps}};
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
  if (a.form.empty())
    append(outcome.diagnostics, write_file(a.output, written_records(files, trials, a.task)));
  else
    write_form(a, all.trials, outcome);
  return outcome;
}

}  // namespace

Run add_records(CLI::App& app) {
  auto a = std::make_shared<RecordsArguments>();
  app.add_option("FILE", a->files, "files that `tune` wrote, or logs of Ansor and AutoTVM")->required();
  app.add_flag("--best", a->best, "only the fastest trial of each task");
  app.add_option("--task", a->task, "only this task");
  CLI::Option* output = app.add_option("-o,--output", a->output, "where the records go: merged and filtered");
  app.add_option("--as", a->form,
                 "their form: a log of ansor or autotvm, or meta: a folder with a program that writes MetaSchedule's "
                 "database")
      ->check(CLI::IsMember({"ansor", "autotvm", "meta"}))
      ->needs(output);
  return [a] { return records(*a); };
}

}  // namespace nw::cli
