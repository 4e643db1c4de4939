// SPDX-License-Identifier: GPL-3.0-or-later
// An object's line table: from a place in its machine code to the line of the printed nest that it computes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw::codegen {

struct LineTable {
  struct Stretch {
    uint64_t begin = 0;  // up to the next one's
    int nest_line = 0;   // counted from 1; 0: none
  };
  std::vector<Stretch> stretches;  // ascending
  uint64_t entry = 0;              // where the kernel's symbol is in its section
  uint64_t size = 0;               // of that section

  // The line at a place of the section; 0: none.
  int line_at(uint64_t offset) const;
};

// Of what `object_file` wrote; `symbol` is the kernel's.
Result<LineTable> line_table(const std::string& object, const std::string& symbol);

}  // namespace nw::codegen
