// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of runs as JSON: in replies of the worker, and as `run --json` prints them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "measure/report.h"

namespace nw::worker {

// Also what `run --json` prints: target, threads, time_us, gflops, verify, outputs.
nlohmann::json to_json(const measure::RunReport& report);
measure::RunReport run_report_from_json(const nlohmann::json& json);

// Also what `run MODEL --json` prints: time_us, gflops, kernels, verify, outputs.
nlohmann::json to_json(const measure::ModelReport& report);
measure::ModelReport model_report_from_json(const nlohmann::json& json);

nlohmann::json assembly_to_json(const measure::AssemblyText& text);
measure::AssemblyText assembly_from_json(const nlohmann::json& json);

// A float64 as JSON: a number, or "nan", "inf", "-inf".
nlohmann::json number_to_json(double value);
double number_from_json(const nlohmann::json& json);

}  // namespace nw::worker
