// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a worker process: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::worker {

Diagnostic no_worker(const std::string& path, const std::string& why);                    // NW4123
Diagnostic no_such_form(const std::string& kind, const std::vector<std::string>& kinds);  // NW4125
Diagnostic bad_request(const std::string& why);                                           // NW4060
Diagnostic worker_died(int signal, const std::string& said);                              // NW9104
Diagnostic bad_reply(const std::string& said);                                            // NW9103

}  // namespace nw::worker
