// SPDX-License-Identifier: GPL-3.0-or-later
// How much a parallel loop has to do, where only the run tells: threads are not started for a few operations.
#pragma once

#include "tir/stmt.h"

namespace nw::codegen {

// Below this many operations one thread does it alone. A round figure for any machine: some microseconds of one core,
// about what it takes to start others.
constexpr int64_t kWorthSharing = 40'000;

// Operations of all iterations, roughly: the nodes of stored values, a library function for as many as it costs. An
// expression of 64 bits in what is known outside the loop. Null where it is a number, as the schedule then has decided,
// or cannot be said outside.
tir::Expr parallel_work(const tir::ForNode& loop);

}  // namespace nw::codegen
