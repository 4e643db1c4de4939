// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own list of targets, targets.json: names for machines, devices and settings. No secrets are kept in it,
// only paths of key files.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "target/folders.h"

namespace nw::target {

struct UserTarget {
  std::string name = {};
  std::string carrier = {};               // "child", "command", "ssh"; empty: described by `facts` only
  std::string host = {};                  // ssh
  std::vector<std::string> options = {};  // ssh: "-oKEY=VALUE"
  std::vector<std::string> command = {};  // command: argv with {runner}
  std::string runner = {};                // path of the runner there; empty: ours
  std::string plugin = "cpu", device = {};
  nlohmann::json settings = nlohmann::json::object();
  std::optional<TargetFacts> facts = {};

  bool operator==(const UserTarget&) const = default;
};

struct UserTargets {
  std::vector<UserTarget> targets;
  Diagnostics problems;  // NW4220: of the file, or of entries that are left out
};

UserTargets read_user_targets(const std::string& file);
// Whether the entry says what its carrier needs. NW4208, NW4222.
Diagnostics check_user_target(const UserTarget& target);
Diagnostics write_user_target(const Folders& folders, const UserTarget& target);  // replaces one of that name
Diagnostics erase_user_target(const Folders& folders, const std::string& name);

}  // namespace nw::target
