// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will compute without a kernel, and what no run can compute.
#pragma once

#include <string>
#include <vector>

#include "base/sentence.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

struct WithoutKernel {
  std::string op;
  int count = 0;
  std::string why;        // the end of a sentence
  bool computed = false;  // by the reference operator, in the place of a kernel
};
// Calls that have a type, by operator.
std::vector<WithoutKernel> without_kernel(const graph::Graph& graph);

// Why no kernel computes the group, a sentence about its first node without one; empty: one does, once its sizes are
// known.
Sentence why_no_kernel(const graph::Graph& graph, const fusion::Group& group);
// Of a node, in a group or in none: of an operator, or of control flow.
Sentence why_no_kernel(const graph::Graph& graph, const graph::Node& node);

// Why `run` refuses the graph whatever it is given, one sentence a reason; empty: nothing prevents it.
std::vector<std::string> run_obstacles(const graph::Graph& graph);

}  // namespace nw::model
