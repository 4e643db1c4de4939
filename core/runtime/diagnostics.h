// SPDX-License-Identifier: GPL-3.0-or-later
// What loading and running kernels has to say: one function a code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/dtype.h"

namespace nw::runtime {

Diagnostic missing_size(const std::string& name);                           // NW4111
Diagnostic too_large(const std::string& argument, const std::string& why);  // NW4112
// A tensor of `node`, where `used` of `limit` bytes are in use.
Diagnostic over_memory(const std::string& node, DType dtype, const std::vector<int64_t>& shape, int64_t used,
                       int64_t limit);  // NW4112
// The same for the memory that values share. NW4112
Diagnostic over_memory_together(const std::string& node, int64_t bytes, int64_t used, int64_t limit);
Diagnostic wrong_numbers(const std::string& output, const std::string& how);    // NW4113
Diagnostic networks_differ(const std::string& output, const std::string& how);  // NW4050
Diagnostic node_differs(const std::string& node, const std::string& how);       // NW4050
Diagnostic not_compared(const std::string& node, const Diagnostics& why);       // NW4052, a note
Diagnostic arguments_disagree(const std::string& node, const std::string& kernel,
                              const std::string& graph);  // NW4051
// doing: "running the kernel of …"; empty: nothing that has a name.
Diagnostic network_took_too_long(double seconds, const std::string& doing);           // NW4122
Diagnostic no_arguments();                                                            // NW4114
Diagnostic index_outside(const std::string& kernel);                                  // NW4119
Diagnostic out_of_memory();                                                           // NW4115
Diagnostic unknown_dimension(const std::string& node, const std::string& dimension);  // NW4116
Diagnostic no_rule_for_input(const std::string& node, const std::string& type);       // NW4117
Diagnostic not_runnable(const std::string& node);                                     // NW4117
Diagnostic other_arguments(const std::string& task);                                  // NW4118
Diagnostic not_confined(const std::string& step, const std::string& why);             // NW4070

}  // namespace nw::runtime
