// SPDX-License-Identifier: GPL-3.0-or-later
// An object's instructions, numbered as its assembly text has them: what fills up to an aligned place is in the object
// only, and no instruction of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw::codegen {

struct Instructions {
  std::vector<uint64_t> begins;  // in the kernel's section, ascending; with what fills in front
  uint64_t size = 0;             // of that section

  // The one at a place, counted from 0; -1: none.
  int at(uint64_t offset) const;
};

// Of what `object_file` wrote, for this processor; `symbol` is the kernel's.
Result<Instructions> instructions(const std::string& object, const std::string& symbol);

}  // namespace nw::codegen
