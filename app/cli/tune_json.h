// SPDX-License-Identifier: GPL-3.0-or-later
// What `tune` prints: as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tune/tasks.h"
#include "worker/peaks.h"

namespace nw::cli {

nlohmann::json task_row_json(const tune::TaskRow& task, const worker::Peaks& peaks);
std::string task_row_text(const tune::TaskRow& task, const worker::Peaks& peaks);
nlohmann::json progress_json(const std::string& task, const tune::Progress& progress);

}  // namespace nw::cli
