// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run's time went, on the loop nest and the loop tree as people see them: the samples are of the nest that
// was compiled, whose vectorized and unrolled loops are written out.
#pragma once

#include <map>
#include <vector>

#include "kernel/preview.h"
#include "measure/report.h"

namespace nw::kernel {

struct NestHeat {
  struct Samples {
    int64_t own = 0;     // at this line; of a loop: its counting and its condition
    int64_t inside = 0;  // and at all that is in it
  };
  std::vector<Samples> lines;           // one a line of the printed nest
  std::vector<Samples> rows;            // one a row of the loop tree
  std::vector<Samples> code_lines;      // one a line of the nest that was compiled, as the assembly names them
  std::map<int, int64_t> instructions;  // samples by the number of an instruction of its assembly
  int instruction_count = 0;            // of the whole assembly; 0: not known
  int64_t total = 0;
  int64_t hottest = 0;  // the most that one line has of its own
  int64_t hottest_instruction = 0;
  int64_t unplaced = 0;                                    // in the kernel, at no line
  std::vector<measure::TimeProfile::Elsewhere> elsewhere;  // around the kernel, not in it

  double share(int64_t samples) const {
    return total > 0 ? static_cast<double>(samples) / static_cast<double>(total) : 0;
  }
  // Of what the hottest line has, 0 to 1: what colours go by.
  double warmth(int64_t samples) const {
    return hottest > 0 ? static_cast<double>(samples) / static_cast<double>(hottest) : 0;
  }
  bool few() const { return total < measure::TimeProfile::kFew; }
};

// Of a run of exactly this script; empty if the profile is of another nest. Costs a lowering. `ran`: the same script at
// the sizes that it ran with, where what is shown is symbolic.
NestHeat nest_heat(const KernelPreview& preview, const measure::TimeProfile& profile,
                   const KernelPreview* ran = nullptr);

}  // namespace nw::kernel
