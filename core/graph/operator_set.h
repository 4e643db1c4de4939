// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that a graph is written in, where its document declares some of its own beside the standard ones.
// Graph algorithms need no more of them than this; op::Registry has their type rules and computations.
#pragma once

#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "graph/op_traits.h"

namespace nw::graph {

struct Node;

class OperatorSet {
 public:
  virtual ~OperatorSet() = default;
  virtual const OpTraitsTable& traits() const = 0;  // of all operators, the standard ones too
  // What a call of a declared operator computes by its definition, a tensor an output. No value and no diagnostics:
  // it has none.
  virtual Result<std::vector<NDArray>> evaluate(const Node& call, const std::vector<NDArray>& arguments) const = 0;

 protected:
  OperatorSet() = default;
  OperatorSet(const OperatorSet&) = default;
  OperatorSet& operator=(const OperatorSet&) = default;
  OperatorSet(OperatorSet&&) = default;
  OperatorSet& operator=(OperatorSet&&) = default;
};

}  // namespace nw::graph
