// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion says that an operator and what follows it are one kernel; the anchor's default schedule decides whether the
// kernel really computes them together.
#pragma once

#include "base/target_facts.h"
#include "fusion/fusion.h"

namespace nw::model {

// NW3012, one for groups of the same operators and shapes (they are counted): the default schedule of the group's
// anchor computes it in whole before the operators that were fused behind it. NW3013, a note, likewise counted: the
// anchor has no computation here, so nobody can tell.
Diagnostics epilogue_warnings(const graph::Graph& graph, const fusion::Fusion& fusion, const TargetFacts& machine);

}  // namespace nw::model
