// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with a target before anything runs on it: one function a code, or more where it has several texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::target {

// `known`: all that could be named; the nearest are proposed.
Diagnostic no_such_target(std::string_view wanted, const std::vector<std::string>& known);  // NW4201
Diagnostic no_such_plugin(std::string_view wanted, const std::vector<std::string>& known);  // NW4201
Diagnostic library_unusable(const std::string& library, const std::string& why);            // NW4202
Diagnostic other_interface(const std::string& plugin, const std::string& abi);              // NW4203
Diagnostic not_trusted(const std::string& plugin, const std::string& manifest);             // NW4206
// `key` and `line` as far as they are known ("" and 0).
Diagnostic bad_manifest(const std::string& path, const std::string& why, const std::string& key, int line);  // NW4207
// `words` are the carrier's own.
Diagnostic not_reached(const std::string& host, const std::string& why, const std::string& words = {});  // NW4208
Diagnostic emulator_missing(const std::string& target, const std::string& program,
                            const std::string& package);                             // NW4216
Diagnostic nothing_counted(const std::string& target, const std::string& counters);  // NW4217, a note
Diagnostic described_only(const std::string& target);                                // NW4219
Diagnostic bad_user_file(const std::string& path, const std::string& why, const std::string& key, int line);  // NW4220
Diagnostic facts_not_known(const std::string& target);                                                        // NW4221
Diagnostic not_added(const std::string& name, const std::string& why, std::vector<std::string> legal = {});   // NW4222

Diagnostic bad_connection(const std::string& why);  // NW4060

}  // namespace nw::target
