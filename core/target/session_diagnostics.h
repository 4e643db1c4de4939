// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong between a program and a runner: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::target {

Diagnostic kernel_crashed(int signal, const std::string& said);                          // NW4121
Diagnostic took_too_long(const std::string& what, double seconds);                       // NW4122: "the kernel"
Diagnostic stopped();                                                                    // NW4124
Diagnostic plugin_died(int signal, const std::string& during, const std::string& said);  // NW4204; signal 0: it ended
Diagnostic no_answer(const std::string& during, double seconds);                         // NW4205
Diagnostic refused_there(const std::string& during, const std::string& said);            // NW4209
Diagnostic refused_results(const std::string& why);                             // NW4209: of a run, that cannot be true
Diagnostic library_changed(const std::string& library);                         // NW4206
Diagnostic other_protocol(const std::string& theirs, const std::string& ours);  // NW4210
Diagnostic connection_lost(const std::string& machine, const std::string& during, const std::string& said);  // NW4211
// The machine, or the connection to it: its runner would have kept the deadline and said so.
Diagnostic no_more_answers(const std::string& machine, const std::string& during, double seconds);  // NW4211
Diagnostic no_device_memory(const std::string& said);                                               // NW4212
Diagnostic code_refused(const std::string& said);                                                   // NW4213
Diagnostic request_too_large(const std::string& during, const std::string& what);  // NW4223: what of it
Diagnostic answer_too_large(const std::string& during, const std::string& what);   // NW4223
// `device` is empty: there is none at all.
Diagnostic no_device(const std::string& target, const std::string& device);  // NW4214

}  // namespace nw::target
