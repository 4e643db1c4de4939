// SPDX-License-Identifier: GPL-3.0-or-later
// What `tune` prints: as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tune/tune.h"
#include "worker/peaks.h"

namespace nw::cli {

// A row of the reply: a kernel that was searched, or one that was not.
struct TunedTask {
  std::string key;
  std::string source;       // the script's file; empty: of a model
  std::vector<int> groups;  // of a model
  size_t weight = 1;
  double flops = 0;
  tune::TaskResult result;
};

nlohmann::json task_row_json(const TunedTask& task, const worker::Peaks& peaks);
std::string task_row_text(const TunedTask& task, const worker::Peaks& peaks);
nlohmann::json progress_json(const std::string& task, const tune::Progress& progress);

}  // namespace nw::cli
