// SPDX-License-Identifier: GPL-3.0-or-later
// Comments of the lines that a fix rewrites.
#pragma once

#include <string_view>

#include "base/diagnostic.h"

namespace nw::fixes {

// A line that a fix replaces keeps the comment behind it.
void keep_comments(Fix& fix, std::string_view text);

}  // namespace nw::fixes
