// SPDX-License-Identifier: GPL-3.0-or-later
// Names that a C or C++ program cannot give to something of its own, or that hide what generated code calls.
#pragma once

#include <string_view>

namespace nw::codegen {

// Keywords, functions, types and macros of C11's headers that generated programs include, and what Nestwright keeps for
// itself (nw_…, NW_…).
bool is_c_name(std::string_view name);

}  // namespace nw::codegen
