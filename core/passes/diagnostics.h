// SPDX-License-Identifier: GPL-3.0-or-later
// What the passes have to say, one function a code.
#pragma once

#include <set>
#include <string>

#include "graph/graph.h"

namespace nw::passes {

// `names`: those that the graph has.
Diagnostic no_such_dimension(const std::string& name, const std::set<std::string>& names);  // NW1410
Diagnostic dimension_of_a_run(const std::string& name, const std::string& node);            // NW1413
Diagnostic negative_dimension(const std::string& name, int64_t value);                      // NW1411

}  // namespace nw::passes
