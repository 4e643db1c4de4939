// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a search: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::tune {

Diagnostic size_without_value(const std::string& size);                               // NW4111
Diagnostic records_exist(const std::string& path);                                    // NW4131
Diagnostic nothing_to_tune(const std::string& kernel, const std::string& why);        // NW4132, a warning
Diagnostic torn_record(const std::string& path, size_t line);                         // NW4133, a warning
Diagnostic bad_record(const std::string& path, size_t line, const std::string& why);  // NW4133, a warning
Diagnostic other_computation(const std::string& path, const std::string& task);       // NW4133, a warning
Diagnostic unmatched_record(const std::string& task, const std::string& nearest,
                            const std::vector<std::string>& differences);               // NW4134, a warning
Diagnostic task_without_record(const std::string& task);                                // NW4134, a warning
Diagnostic only_for_given_sizes(const std::string& task);                               // NW4134, a warning
Diagnostic none_legal(const std::string& kernel, const std::vector<std::string>& why);  // NW4135
Diagnostic stopped_too_early(const std::string& kernel, double seconds);                // NW4136
Diagnostic no_kept_line(int line, const std::vector<std::string>& steps);               // NW4137
Diagnostic bad_knob(int line, const std::string& text, const std::string& why);         // NW4138
Diagnostic inexpressible_record(const std::string& task, int64_t trial, const std::string& form,
                                const std::vector<std::string>& why);       // NW4139, a warning
Diagnostic no_expressible_record(size_t records, const std::string& form);  // NW4139
Diagnostic unlike_machines(const std::string& first, const std::string& second,
                           const std::vector<std::string>& differences);                // NW4140
Diagnostic computes_something_else(const std::string& kernel, const Diagnostics& how);  // NW9105

}  // namespace nw::tune
