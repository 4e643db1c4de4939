// SPDX-License-Identifier: GPL-3.0-or-later
// Integer expressions at chosen iterations of the loops around them: all iterations where they are few, else the ends
// of every loop and some between.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cost/stride.h"

namespace nw::tvmscript {

struct SampledLoop {
  tir::Var var;
  tir::Expr min, extent;
};

struct Iteration {
  cost::Values values;
  std::vector<std::pair<std::string, int64_t>> named;  // the loops, outermost first
  std::string text() const;                            // "i = 3, j = 0"
};

// Calls `visit` with iterations of these loops (outermost first) until it returns false. True: these were all there
// are. Loops whose length is not known end it.
struct Sampled {
  bool all = false;   // every iteration was visited, or visit ended it
  bool known = true;  // every loop has a length
};
Sampled sample(const std::vector<SampledLoop>& loops, int64_t most, const std::function<bool(const Iteration&)>& visit);

// Those of the loops that the expressions depend on, also through the lengths of other loops.
std::vector<SampledLoop> loops_of(const std::vector<SampledLoop>& loops, const std::vector<tir::Expr>& expressions);

// An iteration in which `what` and all conditions are true; nothing if none was found. `tries` is what may still be
// evaluated.
std::optional<Iteration> witness(const std::vector<SampledLoop>& loops, const std::vector<tir::Expr>& conditions,
                                 const tir::Expr& what, int64_t& tries);

}  // namespace nw::tvmscript
