// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of strings in calls: operators move and compare their elements as places in a table of texts (NDArray), so
// the arguments of a call share one table, which its results get too (Call::make).
#pragma once

#include "graph/graph.h"
#include "reference/value.h"

namespace nw::reference {

bool holds_texts(const Value& value);
bool holds_texts(const Values& values);
// Whether the operator moves elements, or compares them: only then are places in a table as good as the texts.
bool takes_texts(const graph::Node& node);
// Gives all strings in these values one table, and returns it.
TextTable share_table(Values& values);
TextTable share_table(std::vector<NDArray>& tensors);

}  // namespace nw::reference
