// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/symbol_values.h"

#include <algorithm>

namespace nw::execute {

void match_symbols(const graph::Type& open, const graph::Type& sized, SymbolValues& values) {
  for (size_t i = 0; i < std::min(open.shape.size(), sized.shape.size()); ++i)
    if (const auto* symbol = tir::node_cast<tir::VarNode>(open.shape[i].expr()))
      if (const auto value = sized.shape[i].constant()) values.emplace(tir::Var(symbol), *value);
  for (size_t i = 0; i < std::min(open.fields.size(), sized.fields.size()); ++i)
    match_symbols(open.fields[i], sized.fields[i], values);
}

SymbolValues symbol_values(const graph::Graph& open, const graph::Graph& sized) {
  SymbolValues values;
  if (&open == &sized) return values;
  for (size_t i = 0; i < open.size(); ++i) {
    const NodeId id(static_cast<int32_t>(i));
    match_symbols(open.node(id).type, sized.node(id).type, values);
  }
  return values;
}

}  // namespace nw::execute
