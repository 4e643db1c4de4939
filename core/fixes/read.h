// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a script with fixes for what is wrong: proposals are made for every diagnostic and tried on the script. Those
// that resolve the diagnostic, and lead to no other error, become its fixes.
#pragma once

#include "script/analysed_program.h"

namespace nw::fixes {

script::Program read(std::string_view text, const script::ReadOptions& options = {});
script::AnalysedProgram read_analysed(std::string_view text, const script::ReadOptions& options = {});

}  // namespace nw::fixes
