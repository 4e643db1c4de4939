// SPDX-License-Identifier: GPL-3.0-or-later
// TVMScript of TensorIR, as TVM prints it (mod.script()), → functions with blocks. Both dialects are read: TVM 0.11's
// (T.block, T.Buffer[…], T.alloc_buffer) and today's (T.sblock, T.Buffer(…), T.sblock_alloc_buffer). Nothing is run;
// reading is total: what is not understood is reported at its line and left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "tvmscript/function.h"

namespace nw::tvmscript {

struct Module {
  std::vector<Function> functions;  // as far as they could be read
  Diagnostics diagnostics;          // by line

  const Function* find(std::string_view name) const;
};

// Whether the text defines a function by T.prim_func and makes no schedule of TE.
bool is_tvmscript(std::string_view text);

// The text with the other functions' lines blank, so that the function of this name is its first; lines keep their
// numbers. The text itself if there is no such function.
std::string only(std::string_view text, std::string_view name);

// Bounded in time, size and nesting.
Module read(std::string_view text);

}  // namespace nw::tvmscript
