// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes that a call of an operator has, given or not: fields and defaults of TVM's attribute structures.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace nw::op {

// By name; nothing where a call has to give the value.
using AttributeFields = std::map<std::string, std::optional<graph::Attr>, std::less<>>;

// Null for an operator that has no attributes, or that is not known.
const AttributeFields* attribute_fields(std::string_view op);

}  // namespace nw::op
