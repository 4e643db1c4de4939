// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/records.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "base/input_file.h"
#include "base/json_text.h"
#include "base/write_all.h"
#include "measure/machine.h"
#include "tune/diagnostics.h"

namespace nw::tune {

using nlohmann::json;

namespace {

int64_t seconds_since_epoch() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Diagnostic cannot_write(const std::string& path, int error) {
  Diagnostic d;
  d.code = "NW4001";
  d.message = fmt::format("'{}' cannot be written: {}", path, std::strerror(error));
  return d;
}

double positive(const json& value, const char* key) {
  const double number = value.at(key).get<double>();
  if (!std::isfinite(number) || number <= 0)
    throw json::out_of_range::create(401, fmt::format("{} must be greater than 0", key), &value);
  return number;
}

// What a file has said before a line.
struct Known {
  std::optional<RecordMachine> machine;
  std::map<std::string, std::pair<std::string, std::string>> tasks;  // computation and script
  std::map<std::string, int64_t> foreign_trials;                     // their number, by task
};

RecordMachine machine_from(const json& line) {
  const json& machine = line.at("machine");
  RecordMachine known;
  known.cpu = machine.at("cpu").get<std::string>();
  known.cores = machine.value("cores", 1);
  known.vector_bytes = machine.value("vector_bytes", 0);
  known.threads = line.value("threads", 1);
  return known;
}

TrialRecord trial_from(const json& line, const Known& known) {
  TrialRecord record;
  record.task = line.at("task").get<std::string>();
  record.trial = line.at("trial").get<int64_t>();
  record.steps = line.at("steps").get<std::vector<std::string>>();
  if (line.contains("estimate_us") && line.at("estimate_us").is_number())
    record.estimate_us = line.at("estimate_us").get<double>();
  if (line.contains("knobs")) record.knobs = line.at("knobs");
  if (line.contains("choice")) record.choice = line.at("choice").get<Choice>();
  if (line.contains("error")) {
    record.error_code = line.at("error").at("code").get<std::string>();
    record.error_text = line.at("error").value("text", "");
  } else {
    const json& time = line.at("time_us");
    record.time =
        measure::Timing{positive(time, "min"), positive(time, "median"), time.value("mad", 0.0), time.value("runs", 1)};
  }
  record.machine = known.machine;
  if (const auto task = known.tasks.find(record.task); task != known.tasks.end())
    std::tie(record.computation, record.script) = task->second;
  return record;
}

// Times of another tool are of a machine that its log does not name.
TrialRecord trial_of_other_tool(const json& line) {
  TrialRecord record;
  auto foreign = std::make_shared<ForeignRecord>(foreign_record(line));
  record.task = foreign->task;
  record.machine = RecordMachine{.cpu = fmt::format("{}: {}", to_string(foreign->tool), foreign->target)};
  record.error_code = foreign->error;
  if (!foreign->seconds.empty()) {
    constexpr double kMicro = 1e6;
    std::vector<double> us;
    for (const double seconds : foreign->seconds) us.push_back(seconds * kMicro);
    std::ranges::sort(us);
    record.time = measure::Timing{us.front(), us[us.size() / 2], 0, static_cast<int>(us.size())};
  }
  record.foreign = std::move(foreign);
  return record;
}

void add_trial(TrialRecord trial, const std::string& text, RecordFile& file) {
  trial.raw = text;
  file.lines.push_back({trial.task, text, true});
  file.trials.push_back(std::move(trial));
}

// True where the line is a record.
bool read_line(const std::string& text, Known& known, RecordFile& file, std::string& why) {
  const json line = read_json(text);
  if (!line.is_object()) {
    why = "it is no JSON object";
    return false;
  }
  try {
    if (line.contains("nestwright_tune")) {
      known.machine = machine_from(line);
      file.lines.push_back({"", text});
    } else if (line.contains("computation")) {
      const auto task = line.at("task").get<std::string>();
      known.tasks[task] = {line.at("computation").get<std::string>(), line.value("script", "")};
      file.lines.push_back({task, text});
    } else if (is_foreign(line)) {
      TrialRecord trial = trial_of_other_tool(line);
      trial.trial = ++known.foreign_trials[trial.task];
      add_trial(std::move(trial), text, file);
    } else {
      add_trial(trial_from(line, known), text, file);
    }
    return true;
  } catch (const json::exception& problem) {
    const std::string said = problem.what();
    why = said.substr(said.find("] ") == std::string::npos ? 0 : said.find("] ") + 2);
    return false;
  }
}

// What a compiler is told of the processor.
std::string code_of(const TargetFacts& facts) {
  if (facts.code.cpu.empty()) return "this computer's processor";
  return facts.code.features.empty() ? facts.code.cpu : fmt::format("{} with {}", facts.code.cpu, facts.code.features);
}

}  // namespace

std::vector<std::string> differences(const TargetFacts& a, const TargetFacts& b) {
  std::vector<std::string> found;
  const auto compare = [&](const char* what, const auto& first, const auto& second) {
    if (first != second) found.push_back(fmt::format("{}: {} and {}", what, first, second));
  };
  compare("processor", a.name, b.name);
  compare("cores", a.compute.units, b.compute.units);
  compare("bytes of a vector", a.vector_width(), b.vector_width());
  for (const int level : {1, 2, 3})
    compare(fmt::format("bytes of cache {}", level).c_str(), a.cache_bytes(level), b.cache_bytes(level));
  compare("code is made for", code_of(a), code_of(b));
  if (found.empty() && measure::machine_of(a, 1).facts_hash != measure::machine_of(b, 1).facts_hash)
    found.emplace_back("their facts differ (`targets`)");
  return found;
}

RecordMachine record_machine(const TargetFacts& facts, int threads) {
  return {facts.name, facts.compute.units, facts.vector_width(), threads};
}

Result<RecordFile> read_records(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return RecordFile();
  const Result<std::string> bytes = read_whole_file(path);
  if (!bytes.value) return bytes.diagnostics;
  Result<RecordFile> result{RecordFile()};
  Known known;
  size_t number = 0;
  for (size_t start = 0; start < bytes->size();) {
    const size_t end = bytes->find('\n', start);
    const bool whole = end != std::string::npos;
    const std::string line = bytes->substr(start, whole ? end - start : std::string::npos);
    start = whole ? end + 1 : bytes->size();
    ++number;
    std::string why;
    if (line.empty() || line.front() == '#' || read_line(line, known, *result.value, why)) continue;
    result.diagnostics.push_back(whole ? bad_record(path, number, why) : torn_record(path, number));
  }
  return result;
}

std::vector<TrialRecord> trials_elsewhere(const RecordFile& file, const RecordMachine& machine) {
  std::vector<TrialRecord> elsewhere;
  std::ranges::copy_if(file.trials, std::back_inserter(elsewhere), [&](const TrialRecord& trial) {
    return !trial.foreign && trial.machine && !trial.machine->same_as(machine);
  });
  return elsewhere;
}

std::map<std::string, TrialRecord> best_records(const RecordFile& file, const std::optional<RecordMachine>& machine) {
  std::map<std::string, TrialRecord> best;
  for (const TrialRecord& trial : file.trials) {
    if (!trial.time || (machine && trial.machine && !trial.machine->same_as(*machine))) continue;
    const auto known = best.find(trial.task);
    if (known == best.end() || trial.time->median < known->second.time->median) best[trial.task] = trial;
  }
  return best;
}

json session_json(const TargetFacts& facts, int threads, uint64_t seed, const std::string& version) {
  const RecordMachine machine = record_machine(facts, threads);
  return {{"nestwright_tune", 1},
          {"session", fmt::format("{}-{}", seconds_since_epoch(), ::getpid())},
          {"at", seconds_since_epoch()},
          {"target", {{"id", facts.id}, {"facts_hash", measure::machine_of(facts, threads).facts_hash}}},
          {"seed", seed},
          {"threads", threads},
          {"machine",
           {{"cpu", machine.cpu},
            {"cores", machine.cores},
            {"vector_bytes", machine.vector_bytes},
            {"l1_bytes", facts.cache_bytes(1)},
            {"l2_bytes", facts.cache_bytes(2)},
            {"l3_bytes", facts.cache_bytes(3)}}},
          {"version", version}};
}

json task_json(const std::string& task, const std::string& computation, const std::string& script, double flops) {
  return {{"task", task}, {"computation", computation}, {"script", script}, {"flops", flops}};
}

RecordWriter::~RecordWriter() {
  if (file_ >= 0) ::close(file_);
}

Diagnostics RecordWriter::open(const std::string& path) {
  path_ = path;
  if (file_ >= 0) ::close(file_);
  file_ = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return {cannot_write(path, errno)};
  // A line that was torn when its writer was ended must not take the next one with it.
  const off_t size = ::lseek(file_, 0, SEEK_END);
  char last = '\n';
  if (size > 0 && ::pread(file_, &last, 1, size - 1) == 1 && last != '\n')
    if (const int error = write_all(file_, "\n")) return {cannot_write(path, error)};
  return {};
}

Diagnostics RecordWriter::append(const json& line) {
  if (file_ < 0) return {};
  json stamped = line;
  if (!stamped.contains("at")) stamped["at"] = seconds_since_epoch();
  const std::string text = stamped.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  ::flock(file_, LOCK_EX);
  const int error = write_all(file_, text);
  ::flock(file_, LOCK_UN);
  return error ? Diagnostics{cannot_write(path_, error)} : Diagnostics();
}

}  // namespace nw::tune
