// SPDX-License-Identifier: GPL-3.0-or-later
// Profile samples by line of the displayed loop nest and row of the loop tree. The samples were taken on the compiled
// nest, whose vectorized and unrolled loops are expanded.
#pragma once

#include <map>
#include <vector>

#include "kernel/preview.h"
#include "measure/report.h"

namespace nw::kernel {

struct NestHeat {
  struct Samples {
    int64_t own = 0;     // at this line; of a loop: at its counter and condition
    int64_t inside = 0;  // at it and in its body
  };
  std::vector<Samples> lines;           // one a line of the printed nest
  std::vector<Samples> rows;            // one a row of the loop tree
  std::vector<Samples> code_lines;      // one a line of the compiled nest, which the assembly refers to
  std::map<int, int64_t> instructions;  // samples by the number of an instruction of its assembly
  int instruction_count = 0;            // of the whole assembly; 0: not known
  int64_t total = 0;
  int64_t hottest = 0;  // largest number of own samples of a line
  int64_t hottest_instruction = 0;
  int64_t unplaced = 0;                                    // in the kernel, without a line
  std::vector<measure::TimeProfile::Elsewhere> elsewhere;  // outside the kernel

  double share(int64_t samples) const {
    return total > 0 ? static_cast<double>(samples) / static_cast<double>(total) : 0;
  }
  // Relative to the hottest line, 0 to 1; selects the colour.
  double intensity(int64_t samples) const {
    return hottest > 0 ? static_cast<double>(samples) / static_cast<double>(hottest) : 0;
  }
  bool few() const { return total < measure::TimeProfile::kFew; }
};

// Of a run of exactly this script; empty if the profile is of another nest. Costs a lowering. `ran`: the same script at
// the sizes that it ran with, where what is shown is symbolic.
NestHeat nest_heat(const KernelPreview& preview, const measure::TimeProfile& profile,
                   const KernelPreview* ran = nullptr);

}  // namespace nw::kernel
