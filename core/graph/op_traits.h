// SPDX-License-Identifier: GPL-3.0-or-later
// What graph algorithms need to know of an operator, as data; op/ fills the table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nw::graph {

// TVM's OpPatternKind; patterns combine by max().
enum class OpPattern : uint8_t {
  Elemwise = 0,
  Broadcast = 1,
  Injective = 2,
  CommReduce = 3,
  OutElemwiseFusable = 4,
  Tuple = 7,
  Opaque = 8
};
std::string_view to_string(OpPattern pattern);  // "elemwise", …, "out_elemwise_fusable", "tuple", "opaque"
std::optional<OpPattern> parse_pattern(std::string_view name);

struct OpTraits {
  OpPattern pattern = OpPattern::Opaque;
  bool data_dependent = false;     // its result's shape depends on values (TShapeDataDependent)
  bool non_computational = false;  // an annotation, no function of its own (TNonComputational, not canonicalized away)
  bool reshape_only = false;       // only the shape changes (TReshapeOp)
  bool known = false;
};

// By Relay name. Operators that are not in the table are opaque and not known.
using OpTraitsTable = std::map<std::string, OpTraits, std::less<>>;
const OpTraits& traits_of(const OpTraitsTable& table, std::string_view op);

}  // namespace nw::graph
