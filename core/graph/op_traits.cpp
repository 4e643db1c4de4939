// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/op_traits.h"

#include <array>
#include <utility>

namespace nw::graph {

namespace {

constexpr std::array<std::pair<OpPattern, std::string_view>, 7> kPatternNames = {{
    {OpPattern::Elemwise, "elemwise"},
    {OpPattern::Broadcast, "broadcast"},
    {OpPattern::Injective, "injective"},
    {OpPattern::CommReduce, "comm_reduce"},
    {OpPattern::OutElemwiseFusable, "out_elemwise_fusable"},
    {OpPattern::Tuple, "tuple"},
    {OpPattern::Opaque, "opaque"},
}};

}  // namespace

std::string_view to_string(OpPattern pattern) {
  for (const auto& [value, name] : kPatternNames) {
    if (value == pattern) return name;
  }
  return "opaque";
}

std::optional<OpPattern> parse_pattern(std::string_view name) {
  for (const auto& [value, known] : kPatternNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

const OpTraits& traits_of(const OpTraitsTable& table, std::string_view op) {
  static const OpTraits unknown;
  const auto it = table.find(op);
  return it == table.end() ? unknown : it->second;
}

}  // namespace nw::graph
