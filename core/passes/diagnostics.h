// SPDX-License-Identifier: GPL-3.0-or-later
// What the passes have to say, one function a code.
#pragma once

#include <string>

#include "graph/graph.h"

namespace nw::passes {

Diagnostic no_such_dimension(const std::string& name, const graph::Graph& graph);  // NW1410
Diagnostic dimension_of_a_run(const std::string& name, const std::string& node);   // NW1413
Diagnostic negative_dimension(const std::string& name, int64_t value);             // NW1411

}  // namespace nw::passes
