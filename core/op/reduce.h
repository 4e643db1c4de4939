// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a reduction.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"

namespace nw::op {

// One flag for each axis; nothing if an axis is outside the rank.
std::optional<std::vector<bool>> reduced_axes(const graph::Attrs& attrs, size_t rank);

}  // namespace nw::op
