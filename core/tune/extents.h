// SPDX-License-Identifier: GPL-3.0-or-later
// How often an axis runs, as far as the steps alone tell.
#pragma once

#include <cstdint>
#include <optional>

#include "schedule/schedule.h"

namespace nw::tune {

// Of a stage whose loops run over its whole tensor. Nothing where a size is no number.
std::optional<int64_t> extent_of(const schedule::Schedule& s, AxisId axis);

}  // namespace nw::tune
