// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is no statement of the language: a comma that is missing, a loop written out, a bracket closed.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::fixes {

// Proposals for a syntax error of `text`, the best first. Each must be tried: the first that reads is the fix.
std::vector<Fix> syntax_fixes(const Diagnostic& d, std::string_view text);

// The lines of a text, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace nw::fixes
