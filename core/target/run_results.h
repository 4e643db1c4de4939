// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a run as another program states them: numbers that later sums can bear, or a sentence.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "target/session.h"

namespace nw::target {

// Of the reply to "run" (target/frame.h). All times of a reply together, and all counts, are at most 2^53, so that no
// sum of them overflows and each is exact as a float64. Nothing, with the reason, where one is no such number.
std::optional<std::vector<CallResult>> read_run_results(const nlohmann::json& reply, std::string& why);

}  // namespace nw::target
