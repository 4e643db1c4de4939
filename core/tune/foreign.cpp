// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/foreign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_text.h"

namespace nw::tune {

using nlohmann::json;

namespace {

constexpr double kAutoTvmVersion = 0.2;
constexpr const char* kAnsorVersions[] = {"v0.2", "v0.3", "v0.4", "v0.5", "v0.6"};
// MeasureErrorNo of both tools, from 1 on.
constexpr const char* kErrors[] = {"INSTANTIATION_ERROR", "COMPILE_HOST",  "COMPILE_DEVICE", "RUNTIME_DEVICE",
                                   "WRONG_ANSWER",        "BUILD_TIMEOUT", "RUN_TIMEOUT",    "UNKNOWN_ERROR"};

[[noreturn]] void reject(const std::string& why) {
  throw json::other_error::create(501, why, nullptr);
}

void read_result(const json& result, ForeignRecord& record) {
  const auto number = result.at(1).get<int64_t>();
  if (number != 0) {
    const bool known = number > 0 && number <= std::ssize(kErrors);
    record.error = known ? kErrors[number - 1] : fmt::format("error {}", number);
    return;
  }
  for (const json& cost : result.at(0)) {
    const auto seconds = cost.get<double>();
    if (!std::isfinite(seconds) || seconds <= 0) reject("a time must be greater than 0");
    record.seconds.push_back(seconds);
  }
  if (record.seconds.empty()) reject("it has neither a time nor an error");
}

bool is_shape(const json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const json& size) { return size.is_number_integer(); });
}

// ["HASH", [sizes of a tensor], …]; keys of tasks that a person registered list what they like.
std::vector<ForeignTensor> tensors_of_key(const std::string& key) {
  const json parsed = read_json(key);
  if (!parsed.is_array() || parsed.size() < 2) return {};
  std::vector<ForeignTensor> tensors;
  for (size_t i = 1; i < parsed.size(); ++i) {
    if (!is_shape(parsed[i])) return {};
    tensors.push_back({parsed[i].get<std::vector<int64_t>>(), {}});
  }
  return tensors;
}

ForeignRecord ansor_record(const json& line) {
  const auto version = line.at("v").get<std::string>();
  if (std::ranges::find(kAnsorVersions, version) == std::end(kAnsorVersions))
    reject(fmt::format("its version is '{}'; v0.2 to v0.6 are read", version));
  ForeignRecord record;
  const json& task = line.at("i").at(0);
  record.task = task.at(0).get<std::string>();
  if (task.size() > 1 && task.at(1).is_string()) record.target = task.at(1).get<std::string>();
  record.tensors = tensors_of_key(record.task);
  record.steps = line.at("i").at(1).at(1);
  for (const json& step : record.steps)
    if (!step.is_array() || step.size() < 2 || !step[0].is_string()) reject("a step has no name and stage");
  read_result(line.at("r"), record);
  return record;
}

ForeignRecord autotvm_record(const json& line) {
  if (std::abs(line.at("version").get<double>() - kAutoTvmVersion) > 1e-9)
    reject(fmt::format("its version is {}; {} is read", line.at("version").dump(), kAutoTvmVersion));
  ForeignRecord record;
  record.tool = RecordTool::AutoTvm;
  const json& input = line.at("input");
  record.target = input.at(0).get<std::string>();
  record.task = fmt::format("{} {}", input.at(1).get<std::string>(), input.at(2).dump());
  for (const json& arg : input.at(2))
    if (arg.is_array() && arg.size() == 3 && arg[0] == "TENSOR" && is_shape(arg[1]) && arg[2].is_string())
      record.tensors.push_back({arg[1].get<std::vector<int64_t>>(), arg[2].get<std::string>()});
  record.steps = line.at("config").at("entity");
  for (const json& knob : record.steps)
    if (!knob.is_array() || knob.size() != 3 || !knob[0].is_string() || !knob[1].is_string())
      reject("a knob has no name, kind and value");
  read_result(line.at("result"), record);
  return record;
}

}  // namespace

const char* to_string(RecordTool tool) {
  return tool == RecordTool::Ansor ? "ansor" : "autotvm";
}

bool is_foreign(const json& line) {
  return (line.contains("i") && line.contains("r") && line.contains("v")) ||
         (line.contains("input") && line.contains("config"));
}

ForeignRecord foreign_record(const json& line) {
  return line.contains("input") ? autotvm_record(line) : ansor_record(line);
}

}  // namespace nw::tune
