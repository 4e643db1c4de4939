// SPDX-License-Identifier: GPL-3.0-or-later
// `advise SCRIPT --explain-default`: the default schedule of the computation against the script's own, step by step.
#pragma once

#include <map>
#include <string>

#include "base/target_facts.h"

namespace nw::cli {

struct Outcome;

struct ExplainDefault {
  std::string script;  // text
  std::map<std::string, int64_t> sizes;
  int threads = 1;
  bool measure = false;  // and with times of this computer, beside the estimate
};

void explain_default(const ExplainDefault& asked, const TargetFacts& machine, Outcome& outcome);

}  // namespace nw::cli
