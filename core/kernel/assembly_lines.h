// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's machine code as people read it: every instruction with the statement of the loop nest that it computes,
// and what to look at: spills, and scalar arithmetic inside of vector loops.
#pragma once

#include <string>
#include <vector>

#include "kernel/preview.h"
#include "worker/kernel.h"

namespace nw::kernel {

struct AssemblyLine {
  enum class Concern { None, Spill, Scalar };

  std::string text;      // an instruction in columns
  tir::Provenance from;  // of the statement, as KernelPreview::printed has it
  int nest_line = 0;     // of the nest that was compiled, counted from 1; 0: none
  int instruction = -1;  // counted from 0
  Concern concern = Concern::None;
  bool heading = false;             // no code: the line of the compiled nest that the code below computes
  int constants = 0;                // lines of constants that a heading replaces; it has no text
  int shown_line = -1;              // of KernelPreview::printed, counted from 0; -1: none
  std::vector<AxisId> around = {};  // loops around the statement, also those that code has no loop for any more
};

std::vector<AssemblyLine> assembly_lines(const KernelPreview& preview, const measure::AssemblyText& text);

// What one looks at first in a kernel's code, counted over its instructions as they stand.
struct AssemblySummary {
  int instructions = 0;
  int spills = 0;           // and reloads
  int scalars = 0;          // scalar arithmetic in vector loops
  int vector_bits = 0;      // of the widest registers that arithmetic uses; 0: it uses none
  bool any_length = false;  // vectors as long as the processor has them: how long is not in the code
  int arithmetic = 0;       // additions, products and the like of floating-point numbers
  int fused = 0;            // of those, multiply-adds
};
AssemblySummary summary_of(const std::vector<AssemblyLine>& lines);

// The kernel compiled in a worker, for values of its symbolic sizes and the target that it was analysed for; none: this
// computer. intel_syntax: of x86, as Intel's manuals write it; else as AT&T did.
Result<std::vector<AssemblyLine>> compiled_lines(const KernelPreview& preview,
                                                 const std::map<std::string, int64_t>& sizes,
                                                 const worker::WorkerOptions& worker, bool intel_syntax = false);

const char* to_string(AssemblyLine::Concern concern);  // "spill", "scalar", ""

}  // namespace nw::kernel
