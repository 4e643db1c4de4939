// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/readers.h"

namespace nw::views {

namespace {

// Calls `visit` for each node that is read and its reader, once for each such pair.
template <class Visit>
void for_each_read(const graph::Graph& graph, const Visit& visit) {
  std::vector<NodeId> last(graph.size());  // by node index: its last reader so far
  for (const graph::Node& reader : graph.nodes())
    for (const NodeId input : reader.inputs) {
      if (!input.valid() || last[input.index()] == reader.id) continue;
      last[input.index()] = reader.id;
      visit(input, reader.id);
    }
}

}  // namespace

Readers::Readers(const graph::Graph& graph) : first_(graph.size() + 1, 0) {
  for_each_read(graph, [this](NodeId node, NodeId) { ++first_[node.index() + 1]; });
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  readers_.resize(first_.back());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for_each_read(graph, [&](NodeId node, NodeId reader) { readers_[next[node.index()]++] = reader; });
}

std::span<const NodeId> Readers::of(NodeId node) const {
  return std::span(readers_).subspan(first_[node.index()], first_[node.index() + 1] - first_[node.index()]);
}

}  // namespace nw::views
