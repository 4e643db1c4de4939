// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for the sizes of a graph whose expressions are long, so that shapes fit on nodes, edges and rows: "n×4"
// for (min(100, nms_count))×4. Names are given in the order in which nodes are computed.
#pragma once

#include <QString>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace nw::views {

struct SizeName {
  QString name;        // "n"
  QString expression;  // "min(100, nms_count)"
};

// At most SizeNames::kMaxLabel characters: the middle is left out.
QString short_label(const QString& text);

class SizeNames {
 public:
  SizeNames() = default;
  // `order`: the nodes whose types are shown.
  SizeNames(const graph::Graph& graph, const std::vector<NodeId>& order);

  // "n×4", "scalar", "0×4, empty", "?" if not even the rank is known.
  QString shape(const graph::Type& type) const;
  // "n×4 float32", "(n×4 float32, 1×4 int64)".
  QString type(const graph::Type& type) const;
  // At most kMaxLabel characters: without the data type, or with dimensions left out, where all of it is longer.
  QString label(const graph::Type& type) const;
  // The names that a type's text has, as indices into all().
  std::vector<size_t> used_by(const graph::Type& type) const;
  const std::vector<SizeName>& all() const { return all_; }

  static constexpr qsizetype kMaxLabel = 18;

 private:
  void add(const graph::Type& type);
  QString dims(const graph::Type& type) const;  // as shape(), without the mark of an empty tensor

  std::vector<SizeName> all_;
  std::map<std::string, size_t> known_;  // by expression
  std::set<std::string> taken_;          // letters given, and the graph's own symbols
};

}  // namespace nw::views
