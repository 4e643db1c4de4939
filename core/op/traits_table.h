// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that TVM 0.11 registers for Relay, with the pattern each has in fusion.
#pragma once

#include "graph/op_traits.h"

namespace nw::op {

graph::OpTraitsTable relay_traits();

}  // namespace nw::op
