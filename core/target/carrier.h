// SPDX-License-Identifier: GPL-3.0-or-later
// How the stream of bytes to a runner is had: which program is started, with the frames on its standard input and
// output. A carrier knows nothing of devices. All arguments are lists; no shell of this machine sees them.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw::target {

struct SshHost {
  std::string host;                  // [USER@]HOST
  std::vector<std::string> options;  // "-oKEY=VALUE" each
  std::string program = "ssh";

  bool operator==(const SshHost&) const = default;
};

struct Carrier {
  std::string kind;                                // "child", "qemu", "command", "ssh"
  std::string host;                                // empty: this machine
  std::vector<std::string> argv;                   // what is started; argv[0] is an absolute path or found in PATH
  std::map<std::string, std::string> environment;  // added to ours
  // The process inherits an empty anonymous file under this number, for counters of an emulator; -1: none.
  int counters_descriptor = -1;
  // ssh with a static runner of ours: files by machine ("aarch64") that deploy() may copy. Exit code kNotDeployed of
  // argv says that the far side has none yet.
  SshHost ssh = {};
  std::map<std::string, std::string> runners;
  // Of this machine, that are started or loaded: once one is replaced, what was started with it is outdated.
  std::vector<std::string> files = {};
  std::string description;  // for people: "ssh lab1"

  bool operator==(const Carrier&) const = default;
};

inline constexpr int kNotDeployed = 97;
inline constexpr int kCountersDescriptor = 9;

Carrier child_carrier(const std::string& runner);

struct Emulation {
  std::string emulator;  // path
  std::vector<std::string> arguments;
  std::string counters;  // path of the emulator's plugin; empty: nothing is counted
  std::string runner;    // path of the static runner
};
Carrier emulated_carrier(const Emulation& emulation);

// `argv` starts a runner; {runner} in it becomes `runner`. NW4208: it is empty.
Result<Carrier> command_carrier(const std::vector<std::string>& argv, const std::string& runner);

// NW4208: a host or an option that may not be given.
Diagnostics check_ssh(const SshHost& ssh);
// `sh -c TEXT nestwright WORD…` on the far side. TEXT is ours and has no single quote; WORDs are hashes and plain
// paths.
std::vector<std::string> ssh_argv(const SshHost& ssh, const std::string& text, const std::vector<std::string>& words);
// The runner that is installed there: a path, or a name that is looked for there. NW4208: one that may not be
// given.
Result<Carrier> ssh_carrier(const SshHost& ssh, const std::string& runner);
// A static runner of ours, by machine, which deploy() copies to ~/.cache/nestwright/runner-HASH there.
Result<Carrier> ssh_carrier(const SshHost& ssh, const std::map<std::string, std::string>& runners);

nlohmann::json to_json(const Carrier& carrier);
Carrier carrier_from_json(const nlohmann::json& json);  // throws nlohmann::json::exception

}  // namespace nw::target
