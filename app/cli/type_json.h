// SPDX-License-Identifier: GPL-3.0-or-later
// Types and sizes of a graph as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "graph/dim.h"
#include "graph/graph.h"

namespace nw::cli {

// A number, or an expression over symbols.
nlohmann::json dim_json(const graph::Dim& dim);
// {shape, dtype}; null for what is not known. A list of tensors and a value that may be absent name their kind.
nlohmann::json type_json(const graph::Type& type);

}  // namespace nw::cli
