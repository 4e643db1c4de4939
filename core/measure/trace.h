// SPDX-License-Identifier: GPL-3.0-or-later
// What one run of a network did and when: calls of kernels and operators, the loops and branches around them, memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"

namespace nw::measure {

// What computes the value of a node, in all of its calls during one run.
struct KernelEntry {
  // "kernel"; "library": an operator without a kernel, `task` is its name; "shape": the same where it follows from the
  // sizes of its arguments alone; "copy": the same where it only gives the elements another shape; "control": a loop, a
  // branch or a call of a function.
  std::string kind = "kernel";
  GroupId group;
  std::string task;
  std::string node = {};                // whose value it gives
  std::vector<std::string> nodes = {};  // all that it computes
  double time = 0;                      // microseconds; of timed runs the median
  double flops = 0;
  int64_t bytes = 0;  // of its arguments and results
  int64_t calls = 1;  // more in a loop
};

struct Trace {
  // One call; of kind "control", with all that it encloses.
  struct Span {
    KernelEntry entry;               // of this call alone
    double begin = 0;                // microseconds after the run began
    std::vector<std::string> sizes;  // of arguments and results: "float32(1, 64, 56, 56)"
  };
  struct Memory {
    double at = 0;  // microseconds after the run began
    int64_t bytes = 0;
  };
  std::vector<Span> spans;     // in the order in which they ended
  std::vector<Memory> memory;  // bytes of values in use, from each time on
};

}  // namespace nw::measure
