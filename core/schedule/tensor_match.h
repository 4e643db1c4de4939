// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a tensorized loop, with all inside it, computes what its intrinsic was declared to compute, and on which
// parts of which tensors.
#pragma once

#include "schedule/intrin.h"
#include "schedule/message_passing.h"

namespace nw::schedule {

struct TensorMatch {
  size_t leaf = 0;  // place of the tensorized loop
  std::shared_ptr<const TensorIntrin> intrin;
  struct Part {
    te::Tensor tensor;               // of the stage
    std::vector<tir::Range> region;  // in terms of the loops outside
  };
  std::vector<Part> inputs, outputs;  // in the order of the intrinsic's buffers
  std::string problem;                // empty: they match
  std::vector<std::string> because;
};

// Nothing if no loop of the stage is tensorized.
std::optional<TensorMatch> match_tensor_intrinsic(const Schedule& normalized, const Stage& stage,
                                                  const RangeTable& ranges);

}  // namespace nw::schedule
