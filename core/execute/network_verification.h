// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a network's numbers are right: compared with the reference operators (core/reference), which share nothing
// with its kernels.
#pragma once

#include <functional>

#include "measure/comparison.h"
#include "measure/report.h"
#include "model/model.h"
#include "reference/value.h"

namespace nw::execute {

// A group whose kernel has run.
struct RanGroup {
  std::vector<NodeId> inputs, outputs;  // of the optimized graph
  measure::Tolerance tolerance;         // what its own rounding may add
};

// Values of the optimized graph's nodes as they are on the device, of those that are there.
using ReadValue = std::function<Result<reference::Value>(NodeId)>;

// The network as far as verification needs it.
struct RanNetwork {
  const model::Model& model;
  std::vector<RanGroup> groups;  // in the order they ran
  ReadValue read;
  double tolerance = 0;  // of the whole: the sum over its kernels
  int64_t memory_bytes = 0;
};

// The first node, of the source or the optimized graph, that has no reference operator.
const graph::Node* without_reference(const model::Model& model);

// Each group on its own inputs, and the network's outputs against an evaluation of the graph as it was read.
// Diagnostics: NW4052 (the first group that differs), NW4053 (an output that differs), those of reference/evaluate.h.
Result<measure::NetworkComparison> verify_network(const RanNetwork& network);

}  // namespace nw::execute
