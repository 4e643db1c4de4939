// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate as numbers that a model learns from: the terms of its estimate, and the loops around most of its work.
#pragma once

#include <vector>

#include "cost/estimate.h"

namespace nw::tune {

// As many for every nest. Sizes and times as logarithms.
std::vector<float> features_of(const cost::NestCost& cost, const cost::Estimate& estimate, const TargetFacts& machine);

}  // namespace nw::tune
