// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch ordered and placed, or found again. The order knows nothing of sizes; of a large stretch it is first sought
// without regard to the ports of its boxes, then adapted to them. So where a box grows, in a picture that is otherwise
// as before, all that is around it keeps its order, and little is left to do.
#pragma once

#include "layout/cache.h"
#include "layout/order.h"

namespace nw::layout {

// The x of each node's centre.
std::shared_ptr<const std::vector<double>> arrange(const Stretch& stretch, const Options& options, Cache::Store& cache,
                                                   const CancelToken& cancel);

}  // namespace nw::layout
