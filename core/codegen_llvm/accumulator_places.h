// SPDX-License-Identifier: GPL-3.0-or-later
// Which places of a buffer a loop accumulates into: the analysis behind accumulators.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "codegen_llvm/linear_index.h"

namespace nw::codegen {

struct AccumulatorPlaces {
  struct Place {
    Linear index;
    std::vector<tir::Expr> indices;  // the same as the nest has it, where the loops being written out are at …
    Constants known;
  };
  std::map<int64_t, Place> places;         // by the constant part of the index
  std::set<const tir::VarNode*> unrolled;  // variables of loops to write out, so that each access is one known place
  bool expands = false;                    // one of those loops has more than one iteration
};

// Of a buffer that the loop both reads and writes; nothing unless each access in the loop goes to a known place in
// every iteration, and the places are disjoint. `known` are the loops around it that are being written out.
std::optional<AccumulatorPlaces> accumulator_places(const tir::BufferNode& buffer, const tir::ForNode& loop,
                                                    const Constants& known);

// Buffers that the loop both reads and writes.
std::vector<tir::Buffer> updated_buffers(const tir::ForNode& loop);

}  // namespace nw::codegen
