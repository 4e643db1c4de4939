// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two fusions, for the terminal and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fusion/difference.h"

namespace nw::cli {

nlohmann::json difference_json(const graph::Graph& graph_before, const fusion::Fusion& before,
                               const graph::Graph& graph_after, const fusion::Fusion& after,
                               const fusion::Difference& difference);
std::string difference_text(const graph::Graph& graph_before, const fusion::Fusion& before,
                            const graph::Graph& graph_after, const fusion::Fusion& after,
                            const fusion::Difference& difference);

}  // namespace nw::cli
