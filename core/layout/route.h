// SPDX-License-Identifier: GPL-3.0-or-later
// From places across to the picture: layers get their heights, wires their polylines.
#pragma once

#include <vector>

#include "layout/network.h"

namespace nw::layout {

// `outer` has the x of each trunk without points.
void route_level(const Problem& problem, const Network& net, const std::vector<double>& x,
                 const std::vector<double>& outer, const Options& options, Solution& solution);

// Drops points on the straight line between their neighbours.
void straighten(std::vector<Point>& route);

}  // namespace nw::layout
