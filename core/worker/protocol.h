// SPDX-License-Identifier: GPL-3.0-or-later
// What passes between a program and its worker: frames (worker/frames.h) of JSON.
// Request: {"do":"run"|"emit","kernel":{"script":…,"nest_hash":…},…} or {"do":"network","network":{…}}. Reply:
// {"diagnostics":[…],"report"|"emitted":…}. {"do":"forget","target":ID} ends the runner of a target that is no more.
// Every request gets a reply; one that makes no sense gets NW4060. Before the reply to a network with "progress":true
// come frames {"progress":{"doing":…,"done":…,"of":…}}, a few a second.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "measure/request.h"
#include "worker/frames.h"
#include "worker/kernel.h"
#include "worker/report_json.h"

namespace nw::worker {

nlohmann::json to_json(const KernelSource& kernel);
KernelSource kernel_source_from_json(const nlohmann::json& json);
nlohmann::json to_json(const measure::RunRequest& options);
measure::RunRequest run_request_from_json(const nlohmann::json& json);

nlohmann::json to_json(const NetworkRequest& request);
NetworkRequest network_request_from_json(const nlohmann::json& json);

std::string progress_to_text(const RunProgress& progress);
std::optional<RunProgress> progress_from_text(std::string_view text);  // none: it is another frame

nlohmann::json to_json(const Emitted& emitted);
Emitted emitted_from_json(const nlohmann::json& json);

// Parts of requests: sizes by name (none if the key is missing), and the memory that the worker may take in bytes (0:
// no limit). A value of another kind or out of range is a json::exception, as for all that is read here.
std::map<std::string, int64_t> sizes_from_json(const nlohmann::json& json, const char* key);
int64_t memory_limit_from_json(const nlohmann::json& request);

}  // namespace nw::worker
