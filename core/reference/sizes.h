// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes that symbolic dimensions have in one evaluation, and which node's value decided each.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "graph/dim.h"
#include "graph/graph.h"
#include "reference/value.h"

namespace nw::reference {

class Sizes {
 public:
  explicit Sizes(const Sizes* outer = nullptr) : outer_(outer) {}

  std::optional<int64_t> of(const graph::Dim& dim) const;
  std::optional<int64_t> of_symbol(const tir::Var& symbol) const;
  // Compares the value with the node's type. Symbols without a size get one; in a call of a function (`rebind`), the
  // symbols of its parameters get new ones. Diagnostics: NW4086, and NW4089 where the kinds differ.
  Diagnostics take(const graph::Graph& graph, const graph::Node& node, const Value& value, bool rebind = false);
  // The attributes with numbers in place of symbols that have a size; nothing where there is no symbol.
  std::optional<graph::Attrs> known(const graph::Attrs& attrs) const;
  graph::Type known(const graph::Type& type) const;

 private:
  struct Size {
    int64_t value;
    NodeId by;
  };
  const Size* find(const tir::Var& symbol) const;
  Diagnostics take_type(const graph::Graph& graph, const graph::Node& node, const graph::Type& type, const Value& value,
                        bool rebind);
  Diagnostics take_axis(const graph::Graph& graph, const graph::Node& node, size_t axis, const graph::Dim& dim,
                        int64_t extent, bool rebind);
  graph::Attr known(const graph::Attr& attr, bool& changed) const;

  const Sizes* outer_;
  std::map<tir::Var, Size, tir::VarOrder> sizes_;
};

}  // namespace nw::reference
