// SPDX-License-Identifier: GPL-3.0-or-later
// The find language: `conv2d`, `op:nn.conv2d dtype:int8 shape:[1,*,56,56]`, `name:layer1 group:3 pattern:injective`,
// the exact operator, `op:=sqrt`, numbers, `flops>1G bytes<=4k users>2 time>5%`, and paths of direct consumers,
// `transpose -> reshape`. Terms side by side must all hold; one with a `-` before it must not. Capitals and small
// letters of ASCII are the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::find {

struct QueryTerm {
  enum class Kind : uint8_t { Any, Op, Name, DType, Shape, Group, Pattern, Dynamic, Number } kind = Kind::Any;
  bool negated = false;
  bool exact = false;              // Op: the whole name of the operator that the graph has now
  std::string text;                // lower case
  std::vector<std::string> shape;  // "*" matches any dimension; a last "..." any further ones
  std::string comparison;          // Number: "<", "<=", "=", ">=", ">"; `text` is what is compared
  double number = 0;               // a percentage as a part of 1
  int group = 0;
};

struct Query {
  std::vector<std::vector<QueryTerm>> path;  // one entry: no path

  // NW3022 where the text is no query, with the place in it.
  static Result<Query> parse(std::string_view text);
  bool empty() const { return path.empty(); }
  bool uses_time() const;
  // Of `nodes`, in their order. With a path: all nodes that lie on one. Nothing if cancelled. `time_share`: by node,
  // the part of the network's time that its group takes, 0 to 1; NaN, or no element: it was not measured.
  std::vector<NodeId> run(const graph::Graph& graph, const std::vector<NodeId>& nodes, const fusion::Fusion* fusion,
                          const CancelToken& cancel = {}, const std::vector<double>& time_share = {}) const;
};

// The nodes that queries are about, producers first: all but constants, of which only those that the graph gives.
std::vector<NodeId> searched_nodes(const graph::Graph& graph);

// What the word being typed could become, best first: keys, and the values of a key that this graph has.
std::vector<std::string> query_candidates(std::string_view word, const graph::Graph& graph);

}  // namespace nw::find
