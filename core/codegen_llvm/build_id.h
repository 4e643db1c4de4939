// SPDX-License-Identifier: GPL-3.0-or-later
// Which code generator this is: equal texts, equal code for equal nests.
#pragma once

#include <string>

namespace nw::codegen {

// The build ids that the linker gave this program and LLVM's library; empty where one has none. Constant in a process.
const std::string& generator_build_id();

}  // namespace nw::codegen
