// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of Relay text has to say, one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "graph/graph.h"

namespace nw::import {

Diagnostic unexpected_token(const std::string& expected, const std::string& found, TextSpan at);  // NW1200
Diagnostic unknown_version(const std::string& version, TextSpan at);                              // NW1201
Diagnostic undefined_variable(const std::string& name, const std::string& nearest, TextSpan at);  // NW1202
Diagnostic unknown_operator(const std::string& op, const std::vector<std::string>& nearest, int count,
                            TextSpan at);                                                // NW1203
Diagnostic unexpected_character(char c, TextSpan at);                                    // NW1204
Diagnostic foreign_letters(const std::string& name, TextSpan at);                        // NW1204
Diagnostic bad_number(const std::string& text, TextSpan at);                             // NW1205
Diagnostic nested_too_deeply(int limit, TextSpan at);                                    // NW1206
Diagnostic no_function();                                                                // NW1207
Diagnostic unterminated(const std::string& what, TextSpan at);                           // NW1208
Diagnostic bad_type(const std::string& text, TextSpan at);                               // NW1209
Diagnostic defined_twice(const std::string& name, TextSpan at, TextSpan before);         // NW1210
Diagnostic undefined_function(const std::string& name, TextSpan at);                     // NW1211
Diagnostic text_ignored(const std::string& where, int first_line, int last_line);        // NW1212
Diagnostic bad_metadata(const std::string& why);                                         // NW1213
Diagnostic constant_without_data(const std::string& reference, int count, TextSpan at);  // NW1214
Diagnostic too_many_errors(int shown);                                                   // NW1215

}  // namespace nw::import
