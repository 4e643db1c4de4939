// SPDX-License-Identifier: GPL-3.0-or-later
// A program as a graph again, with composites as functions that are called: to be written as Relay text, or opened.
#pragma once

#include "pattern/exprs.h"

namespace nw::pattern {

graph::Graph to_graph(const Program& program);
// A function of the program alone, with its parameters as inputs.
graph::Graph to_graph(const Program& program, ExprId function);

}  // namespace nw::pattern
