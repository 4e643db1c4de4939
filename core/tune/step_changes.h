// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules near a given one: its steps with one factor, order, loop annotation or place changed. What these steps make
// keeps its ids, so that the others mean the same.
#pragma once

#include <optional>
#include <random>
#include <set>
#include <vector>

#include "schedule/step.h"

namespace nw::tune {

// Nothing where there is no step that may change. `kept`: positions of steps that stay as they are.
std::optional<std::vector<schedule::Step>> changed_steps(const std::vector<schedule::Step>& steps,
                                                         const std::set<size_t>& kept, std::mt19937_64& random);

}  // namespace nw::tune
