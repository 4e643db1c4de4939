// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnostics of flattening a file: NW2060 to NW2069.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::flatten {

inline constexpr size_t kMaxDiagnostics = 200;

// NW2066: not Python.
Diagnostic syntax_error(std::string_view expected, std::string_view found, TextSpan at);
Diagnostic unclosed_bracket(char bracket, int line, int column);
Diagnostic unopened_bracket(char bracket, int line, int column);
Diagnostic unclosed_string(int line, int column);
Diagnostic strange_character(char c, int line, int column);
Diagnostic unexpected_indent(int line);
Diagnostic mixed_tabs(int line);
Diagnostic cut_notebook(const std::string& why, int line);
Diagnostic bad_number(std::string_view text, TextSpan at);

// NW2064: more than is evaluated.
Diagnostic too_deep(int line);
Diagnostic too_large(int line);
Diagnostic too_many_steps(int line, bool in_loop);
Diagnostic endless_calls(std::string_view function, int line);

// NW2060: not known when the file is read, or not part of what is flattened.
Diagnostic not_known(const std::string& what, std::vector<std::string> instead, TextSpan at);

// NW2065: Python would stop here.
Diagnostic python_error(const std::string& what, TextSpan at);

// NW2067: nothing to open.
Diagnostic no_schedule(const std::string& where, int line);

// Notes.
Diagnostic left_out_lines(size_t count, const std::vector<std::string>& kinds, int line);               // NW2061
Diagnostic chosen_arguments(const std::string& kernel, const std::string& arguments, int line);         // NW2062
Diagnostic symbolic_arguments(std::string_view function, const std::string& chosen, int line);          // NW2068
Diagnostic drawn_value(std::string_view function, const std::string& value, TextSpan at);               // NW2069
Diagnostic several_kernels(const std::string& shown, const std::vector<std::string>& names, int line);  // NW2063

}  // namespace nw::flatten
