// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that a target's own passes bring in, and others that are seldom met.
#pragma once

#include "op/registry.h"

namespace nw::op {

void add_rare(Registry& registry);

}  // namespace nw::op
