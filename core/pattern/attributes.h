// SPDX-License-Identifier: GPL-3.0-or-later
// A call's attributes as TVM holds them: those that the text leaves out have their defaults.
#pragma once

#include <optional>

#include "pattern/exprs.h"

namespace nw::pattern {

// Nothing where the operator has no attribute of this name. Of a function: its own attributes.
std::optional<graph::Attr> attribute_of(const ExprPool& pool, ExprId id, const std::string& key);
// Of a call: all names; for messages.
std::vector<std::string> attribute_names(const ExprPool& pool, ExprId call);
// What a pattern's value matches: integers of any kind are compared as such, everything else exactly.
bool attribute_matches(const graph::Attr& wanted, const graph::Attr& value);

}  // namespace nw::pattern
