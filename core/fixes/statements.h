// SPDX-License-Identifier: GPL-3.0-or-later
// Fixes that take whole statements out.
#pragma once

#include "fixes/source.h"

namespace nw::fixes {

Fix without_statement(const SyntaxStatement& s, std::string title);
Fix without_step(const script::Program& program, int line, std::string title);  // all lines of the step at `line`

}  // namespace nw::fixes
