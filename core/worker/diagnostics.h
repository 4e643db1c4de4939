// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a worker process: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::worker {

Diagnostic crashed(int signal, const std::string& said);                                  // NW4121
Diagnostic took_too_long(double seconds);                                                 // NW4122
Diagnostic no_worker(const std::string& path, const std::string& why);                    // NW4123
Diagnostic stopped();                                                                     // NW4124
Diagnostic no_such_form(const std::string& kind, const std::vector<std::string>& kinds);  // NW4125
Diagnostic bad_request(const std::string& why);                                           // NW4060
Diagnostic bad_reply(const std::string& said);                                            // NW9103

}  // namespace nw::worker
