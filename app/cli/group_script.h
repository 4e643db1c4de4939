// SPDX-License-Identifier: GPL-3.0-or-later
// A model's fused group as a TE script, for the commands that take one.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "base/target_facts.h"
#include "command.h"
#include "model/model.h"
#include "model_options.h"

namespace nw::cli {

// Which group of a model, and with which schedule.
struct GroupOption {
  std::string group;     // its number, or the name of a node in it
  std::string schedule;  // "default", "none"; empty: the one in use in a project, else the default
};

// --group and --schedule; returns --group.
CLI::Option* add_group_option(CLI::App& app, GroupOption& group);

// Nothing, with diagnostics in the outcome (NW4003, NW14xx), where there is no such group or it has no kernel.
std::optional<model::GroupKernel> read_group_script(const ModelOptions& model, const GroupOption& group,
                                                    const TargetFacts& target, Outcome& outcome);

}  // namespace nw::cli
