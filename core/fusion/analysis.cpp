// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/analysis.h"

namespace nw::fusion {

using graph::NodeKind;

Analysis::Analysis(const graph::Graph& g, const graph::OpTraitsTable& t, const Options& o)
    : graph(g),
      traits(t),
      options(o),
      forward(g, t, o),
      dominators(post_dominators(forward)),
      parts(partition(forward, dominators, o)),
      merge_of(static_cast<size_t>(forward.size()), -1) {
  for (size_t m = 0; m < parts.merges.size(); ++m) {
    for (const int32_t i : parts.merges[m].merged) {
      int32_t& first = merge_of[static_cast<size_t>(i)];
      if (first < 0) first = static_cast<int32_t>(m);
    }
  }
}

bool Analysis::together(int32_t a, int32_t b) const {
  return at(a).fixed.valid() ? at(a).fixed == at(b).fixed : !at(b).fixed.valid() && root(a) == root(b);
}

bool Analysis::is_member_kind(int32_t i) const {
  if (!at(i).ref.valid()) return false;
  const NodeKind kind = node(i).kind;
  return kind == NodeKind::Call || kind == NodeKind::Tuple || kind == NodeKind::TupleGet;
}

}  // namespace nw::fusion
