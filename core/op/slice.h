// SPDX-License-Identifier: GPL-3.0-or-later
// How many elements a slice of one axis has.
#pragma once

#include "graph/dim.h"

namespace nw::op {

// begin:end:stride of an axis of `size`, with Python's meaning of negative and too large ends.
graph::Dim sliced_size(const graph::Dim& size, const graph::Dim& begin, const graph::Dim& end, int64_t stride);

}  // namespace nw::op
