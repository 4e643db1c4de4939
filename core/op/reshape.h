// SPDX-License-Identifier: GPL-3.0-or-later
// Result shape of a reshape.
#pragma once

#include "graph/dim.h"

namespace nw::op {

// `codes` may contain Relay's 0, -1, -2, -3 and -4; with `allow_zero` a 0 is a size. Nothing if they do not fit.
std::optional<graph::Shape> reshaped(const graph::Shape& data, const graph::Shape& codes, bool allow_zero = false);

}  // namespace nw::op
