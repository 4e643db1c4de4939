// SPDX-License-Identifier: GPL-3.0-or-later
// What evaluating a graph has to say: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "graph/graph.h"

namespace nw::reference {

Diagnostic no_reference(const graph::Node& node);                                                     // NW4080
Diagnostic index_out_of_range(const graph::Node& node, int64_t index, int64_t axis, int64_t extent);  // NW4081
Diagnostic shapes_do_not_fit(const graph::Node& node, const std::string& why,
                             const std::vector<std::string>& arguments);                             // NW4082
Diagnostic division_by_zero(const graph::Node& node, const std::string& dividend, int64_t element);  // NW4083
Diagnostic value_not_accepted(const graph::Node& node, const std::string& why,
                              const std::vector<std::string>& arguments);  // NW4084
Diagnostic over_memory(const graph::Node& node, const std::string& shape, int64_t bytes, int64_t used,
                       int64_t limit);  // NW4085
// A symbol, or an expression of symbols, that has one size by one place and another by the other.
Diagnostic no_more_memory(const graph::Node& node, int64_t used, int64_t limit);  // NW4085
Diagnostic sizes_disagree(const graph::Node& node, size_t axis, const std::string& dimension, int64_t size,
                          int64_t expected, const std::string& from);         // NW4086
Diagnostic wrong_input(const graph::Node& node, const std::string& given);    // NW4087
Diagnostic calls_too_deep(const graph::Node& node, int limit);                // NW4088
Diagnostic other_type(const graph::Node& node, const std::string& computed);  // NW4089

}  // namespace nw::reference
