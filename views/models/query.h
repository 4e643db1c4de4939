// SPDX-License-Identifier: GPL-3.0-or-later
// The find language: `conv2d`, `op:nn.conv2d dtype:int8 shape:[1,*,56,56]`, `name:layer1 group:3 pattern:injective`,
// numbers, `flops>1G bytes<=4k users>2`, and paths of direct consumers, `transpose -> reshape`. Terms side by side must
// all hold; one with a `-` before it must not.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::views {

struct QueryTerm {
  enum class Kind { Any, Op, Name, DType, Shape, Group, Pattern, Dynamic, Number } kind = Kind::Any;
  bool negated = false;
  QString text;                // lower case
  std::vector<QString> shape;  // "*" matches any dimension; a last "..." any further ones
  QString comparison;          // Number: "<", "<=", "=", ">=", ">"; `text` is what is compared
  double number = 0;
};

struct Query {
  std::vector<std::vector<QueryTerm>> path;  // one entry: no path
  QString error;                             // empty: the query can be used
  int error_column = 0;                      // from 0

  static Query parse(const QString& text);
  bool empty() const { return path.empty(); }
  // In the graph's order. Constants are not looked at. With a path: all nodes that lie on one. Nothing if cancelled.
  std::vector<NodeId> run(const graph::Graph& graph, const std::vector<NodeId>& nodes, const fusion::Fusion* fusion,
                          const CancelToken& cancel = {}) const;
};

// What the word being typed could become, best first: keys, and the values of a key that this graph has.
QStringList query_candidates(const QString& word, const graph::Graph& graph);

}  // namespace nw::views
