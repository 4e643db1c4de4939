// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs as text, as the command line and the reasons' `change` write them.
#pragma once

#include <string>

#include "fusion/fusion.h"

namespace nw::fusion {

// By its name, with or without the '%' that Relay writes before it.
NodeId find_node(const graph::Graph& graph, const std::string& name);
Diagnostics no_such_node(const std::string& flag, const std::string& name);

// "OP=KIND" or "NODE=KIND"; a node's name goes first.
Diagnostics add_pattern(const graph::Graph& graph, const std::string& text, Options& options);
Diagnostics add_fence(const graph::Graph& graph, const std::string& text, Options& options);
// "A,B"
Diagnostics add_join(const graph::Graph& graph, const std::string& text, Options& options);
Diagnostics add_cut(const graph::Graph& graph, const std::string& text, Options& options);

// A reason's `change` ("--pattern %5=elemwise", "drop --fence %3"). Nothing if it says that no single change would do.
std::optional<Options> with_change(const graph::Graph& graph, const Options& options, const std::string& change);

}  // namespace nw::fusion
