// SPDX-License-Identifier: GPL-3.0-or-later
// How a node is called in the terminal and in JSON.
#pragma once

#include <string>

#include "graph/graph.h"

namespace nw::cli {

// The operator of a call, else the kind: "input", "constant", "tuple", "tuple_get", "ref_read", …
std::string op_name(const graph::Node& node);

}  // namespace nw::cli
