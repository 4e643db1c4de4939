// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which Ansor numbers the stages of a computation: its records name stages by their place in it.
#pragma once

#include <vector>

#include "te/operation.h"

namespace nw::exporting {

// `args`: the kernel's tensors, in order. Producers before consumers; of those that could be next, the one that a
// depth-first walk from the last argument reaches last.
std::vector<te::Operation> ansor_order(const std::vector<te::Tensor>& args);

}  // namespace nw::exporting
