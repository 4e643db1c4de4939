// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnostics of TVMScript: NW2070 to NW2079.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::tvmscript {

inline constexpr size_t kMaxDiagnostics = 200;

// NW2070: a construct that is not read. `legal`: what would be.
Diagnostic unknown_construct(std::string what, std::vector<std::string> legal, TextSpan at);
// NW2071: a construct that is used in another way than TVM defines it.
Diagnostic malformed(std::string what, std::vector<std::string> legal, TextSpan at);
// NW2072: a name that nothing defines here, or that is something else.
Diagnostic unknown_name(std::string_view name, std::string_view wanted, std::vector<std::string> legal, TextSpan at);
// NW2073: an access or a binding that leaves its range in a known iteration.
Diagnostic outside(std::string what, std::vector<std::string> because, TextSpan at);
// NW2074: (a warning) what a block declares and what it does differ.
Diagnostic wrong_region(std::string what, TextSpan at);
// NW2075: there is no function to open.
Diagnostic no_function(std::string what, std::vector<std::string> legal);
// NW2076: (a note) the file has several functions, and this is the one shown.
Diagnostic several_functions(std::string_view shown, const std::vector<std::string>& names, int line);
// NW2077: what a command needs a TE script for.
Diagnostic needs_script(std::string_view what);
// NW2078: the function can be shown, and not run or verified.
Diagnostic not_runnable(std::string what, std::vector<std::string> because, TextSpan at);
Diagnostic not_verifiable(std::string what, TextSpan at);
// NW2079: (a note) parts of the file that are not TensorIR.
Diagnostic left_out(size_t count, std::string_view what, int line);

}  // namespace nw::tvmscript
