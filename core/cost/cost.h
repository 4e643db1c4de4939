// SPDX-License-Identifier: GPL-3.0-or-later
// Operations and working sets of a loop nest, loop by loop: how often a loop is executed, the operations of one
// execution, which part of each buffer it accesses (its working set), and how often each element is reused. Iterations
// that conditions skip are counted. Expects a nest of phase `loops`, whose buffers still have their dimensions.
#pragma once

#include <map>

#include "lower/lower.h"

namespace nw::cost {

struct BufferUse {
  tir::Buffer buffer;
  bool read = false, written = false;
  // The part that one execution of the loop accesses, by dimension, in the variables of its outer loops: the hull of
  // all accesses, clipped to the dimension.
  std::vector<tir::Range> region;
  double elements = 0;  // distinct ones: of the region, and no more than the indices have values
  double bytes = 0;
  // Their layout in memory: a contiguous stretch, and how it repeats, smallest distance first.
  struct Repeat {
    double times = 1, bytes = 0;  // count, and distance from one to the next
  };
  double stretch_bytes = 0;
  std::vector<Repeat> repeats;
  double accesses = 0;                       // loads and stores in one execution
  double in_lines(double line_bytes) const;  // bytes of whole cache lines
  double share_of_sets(double line_bytes) const;
  double reuse() const { return elements > 0 ? accesses / elements : 0; }  // accesses per element
};

struct LoopCost {
  const tir::ForNode* loop = nullptr;
  int depth = 0;                   // number of outer loops
  double runs = 0;                 // in the whole kernel
  double iterations = 0;           // of one execution
  double flops = 0;                // of one execution: arithmetic on data, not on indices
  double bytes = 0;                // working set: the sum over buffers
  std::vector<BufferUse> buffers;  // in order of first access
  double intensity() const { return bytes > 0 ? flops / bytes : 0; }  // flops a byte of working set
};

struct NestCost {
  std::vector<LoopCost> loops;  // in the order of the nest, which must outlive them
  double flops = 0;             // of the kernel as scheduled, recomputation included
  double bytes = 0;             // of all arguments, each accessed element once
  double allocated_bytes = 0;   // of intermediate buffers, each counted once
};

using Sizes = std::map<tir::Var, int64_t, tir::VarOrder>;

Sizes sizes_by_name(const lower::LoopNest& nest, const std::map<std::string, int64_t>& named);

// Symbolic sizes without a value count as 1.
NestCost analyze(const lower::LoopNest& nest, const Sizes& sizes = {});

}  // namespace nw::cost
