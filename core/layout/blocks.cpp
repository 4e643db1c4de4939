// SPDX-License-Identifier: GPL-3.0-or-later
// Biconnected blocks (Hopcroft and Tarjan), without recursion. Two blocks share at most one node, so the ranks of each
// can be found alone and then be shifted onto each other.
#include <algorithm>

#include "layout/rank.h"

namespace nw::layout {
namespace {

struct Visit {
  int32_t node, entered_by, next;
};

struct Adjacency {
  std::vector<int32_t> first, edge;

  Adjacency(int32_t nodes, const std::vector<RankEdge>& edges) : first(static_cast<size_t>(nodes) + 1, 0) {
    for (const RankEdge& e : edges) ++first[static_cast<size_t>(e.from) + 1], ++first[static_cast<size_t>(e.to) + 1];
    for (size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    edge.resize(edges.size() * 2);
    std::vector<int32_t> fill(first.begin(), first.end() - 1);
    for (size_t i = 0; i < edges.size(); ++i) {
      edge[static_cast<size_t>(fill[static_cast<size_t>(edges[i].from)]++)] = static_cast<int32_t>(i);
      edge[static_cast<size_t>(fill[static_cast<size_t>(edges[i].to)]++)] = static_cast<int32_t>(i);
    }
  }
};

}  // namespace

std::vector<std::vector<int32_t>> biconnected_blocks(int32_t nodes, const std::vector<RankEdge>& edges) {
  const auto at = [](int32_t i) { return static_cast<size_t>(i); };
  const Adjacency adjacency(nodes, edges);
  std::vector<std::vector<int32_t>> blocks;
  std::vector<int32_t> number(at(nodes), -1), low(at(nodes), 0), open;
  std::vector<Visit> stack;
  int32_t count = 0;
  for (int32_t root = 0; root < nodes; ++root) {
    if (number[at(root)] >= 0) continue;
    number[at(root)] = low[at(root)] = count++;
    stack.push_back({root, -1, adjacency.first[at(root)]});
    while (!stack.empty()) {
      Visit& top = stack.back();
      const int32_t v = top.node;
      if (top.next < adjacency.first[at(v) + 1]) {
        const int32_t i = adjacency.edge[at(top.next++)];
        if (i == top.entered_by) continue;
        const int32_t other = edges[at(i)].from == v ? edges[at(i)].to : edges[at(i)].from;
        if (number[at(other)] < 0) {
          open.push_back(i);
          number[at(other)] = low[at(other)] = count++;
          stack.push_back({other, i, adjacency.first[at(other)]});
        } else if (number[at(other)] < number[at(v)]) {
          open.push_back(i);
          low[at(v)] = std::min(low[at(v)], number[at(other)]);
        }
        continue;
      }
      const int32_t entered = top.entered_by;
      stack.pop_back();
      if (stack.empty()) continue;
      const int32_t parent = stack.back().node;
      low[at(parent)] = std::min(low[at(parent)], low[at(v)]);
      if (low[at(v)] < number[at(parent)]) continue;
      std::vector<int32_t>& block = blocks.emplace_back();
      while (true) {
        block.push_back(open.back());
        open.pop_back();
        if (block.back() == entered) break;
      }
      std::reverse(block.begin(), block.end());
    }
  }
  return blocks;
}

}  // namespace nw::layout
