// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <vector>
namespace nw::target {
struct Carrier {
  std::string kind, host;
  std::vector<std::string> argv;
  std::map<std::string, std::string> environment;
  std::string description;
};
}  // namespace nw::target
