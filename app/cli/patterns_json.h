// SPDX-License-Identifier: GPL-3.0-or-later
// What the command `patterns` answers, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "pattern/composites.h"
#include "pattern/from_selection.h"
#include "pattern/offload.h"
#include "pattern/rewrite.h"
#include "pattern/trial.h"

namespace nw::cli {

nlohmann::  // `only`: these names alone; none: all.
    json
    listed_json(const pattern::Table& table, const std::vector<std::string>& only);
nlohmann::json composites_json(const graph::Graph& graph, const std::vector<pattern::Composite>& composites);
// Of one round, or of all with 0.
nlohmann::json steps_json(const pattern::Program& program, const std::vector<pattern::RewriteStep>& steps, int round);
nlohmann::json regions_json(const graph::Graph& graph, const std::vector<pattern::Region>& regions);
nlohmann::json cuts_json(const graph::Graph& graph, const std::vector<pattern::Cut>& cuts);
std::string regions_text(const graph::Graph& graph, const pattern::Offloaded& cut);
nlohmann::json trial_json(const pattern::Trial& trial);
std::string trial_text(const pattern::Trial& trial, size_t depth = 0);
nlohmann::json near_misses_json(const std::vector<pattern::NearMiss>& misses);

nlohmann::json attributes_json(const graph::Graph& graph, const std::vector<pattern::FoundAttribute>& attributes);
// Comments of a table: a line an attribute that is written somewhere, with its values.
std::string attributes_text(const graph::Graph& graph, const std::vector<pattern::FoundAttribute>& attributes);

}  // namespace nw::cli
