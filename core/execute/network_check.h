// SPDX-License-Identifier: GPL-3.0-or-later
// What a network's kernels computed, held against the reference operators: each kernel alone, on the inputs that it
// was given, within the rounding of its own operations.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "execute/network_kernels.h"
#include "execute/progress.h"
#include "measure/report.h"
#include "model/group_graph.h"
#include "reference/value.h"

namespace nw::execute {

class NetworkCheck {
 public:
  // limit: bytes for the values of one group; 0: none. `inputs` are those of cut.graph, in order.
  NetworkCheck(int64_t limit, const Progress& progress) : limit_(limit), progress_(progress) {}
  void kernel(const graph::Node& root, const model::GroupGraph& cut, const reference::Values& inputs,
              const std::vector<NDArray>& outputs, const SizedKernel& code);
  // Operators of constants that passes computed beforehand: each rounds once more than none.
  void folded(const graph::Graph& source);
  // The network's outputs with those that its source graph has by the reference operators. `allowances` is asked where
  // they differ: how far each element may be off beyond the rounding of the kernels.
  using Allowances = std::function<std::vector<std::vector<double>>()>;
  void outputs(const std::vector<std::string>& names, const std::vector<NDArray>& outputs,
               const std::vector<NDArray>& reference, const Allowances& allowances = {});
  // An operator without a kernel, which its reference computed.
  void computed_by_reference() { ++comparison_.not_compared; }
  // The reference of `what` could not be evaluated: counted, and the first is said (NW4052).
  void not_compared(const Diagnostics& why, const std::string& what);

  const measure::NetworkComparison& comparison() const { return comparison_; }
  // NW4050 for the first kernel that differs, or the first output; why something could not be compared (a note).
  Diagnostics diagnostics() const { return diagnostics_; }

 private:
  int64_t limit_;
  const Progress& progress_;
  double all_tolerance_ = 0;  // each kernel may add its own rounding to what it was given
  measure::NetworkComparison comparison_;
  Diagnostics diagnostics_;
};

}  // namespace nw::execute
