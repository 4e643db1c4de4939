// SPDX-License-Identifier: GPL-3.0-or-later
// Which axes a reduction takes away.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"

namespace nw::op {

// One flag an axis; nothing if an axis lies outside the rank.
std::optional<std::vector<bool>> reduced_axes(const graph::Attrs& attrs, size_t rank);

}  // namespace nw::op
