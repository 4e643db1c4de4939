// SPDX-License-Identifier: GPL-3.0-or-later
// The symbol that generated code defines for a kernel.
#pragma once

#include <string>

#include "lower/lower.h"

namespace nw::codegen {

// The nest's name made a C identifier.
std::string symbol_name(const lower::LoopNest& nest);

}  // namespace nw::codegen
