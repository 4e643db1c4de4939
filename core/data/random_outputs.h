// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs that depend on random numbers: ONNX leaves the generator to the implementation, with a seed or without one.
#pragma once

#include "base/diagnostic.h"
#include "graph/graph.h"
#include "measure/report.h"

namespace nw::data {

// A warning (NW4147) for each output that differs from its file and depends on random numbers.
Diagnostics random_differences(const graph::Graph& source, const measure::ExpectedReport& expected);

}  // namespace nw::data
