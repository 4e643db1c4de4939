// SPDX-License-Identifier: GPL-3.0-or-later
// Fixes made of the lines of a script as they stand.
#pragma once

#include "script/ast.h"
#include "script/script.h"

namespace nw::script {

// A line that a fix writes anew keeps the comment behind it.
void keep_comments(Fix& fix, std::string_view text);

// NW2511 of partial results whose factored axis is vectorized: the axis made the last one, where its elements lie side
// by side, and the line that names the axes in that order. Empty where that is not it, or an axis is taken by number.
std::vector<Fix> lanes_side_by_side(const SyntaxTree& tree, const Program& program, const Diagnostic& d);

}  // namespace nw::script
