// SPDX-License-Identifier: GPL-3.0-or-later
// What each loop on screen costs, in figures that people compare: how often it runs, what one run of it computes and
// touches, and the smallest memory of the target that holds that.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "kernel/preview.h"

namespace nw::cost {
struct NestCost;
}

namespace nw::kernel {

struct BufferFigures {
  std::string name;
  double bytes = 0, reuse = 0;  // touched in one run of the loop; accesses an element
  bool read = false, written = false;
  std::vector<tir::Range> region;  // by dimension, in the variables of the loops around
};

struct LoopFigures {
  size_t nest_line = 0;  // of the printed nest
  StageId stage;
  AxisId axis;
  double runs = 0, iterations = 0, flops = 0, bytes = 0;  // flops and bytes: of one run
  std::string memory;                                     // "L1", "L2", "L3" or "RAM": holds what one run touches
  std::vector<BufferFigures> buffers;
};

struct NestFigures {
  std::vector<LoopFigures> loops;  // in the order of the nest
  double flops = 0, bytes = 0, allocated_bytes = 0;

  // Of the loop that does most for this axis (an axis may have one loop more, for first values); null if it has none.
  const LoopFigures* of_axis(AxisId axis) const;
  const LoopFigures* at_line(size_t nest_line) const;
};

// Empty where a symbolic size has no value: none is made up.
NestFigures nest_figures(const KernelPreview& preview, const TargetFacts& machine,
                         const std::map<std::string, int64_t>& sizes = {});
// The same of a nest that is analyzed already.
NestFigures figures_of(const KernelPreview& preview, const cost::NestCost& cost, const TargetFacts& machine);
// The symbolic sizes of the nest that have no value.
std::vector<std::string> sizes_without_value(const KernelPreview& preview, const std::map<std::string, int64_t>& sizes);

// "data[0, 0..64, yo*4 .. yo*4 + 6, 0..58]": half-open, in the names that the loops around have on screen.
std::string region_text(const BufferFigures& buffer, const tir::PrintedNest& shown);

// "L1" … for a number of bytes; "RAM" where no cache holds them, or none is known.
std::string smallest_memory(double bytes, const TargetFacts& machine);
std::string in_bytes(double bytes);   // "24 KiB"
std::string in_counts(double count);  // "1.23 M"; below 10,000 in full

}  // namespace nw::kernel
