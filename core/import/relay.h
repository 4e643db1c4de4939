// SPDX-License-Identifier: GPL-3.0-or-later
// Relay's text format, read and written: v0.0.1, v0.0.4 and 0.0.5; whole modules, and bare functions as TVM prints
// them in its error messages.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "graph/graph.h"
#include "op/registry.h"

namespace nw::import {

using Operators = std::shared_ptr<const op::Registry>;

// Always gives a graph if there was any function in the text; what could not be read is an opaque node in it. Types
// are inferred; where an operator has no rule, the type that is in a comment behind it counts.
// `operators`: with those that the document declares; null: the standard ones.
Result<graph::Graph> read_relay(std::string_view text, const Operators& operators = nullptr);

// The first function of a pasted text may be behind other words, as in an error message.
bool looks_like_relay(std::string_view text);

struct RelayWriteOptions {
  bool types = true;      // /* ty=… */ behind every statement
  bool constants = true;  // the metadata section with the data of constants
};
// Version 0.0.5. Reading it gives the same graph; names that Relay cannot spell are kept in span comments.
std::string write_relay(const graph::Graph& graph, const RelayWriteOptions& options = {});

}  // namespace nw::import
