// SPDX-License-Identifier: GPL-3.0-or-later
// The targets that a person can name, and how each is reached: this machine's CPU, the devices of plugins, and the
// user's own list (targets.json). Nothing is loaded or connected here; sessions do (target/session.h).
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "target/address.h"
#include "target/carrier.h"
#include "target/folders.h"
#include "target/plugins.h"

namespace nw::target {

// All that a session needs to know; the worker gets it from its client.
struct Connection {
  std::string id;  // as the user names the target
  TargetFacts facts;
  bool facts_known = true;  // false: only id and plugin are; the runner has to be asked (discover)
  Carrier carrier;
  std::string plugin, device;  // for the runner
  nlohmann::json settings = nlohmann::json::object();

  bool operator==(const Connection&) const = default;
};
nlohmann::json to_json(const Connection& connection);
Result<Connection> connection_from_json(const nlohmann::json& json);  // NW4060, NW4218

// A row of the list of targets.
struct Target {
  std::string id, name;
  std::string kind;   // "cpu", "gpu", …; empty: not known
  std::string state;  // "found", "described", "not trusted", "failed"
  std::string why;    // it is in that state
  std::string plugin, version;
  std::string carrier, host;
  std::optional<TargetFacts> facts;
  Diagnostics problems;
};

// An entry of the user's list.
struct UserTarget {
  std::string name;
  std::string carrier;               // "child", "command", "ssh"; empty: described by `facts` only
  std::string host;                  // ssh
  std::vector<std::string> options;  // ssh: "-oKEY=VALUE"
  std::vector<std::string> command;  // command: argv with {runner}
  std::string runner;                // path of the runner there; empty: ours
  std::string plugin = "cpu", device;
  nlohmann::json settings = nlohmann::json::object();
  std::optional<TargetFacts> facts;

  bool operator==(const UserTarget&) const = default;
};

class Registry {
 public:
  // Reads manifests and the user's files. What cannot be read is a diagnostic or a row that says why; the others go on.
  static Registry load(const Folders& folders);

  const std::vector<Target>& targets() const { return targets_; }
  const std::vector<Plugin>& plugins() const { return plugins_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }  // of the user's files

  // What a person typed: an id of the list, or an address. NW4201 no such target, with the nearest names; NW4206 its
  // plugin is not trusted; NW4207, NW4202 its plugin cannot be used; NW4208 a host that may not be named; NW4216 its
  // emulator is missing; NW4219 it is described only.
  Result<Connection> find(const std::string& address) const;
  // What a document names: an id of the list and nothing else, so that no document chooses a host.
  Result<Connection> find_listed(const std::string& id) const;
  // The facts of a target, connected or not: also of one that is described only. NW4201; NW4221: only the device
  // itself can say.
  Result<TargetFacts> facts(const std::string& address) const;

  // Change the user's files atomically, mode 0600.
  Diagnostics add(const UserTarget& target);
  Diagnostics remove(const std::string& name);
  Diagnostics trust(const std::string& plugin);
  Diagnostics revoke(const std::string& plugin);

 private:
  Folders folders_;
  std::vector<Plugin> plugins_;
  std::vector<UserTarget> user_targets_;
  std::vector<Target> targets_;
  Diagnostics diagnostics_;
};

}  // namespace nw::target
