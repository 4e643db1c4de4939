// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a constant: range, mean, histogram, first values.
#pragma once

#include <QString>
#include <vector>

#include "base/cancel.h"
#include "models/inspector.h"

namespace nw::views {

struct WeightFacts {
  QString name, type;
  bool has_data = false;
  double least = 0, greatest = 0, mean = 0, deviation = 0;  // of the finite values
  int64_t count = 0, zeros = 0, not_finite = 0;
  std::vector<int64_t> histogram;  // equal steps from the least to the greatest value
  QString first;                   // "0.12, -3, …"
};

WeightFacts weight_facts(const graph::Node& constant, const CancelToken& cancel);
// Of every constant that a node reads, or of the node itself where it is one.
std::vector<WeightFacts> weights_read_by(const graph::Graph& graph, NodeId node, const CancelToken& cancel);
// Bars of eight heights, one a step.
QString bars(const std::vector<int64_t>& histogram);
std::vector<InspectorSection> describe_weights(const std::vector<WeightFacts>& weights);

}  // namespace nw::views
