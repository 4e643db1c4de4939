// SPDX-License-Identifier: GPL-3.0-or-later
// The static runner on a machine that is reached by ssh: asked for, copied where it is absent, deleted on request.
// Neither root nor a package is needed there, and nothing else is left behind.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "target/carrier.h"

namespace nw::target {

// The commands of a deployment, as values. On the far side each is one `sh -c` of a fixed text; what varies (hashes,
// sizes) are its arguments.
struct DeploymentSteps {
  std::vector<std::string> ask;  // prints "nestwright MACHINE present" or "nestwright MACHINE absent"
  std::map<std::string, std::vector<std::string>> send;  // by machine: stores its input, if its SHA-256 is the hash
  std::vector<std::string> run;
  std::vector<std::string> purge;  // deletes what `send` stored
};
// `hashes`: SHA-256 of the static runner by machine.
DeploymentSteps deployment_steps(const SshHost& ssh, const std::map<std::string, std::string>& hashes);

// Copies the runner for the far machine unless it is there already. NW4208 in ssh's own words.
Diagnostics deploy(const Carrier& carrier, double deadline_seconds = 60);
// Deletes the runners that were copied there.
Diagnostics purge(const SshHost& ssh, double deadline_seconds = 20);

}  // namespace nw::target
