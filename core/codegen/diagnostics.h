// SPDX-License-Identifier: GPL-3.0-or-later
// What code generation has to say to a user: one function a code.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "tir/stmt.h"

namespace nw::codegen {

Diagnostic thread_loop(const std::string& axis, const std::string& tag, const tir::Provenance& from);  // NW4101
// The name that a user knows a called function by: of a packed function its own, which is the first argument.
std::string called_function(const tir::CallNode& call);
Diagnostic unknown_call(const std::string& name, const tir::Provenance& from);                // NW4102
Diagnostic unsupported(const std::string& what, const tir::Provenance& from);                 // NW4103
Diagnostic unknown_cpu(const std::string& cpu);                                               // NW4104
Diagnostic unknown_processor_feature(const std::string& feature, const std::string& triple);  // NW4104
Diagnostic unknown_dialect(const std::string& dialect);                                       // NW4215
Diagnostic missing_instruction(const std::string& intrinsic, const std::string& feature,
                               const tir::Provenance& from);  // NW4105
Diagnostic broken_module(const std::string& detail);          // NW9101
Diagnostic cannot_load(const std::string& detail);            // NW9102

}  // namespace nw::codegen
