// SPDX-License-Identifier: GPL-3.0-or-later
// A check of a plugin: a name and a function that returns where the plugin is right, and throws otherwise.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/target_facts.h"

namespace nw::plugin_check {

class Bench;

struct Failed {
  std::string seen, expected;
};

// Nothing can be said: the facts say that the plugin does not do it, or this program cannot try.
struct Skipped {
  std::string why;
};

struct Check {
  std::string name;   // "memory.read_back"
  std::string after;  // the check without which this one means nothing; empty: none
  std::function<void(Bench&)> run;
};
using Checks = std::vector<Check>;

// Groups, one a file. Those of kernels depend on the facts of the device, which are known from facts.schema on.
Checks identity_checks();
Checks life_checks();
Checks facts_checks();
Checks memory_checks();
Checks code_checks();
Checks run_checks(const TargetFacts& facts);
Checks time_checks();
Checks stop_checks();
Checks errors_checks();
Checks load_checks();

}  // namespace nw::plugin_check
