// SPDX-License-Identifier: GPL-3.0-or-later
// Why ssh did not get through, by what it wrote: its own words for people who know them, and a sentence for the others.
#pragma once

#include <string>
#include <vector>

namespace nw::target {

struct SshReason {
  std::string why;                 // empty: its words are none of those that are known
  std::vector<std::string> legal;  // what to do about it
};

// errors: what ssh wrote to its standard error. host: [USER@]HOST.
SshReason ssh_reason(const std::string& host, const std::string& errors);

}  // namespace nw::target
