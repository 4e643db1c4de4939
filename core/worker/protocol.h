// SPDX-License-Identifier: GPL-3.0-or-later
// What passes between a program and its worker: frames of JSON, each headed by its length in eight bytes.
// Request: {"do":"run"|"emit","kernel":{"script":…,"nest_hash":…},…} or {"do":"network","network":{…}}. Reply:
// {"diagnostics":[…],"report"|"emitted":…}. {"do":"forget","target":ID} ends the runner of a target that is no more.
// Every request gets a reply; one that makes no sense gets NW4060.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "measure/report.h"
#include "measure/request.h"
#include "worker/kernel.h"

namespace nw::worker {

nlohmann::json to_json(const KernelSource& kernel);
KernelSource kernel_source_from_json(const nlohmann::json& json);
nlohmann::json to_json(const measure::RunRequest& options);
measure::RunRequest run_request_from_json(const nlohmann::json& json);

// Also what `run --json` prints: target, threads, time_us, gflops, verify, outputs.
nlohmann::json to_json(const measure::RunReport& report);
measure::RunReport run_report_from_json(const nlohmann::json& json);

// Also what `run MODEL --json` prints: time_us, gflops, kernels, verify, outputs.
nlohmann::json to_json(const measure::ModelReport& report);
measure::ModelReport model_report_from_json(const nlohmann::json& json);
nlohmann::json to_json(const NetworkRequest& request);
NetworkRequest network_request_from_json(const nlohmann::json& json);

nlohmann::json to_json(const Emitted& emitted);
Emitted emitted_from_json(const nlohmann::json& json);

// A float64 as JSON: a number, or "nan", "inf", "-inf".
nlohmann::json number_to_json(double value);
double number_from_json(const nlohmann::json& json);

// Parts of requests: sizes by name (none if the key is missing), and the memory that the worker may take in bytes (0:
// no limit). A value of another kind or out of range is a json::exception, as for all that is read here.
std::map<std::string, int64_t> sizes_from_json(const nlohmann::json& json, const char* key);
int64_t memory_limit_from_json(const nlohmann::json& request);

// Frames. Reading gives nothing at the end of the stream. After a frame with a problem nothing more can be read.
struct Frame {
  std::string bytes;
  std::string problem;  // "it ended after 3 of 10 bytes"; empty: the frame is whole
};
bool write_frame(int fd, const std::string& bytes);
std::optional<Frame> read_frame(int fd);
inline constexpr uint64_t kLargestFrame = uint64_t{1} << 30;

}  // namespace nw::worker
