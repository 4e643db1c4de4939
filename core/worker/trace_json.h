// SPDX-License-Identifier: GPL-3.0-or-later
// What ran in a network, as JSON: between processes, and as a file of trace events, which Perfetto and chrome://tracing
// open.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "measure/report.h"

namespace nw::worker {

nlohmann::json kernel_to_json(const measure::KernelEntry& kernel);
measure::KernelEntry kernel_from_json(const nlohmann::json& json);
nlohmann::json trace_to_json(const measure::Trace& trace);
measure::Trace trace_from_json(const nlohmann::json& json);

// A process a call of the network: a complete event a span, on the row of the thread that begins the kernels; memory as
// a counter. Times are microseconds after the call's run began.
std::string trace_events(const measure::ModelReport& model);

}  // namespace nw::worker
