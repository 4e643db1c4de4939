// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of Python, which a script does not have, as straight lines: a loop written out, a branch kept, a function as a
// lambda, a comprehension as a list.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::fixes {

// Proposals for the block, the comprehension or the statement refused at `line` and `column`, to be tried in order.
std::vector<Fix> block_fixes(const std::vector<std::string_view>& lines, int line, int column);

}  // namespace nw::fixes
