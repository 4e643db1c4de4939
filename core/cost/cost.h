// SPDX-License-Identifier: GPL-3.0-or-later
// What a loop nest does to memory and arithmetic, told loop by loop, from the nest alone: how often a loop runs, what
// one run of it computes, which part of each buffer it touches (its working set), and how often it touches that again.
// Counts of iterations are those of the loops as written: what conditions skip counts as run. Give it a nest of phase
// `loops`, whose buffers still have their dimensions.
#pragma once

#include <map>

#include "lower/lower.h"

namespace nw::cost {

struct BufferUse {
  tir::Buffer buffer;
  bool read = false, written = false;
  // What one run of the loop touches: by dimension, in the variables of the loops around. The hull of all accesses, and
  // no more than the dimension has.
  std::vector<tir::Range> region;
  double elements = 0;  // different ones: of the region, and no more than indices can name
  double bytes = 0;
  // How they lie in memory: a stretch without a gap, and how it repeats, the nearest first.
  struct Repeat {
    double times = 1, bytes = 0;  // so many, each so far from the one before
  };
  double stretch_bytes = 0;
  std::vector<Repeat> repeats;
  double accesses = 0;                       // loads and stores in one run
  double in_lines(double line_bytes) const;  // bytes, where whole cache lines are moved
  double share_of_sets(double line_bytes) const;
  double reuse() const { return elements > 0 ? accesses / elements : 0; }  // touches an element
};

struct LoopCost {
  const tir::ForNode* loop = nullptr;
  int depth = 0;                                                      // loops around it
  double runs = 0;                                                    // in the whole kernel
  double iterations = 0;                                              // of one run
  double flops = 0;                                                   // of one run: arithmetic on data, not on indices
  double bytes = 0;                                                   // working set: the sum over buffers
  std::vector<BufferUse> buffers;                                     // in order of first access
  double intensity() const { return bytes > 0 ? flops / bytes : 0; }  // flops a byte of working set
};

struct NestCost {
  std::vector<LoopCost> loops;  // in the order in which they open; valid while the nest lives
  double flops = 0;             // of the kernel as scheduled, recomputation included
  double bytes = 0;             // of all arguments that it touches, each element once
  double allocated_bytes = 0;   // of intermediate buffers, each counted once
};

using Sizes = std::map<tir::Var, int64_t, tir::VarOrder>;

Sizes sizes_by_name(const lower::LoopNest& nest, const std::map<std::string, int64_t>& named);

// Symbolic sizes without a value count as 1.
NestCost analyze(const lower::LoopNest& nest, const Sizes& sizes = {});

}  // namespace nw::cost
