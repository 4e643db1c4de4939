// SPDX-License-Identifier: GPL-3.0-or-later
// Where the points of an ordered stretch are across: long edges straight, consumers below producers, all in order.
#pragma once

#include <vector>

#include "layout/order.h"

namespace nw::layout {

// The x of each node's centre. Nodes at the pinned sides are left at 0.
std::vector<double> place_across(const Stretch& stretch, const std::vector<int32_t>& order, const Options& options,
                                 const CancelToken& cancel);

// The least distance between the centres of two neighbours in a layer.
double separation(const Stretch& stretch, int32_t left, int32_t right, const Options& options);

}  // namespace nw::layout
