// SPDX-License-Identifier: GPL-3.0-or-later
// The targets that a person can name, and how each is reached: this machine's CPU, the devices of plugins, and the
// user's own list (targets.json). Nothing is loaded or connected here; sessions do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "target/address.h"
#include "target/connection.h"
#include "target/folders.h"
#include "target/plugins.h"
#include "target/user_targets.h"

namespace nw::target {

// A row of the list of targets.
struct Target {
  std::string id, name;
  std::string kind;   // "cpu", "gpu", …; empty: not known
  std::string state;  // "found", "described", "not trusted", "failed", "off": elsewhere, and never connected
  std::string why;    // it is in that state
  std::string plugin, version;
  std::string carrier, host;
  std::optional<TargetFacts> facts;
  Diagnostics problems;
};

class Registry {
 public:
  // Reads manifests and the user's files. What cannot be read is a diagnostic or a row that says why; the others go on.
  static Registry load(const Folders& folders);

  // The CPU, the plugins' in the order of their folders, the user's.
  const std::vector<Target>& targets() const { return targets_; }
  const std::vector<Plugin>& plugins() const { return plugins_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }  // of the user's files
  const UserTarget* user_target(const std::string& name) const;

  // What a person typed: an id of the list, or an address. NW4201 no such target, with the nearest names; NW4206 its
  // plugin is not trusted; NW4202, NW4203, NW4207 its plugin cannot be used; NW4208 a host that may not be named;
  // NW4216 its emulator is missing; NW4219 it is described only.
  Result<Connection> find(const std::string& address) const;
  // What a document names: an id of the list, or a device of a plugin. Not a host: no document chooses one.
  Result<Connection> find_listed(const std::string& id) const;
  // Of a target that a person names, also where it cannot be connected. NW4201; NW4221: only the device itself can say.
  Result<TargetFacts> facts(const std::string& address) const;

  // Change the user's files atomically, mode 0600.
  Diagnostics add(const UserTarget& target);      // NW4222, NW4208, NW4201 (no such plugin or device here), NW4001
  Diagnostics replace(const UserTarget& target);  // one of its name, or none: NW4222, NW4208, NW4001
  Diagnostics remove(const std::string& name);    // NW4201, NW4001
  // What a target of the list has said of itself: known from then on, connected or not.
  Diagnostics remember(const std::string& name, const TargetFacts& facts);
  Diagnostics trust(const std::string& plugin);   // NW4201, NW4001, and what is wrong with the plugin
  Diagnostics revoke(const std::string& plugin);  // NW4201, NW4001

 private:
  Installed installed() const { return {folders_, plugins_}; }
  void list_targets();
  void list_plugin(const Plugin& plugin);
  void list_user_target(const UserTarget& target);
  Diagnostics after(Diagnostics change);
  Diagnostics check_served_here(const UserTarget& target) const;
  std::vector<std::string> ids() const;

  Folders folders_;
  std::vector<Plugin> plugins_;
  std::vector<UserTarget> user_targets_;
  std::vector<Target> targets_;
  Diagnostics diagnostics_;
};

}  // namespace nw::target
