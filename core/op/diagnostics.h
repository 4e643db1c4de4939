// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics of type rules, one function for each code.
#pragma once

#include <string>

#include "graph/graph.h"

namespace nw::op {

// NW1400: an operator without a type rule; `count` calls of it stay untyped, the first is `node`.
Diagnostic no_type_rule(const graph::Node& node, int count);
// NW1401
Diagnostic wrong_argument_count(const graph::Node& node, size_t expected);
// NW1402: `what` completes "argument 1 (weight) must …".
Diagnostic wrong_argument(const graph::Node& node, size_t index, const std::string& what, const graph::Type& got);
// NW1403: `what` is a whole sentence with the two dimensions or shapes.
Diagnostic shapes_disagree(const graph::Node& node, const std::string& what);
// NW1404
Diagnostic wrong_attribute(const graph::Node& node, const std::string& attribute, const std::string& what);
// NW1406: a constant index that no element has; `position` counts the indices' elements in row-major order.
Diagnostic index_outside(const graph::Node& node, int64_t position, int64_t index, size_t axis, int64_t size);
// NW1407: nested tuples with more tensors than fit in memory.
Diagnostic type_too_large(const graph::Node& node, const graph::Type& type);
// NW1405: more of the same were found after the first ones.
Diagnostic more_type_errors(int count);

}  // namespace nw::op
