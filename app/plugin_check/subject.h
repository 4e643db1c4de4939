// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin that is checked, and how it is reached.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/target_facts.h"
#include "target/carrier.h"

namespace nw::plugin_check {

struct Subject {
  std::string named;    // as it was asked for
  std::string library;  // path; empty: it is built into its runner
  std::string id;       // by its manifest; empty: it has none
  std::string version;  // by its manifest
  target::Carrier carrier;
  std::optional<std::string> device;  // nothing: the first that is found
  std::optional<TargetFacts> facts;   // that count instead of those that are found
  nlohmann::json settings = nlohmann::json::object();
};

// Of a library's path, a manifest's path (*.json), or what `nestwright-cli targets` calls a target. Who names a file
// here trusts it. `program_folder` holds nestwright-runner. NW4201, NW4202, NW4207, NW4208, NW4216, NW4219.
Result<Subject> find_subject(const std::string& what, const std::string& program_folder);

}  // namespace nw::plugin_check
