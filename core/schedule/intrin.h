// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor intrinsic as a script declares it: what it computes, and the statements that replace it.
#pragma once

#include "schedule/schedule.h"
#include "tir/stmt.h"

namespace nw::schedule {

struct TensorIntrin {
  std::string name;
  te::Operation op;                         // the computation it replaces
  std::vector<te::Tensor> inputs, outputs;  // in the order of `buffers`
  std::vector<tir::Buffer> buffers;
  // Given the buffers (inputs, then outputs), the body, and the reset and update forms of a reduction (may be null).
  tir::Stmt body, reset, update;
};

}  // namespace nw::schedule
