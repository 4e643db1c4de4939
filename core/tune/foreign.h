// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of other tools' tuning logs: Ansor's (v0.2 to v0.6) and AutoTVM's (v0.2). They name a task by a key of that
// tool, which lists sizes at best, and a schedule by numbers of stages and loops, or by values of knobs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nw::tune {

enum class RecordTool : uint8_t { Ansor, AutoTvm };
const char* to_string(RecordTool tool);  // "ansor", "autotvm"

struct ForeignTensor {
  std::vector<int64_t> shape;
  std::string dtype;  // empty: the key does not say
};

struct ForeignRecord {
  RecordTool tool = RecordTool::Ansor;
  std::string task;                    // the tool's name for it
  std::string target;                  // "llvm -keys=cpu"
  std::vector<ForeignTensor> tensors;  // of the task's arguments, in order; empty: the key does not list them
  nlohmann::json steps;                // Ansor's steps; AutoTVM's entity list
  std::vector<double> seconds;         // measured, one a run; empty: it failed
  std::string error;                   // "BUILD_TIMEOUT"
};

// Whether the object is a line of one of these logs.
bool is_foreign(const nlohmann::json& line);
// Throws a json::exception where it is not as that tool writes it.
ForeignRecord foreign_record(const nlohmann::json& line);

}  // namespace nw::tune
