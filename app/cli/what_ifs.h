// SPDX-License-Identifier: GPL-3.0-or-later
// The what-ifs of fusion as the command line writes them: --pattern OP=KIND, --fence NODE, --join A,B, --cut A,B.
// Values (fusion/change.h) everywhere else.
#pragma once

#include <string>
#include <vector>

#include "fusion/fusion.h"

namespace nw::cli {

struct WhatIfOptions {
  std::vector<std::string> patterns, fences, joins, cuts;

  bool any() const { return !patterns.empty() || !fences.empty() || !joins.empty() || !cuts.empty(); }
};

// By its name, with or without the '%' that Relay writes before it.
NodeId find_node(const graph::Graph& graph, const std::string& name);
// NW3021.
Diagnostic no_such_node(const std::string& flag, const std::string& name);

// The options as changes of this graph's fusion; what cannot be read is left out, with a diagnostic (NW3021) each.
std::vector<fusion::Change> read_what_ifs(const graph::Graph& graph, const WhatIfOptions& options,
                                          Diagnostics& diagnostics);
// All of them, one after the other.
fusion::Options with_what_ifs(const graph::Graph& graph, fusion::Options options, const WhatIfOptions& what_ifs,
                              Diagnostics& diagnostics);

// "--pattern %5=elemwise"; of a reason, also "drop --fence %3", or that no single change would do; empty where no
// change was looked for.
std::string change_text(const fusion::Reason& reason);

}  // namespace nw::cli
