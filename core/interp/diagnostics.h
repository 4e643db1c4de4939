// SPDX-License-Identifier: GPL-3.0-or-later
// What the reference interpreter has to say. Codes NW4180–NW4189.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace nw::interp {

Diagnostic read_outside(const std::string& stage, const std::string& element, const std::string& what,
                        TextSpan at);  // NW4180
Diagnostic shifted_too_far(const std::string& stage, const std::string& element, const std::string& what,
                           TextSpan at);                                                     // NW4184
Diagnostic cannot_interpret(const std::string& stage, const std::string& why, TextSpan at);  // NW4181
Diagnostic needs_too_much_memory(const std::string& stage);                                  // NW4182
Diagnostic no_input(const std::string& tensor);                                              // NW4183
Diagnostic wrong_input(const std::string& tensor, const std::string& wanted);                // NW4183

}  // namespace nw::interp
