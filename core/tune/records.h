// SPDX-License-Identifier: GPL-3.0-or-later
// The records of searches: lines of JSON in a file that is only ever appended to. A line is a session (the machine and
// the settings), a task (its computation, once a session) or a trial. Several programs may append to one file: each
// line is written at once, under a lock. Lines of other tools' logs (foreign.h) are read as trials too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/target_facts.h"
#include "measure/report.h"
#include "tune/foreign.h"
#include "tune/space.h"

namespace nw::tune {

struct RecordMachine {
  std::string cpu;
  int cores = 1, vector_bytes = 0, threads = 1;
  // Times of the one say something of the other: the same processor, vectors and threads.
  bool same_as(const RecordMachine& other) const {
    return cpu == other.cpu && vector_bytes == other.vector_bytes && threads == other.threads;
  }
};
// In what machines differ, as far as times depend on it: "it has 8 cores, the other 4". Empty: they are alike.
std::vector<std::string> differences(const TargetFacts& a, const TargetFacts& b);
RecordMachine record_machine(const TargetFacts& facts, int threads);

struct TrialRecord {
  std::string task;
  int64_t trial = 0;
  std::vector<std::string> steps;  // lines of the script language
  double estimate_us = 0;
  std::optional<measure::Timing> time;  // nothing: it failed, as the code says
  std::string error_code, error_text;
  std::string computation;  // of its task, as the file has it
  std::string script;       // of its task, without a schedule
  std::optional<RecordMachine> machine;
  nlohmann::json knobs;                          // of a search of marks (knobs.h): its config
  std::optional<Choice> choice;                  // of a space (space.h), as the search made it
  std::shared_ptr<const ForeignRecord> foreign;  // of another tool's log: it has no steps of ours
  std::string raw;                               // the line, with keys that are not known here
};

// A line as it is in the file.
struct RecordLine {
  std::string task;  // empty: of a session
  std::string text;
  bool trial = false;
};

struct RecordFile {
  std::vector<TrialRecord> trials = {};
  std::vector<RecordLine> lines = {};  // all that are records
};

// A file that does not exist holds nothing. NW4133 for each line that is left out; NW1001 where the file cannot be
// read.
Result<RecordFile> read_records(const std::string& path);

// Those trials that were measured on machines unlike this one: they are where a search may start, and no measurements
// of it.
std::vector<TrialRecord> trials_elsewhere(const RecordFile& file, const RecordMachine& machine);

// The best trial of each task: measured, on `machine` where one is given.
std::map<std::string, TrialRecord> best_records(const RecordFile& file,
                                                const std::optional<RecordMachine>& machine = {});

nlohmann::json session_json(const TargetFacts& facts, int threads, uint64_t seed, const std::string& version);
nlohmann::json task_json(const std::string& task, const std::string& computation, const std::string& script,
                         double flops);

class RecordWriter {
 public:
  RecordWriter() = default;
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  // Makes the file where it is missing. NW4001 where it cannot be written.
  Diagnostics open(const std::string& path);
  // One line, written whole. NW4001 where that fails.
  Diagnostics append(const nlohmann::json& line);
  bool is_open() const { return file_ >= 0; }

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace nw::tune
