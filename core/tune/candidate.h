// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule that a search considers: its steps, whether they are legal, and the time that the estimate expects.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "tune/kernel.h"
#include "tune/space.h"

namespace nw::tune {

enum class CandidateOrigin : uint8_t { Searched, Given, Default, Seed };

struct Candidate {
  std::optional<Choice> choice;  // of the space; nothing: the steps were made otherwise
  std::vector<schedule::Step> steps = {};
  double estimate_us = 0;
  double predicted_us = 0;           // the estimate, corrected by what was measured (residual.h)
  std::vector<float> features = {};  // features.h
  std::string nest = {};             // hash of its loops: equal for candidates that compute alike
  CandidateOrigin origin = CandidateOrigin::Searched;
};

enum class Refusal : uint8_t { None, Illegal, Memory };

// Checks the steps, infers bounds, builds and estimates the loops. `why` gets the first reason of a refusal.
Refusal analyse(const TunedKernel& kernel, const TargetFacts& machine, Candidate& candidate, std::string& why);

}  // namespace nw::tune
