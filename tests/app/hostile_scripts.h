// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that want too much: valid programs whose work grows without measure, and texts that are no programs at all.
#pragma once

#include <string>
#include <vector>

namespace nw::test {

struct HostileScript {
  std::string name;
  std::string text;
};

// About two hundred, the same on every run.
std::vector<HostileScript> hostile_scripts();

}  // namespace nw::test
