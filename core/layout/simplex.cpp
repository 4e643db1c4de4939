// SPDX-License-Identifier: GPL-3.0-or-later
// Network simplex for ranks. A spanning tree of tight edges fixes all ranks; a tree edge whose cut would get cheaper
// by being stretched leaves, the edge of the least slack across the cut enters.
//
// The value of a cut needs no search: let b(v) be the weight that leaves v less the weight that enters it. Summed over
// the subtree below a tree edge, inner edges cancel, and what remains is exactly the weight across the cut. So each
// pivot is one walk over the tree. Graphs that come here are small, since rank.cpp has folded away all that is
// series, parallel or a leaf; larger ones get plain relaxation.
#include <algorithm>
#include <limits>

#include "layout/rank.h"

namespace nw::layout {
namespace {

constexpr int32_t most_nodes = 4000;      // for simplex; above it, relaxation
constexpr int64_t most_looks = 60000000;  // edges looked at, in all pivots together

struct Simplex {
  int32_t n;
  const std::vector<RankEdge>& edges;
  std::vector<int32_t> first, incident;  // edges at each node
  std::vector<int32_t> rank;
  std::vector<int32_t> tree_edge;  // the edge to the parent, -1 at the root
  std::vector<int32_t> walk;       // nodes in tree preorder
  std::vector<int32_t> last;       // end of the node's subtree in `walk`
  std::vector<int32_t> place;      // of the node in `walk`
  std::vector<char> in_tree;       // of edges
  std::vector<int64_t> balance;

  Simplex(int32_t nodes, const std::vector<RankEdge>& e) : n(nodes), edges(e) {
    first.assign(static_cast<size_t>(n) + 1, 0);
    for (const RankEdge& edge : edges) ++first[at(edge.from) + 1], ++first[at(edge.to) + 1];
    for (size_t v = 0; v < at(n); ++v) first[v + 1] += first[v];
    incident.resize(edges.size() * 2);
    std::vector<int32_t> fill(first.begin(), first.end() - 1);
    for (size_t i = 0; i < edges.size(); ++i) {
      incident[at(fill[at(edges[i].from)]++)] = static_cast<int32_t>(i);
      incident[at(fill[at(edges[i].to)]++)] = static_cast<int32_t>(i);
    }
  }

  static size_t at(int32_t i) { return static_cast<size_t>(i); }
  int32_t slack(const RankEdge& e) const { return rank[at(e.to)] - rank[at(e.from)] - e.length; }

  void longest_path() {
    std::vector<int32_t> waits(at(n), 0), queue;
    rank.assign(at(n), 0);
    for (const RankEdge& e : edges) ++waits[at(e.to)];
    for (int32_t v = 0; v < n; ++v)
      if (waits[at(v)] == 0) queue.push_back(v);
    for (size_t head = 0; head < queue.size(); ++head) {
      const int32_t v = queue[head];
      for (int32_t k = first[at(v)]; k < first[at(v) + 1]; ++k) {
        const RankEdge& e = edges[at(incident[at(k)])];
        if (e.from != v) continue;
        rank[at(e.to)] = std::max(rank[at(e.to)], rank[at(v)] + e.length);
        if (--waits[at(e.to)] == 0) queue.push_back(e.to);
      }
    }
    topological = std::move(queue);
  }
  std::vector<int32_t> topological;

  // Grows a tree over tight edges; where none is left, shifts the tree so that the edge of least slack gets tight.
  bool tight_tree(int64_t& steps, const CancelToken& cancel) {
    in_tree.assign(edges.size(), 0);
    std::vector<char> reached(at(n), 0);
    std::vector<int32_t> tree;
    const auto grow = [&](int32_t root) {
      std::vector<int32_t> stack{root};
      reached[at(root)] = 1;
      while (!stack.empty()) {
        const int32_t v = stack.back();
        stack.pop_back();
        tree.push_back(v);
        for (int32_t k = first[at(v)]; k < first[at(v) + 1]; ++k) {
          const int32_t i = incident[at(k)];
          const RankEdge& e = edges[at(i)];
          const int32_t other = e.from == v ? e.to : e.from;
          if (reached[at(other)] || slack(e) != 0) continue;
          reached[at(other)] = 1;
          in_tree[at(i)] = 1;
          stack.push_back(other);
        }
      }
    };
    grow(0);
    while (static_cast<int32_t>(tree.size()) < n) {
      steps += static_cast<int64_t>(edges.size());
      if (steps > most_looks || cancel.cancelled()) return false;
      int32_t best = -1;
      for (size_t i = 0; i < edges.size(); ++i) {
        const RankEdge& e = edges[i];
        if (reached[at(e.from)] == reached[at(e.to)]) continue;
        if (best < 0 || slack(e) < slack(edges[at(best)])) best = static_cast<int32_t>(i);
      }
      const RankEdge& e = edges[at(best)];
      const bool down = reached[at(e.from)] != 0;  // the tree moves towards the other end
      const int32_t shift = down ? slack(e) : -slack(e);
      for (const int32_t v : tree) rank[at(v)] += shift;
      in_tree[at(best)] = 1;
      grow(down ? e.to : e.from);
    }
    return true;
  }

  void hang_tree() {
    tree_edge.assign(at(n), -1);
    walk.clear();
    place.assign(at(n), -1);
    last.assign(at(n), 0);
    std::vector<std::pair<int32_t, int32_t>> stack{{0, first[0]}};
    place[0] = 0;
    walk.push_back(0);
    while (!stack.empty()) {
      auto& [v, k] = stack.back();
      if (k == first[at(v) + 1]) {
        last[at(v)] = static_cast<int32_t>(walk.size());
        stack.pop_back();
        continue;
      }
      const int32_t i = incident[at(k++)];
      if (!in_tree[at(i)]) continue;
      const int32_t other = edges[at(i)].from == v ? edges[at(i)].to : edges[at(i)].from;
      if (place[at(other)] >= 0) continue;
      tree_edge[at(other)] = i;
      place[at(other)] = static_cast<int32_t>(walk.size());
      walk.push_back(other);
      stack.emplace_back(other, first[at(other)]);
    }
  }

  // The node below the tree edge whose cut gains most by leaving, or -1 where the ranks are the best.
  int32_t leaving() {
    std::vector<int64_t>& sum = balance_below;
    sum = balance;
    int32_t best = -1;
    int64_t value = 0;
    for (size_t k = walk.size(); k-- > 1;) {
      const int32_t v = walk[k];
      const RankEdge& e = edges[at(tree_edge[at(v)])];
      const bool tail_below = e.from == v;
      const int64_t cut = tail_below ? sum[at(v)] : -sum[at(v)];
      if (cut < value) value = cut, best = v;
      sum[at(tail_below ? e.to : e.from)] += sum[at(v)];
    }
    return best;
  }
  std::vector<int64_t> balance_below;

  bool below(int32_t v, int32_t top) const { return place[at(v)] >= place[at(top)] && place[at(v)] < last[at(top)]; }

  // Swaps the tree edge above `top` for the tightest edge that runs against it across the cut.
  bool pivot(int32_t top) {
    const int32_t out = tree_edge[at(top)];
    const bool tail_below = edges[at(out)].from == top;
    int32_t in = -1, least = std::numeric_limits<int32_t>::max();
    for (int32_t k = place[at(top)]; k < last[at(top)]; ++k) {
      const int32_t v = walk[at(k)];
      for (int32_t j = first[at(v)]; j < first[at(v) + 1]; ++j) {
        const int32_t i = incident[at(j)];
        const RankEdge& e = edges[at(i)];
        if ((e.from == v) == tail_below || below(e.from == v ? e.to : e.from, top)) continue;
        if (slack(e) < least || (slack(e) == least && i < in)) least = slack(e), in = i;
      }
    }
    if (in < 0) return false;
    const int32_t shift = tail_below ? -least : least;
    for (int32_t k = place[at(top)]; k < last[at(top)]; ++k) rank[at(walk[at(k)])] += shift;
    in_tree[at(out)] = 0;
    in_tree[at(in)] = 1;
    return true;
  }

  void optimise(const CancelToken& cancel) {
    int64_t steps = 0;
    if (!tight_tree(steps, cancel)) return;
    balance.assign(at(n), 0);
    for (const RankEdge& e : edges) balance[at(e.from)] += e.weight, balance[at(e.to)] -= e.weight;
    while (steps < most_looks && !cancel.cancelled()) {
      hang_tree();
      const int32_t top = leaving();
      if (top < 0 || !pivot(top)) return;
      steps += static_cast<int64_t>(edges.size()) + n;
    }
  }

  // For graphs too large for simplex: nodes move to the end of their freedom where they pull least, a few times over.
  void relax(const CancelToken& cancel) {
    for (int round = 0; round < 8 && !cancel.cancelled(); ++round) {
      const bool up = round % 2 == 0;
      for (size_t k = 0; k < topological.size(); ++k) {
        const int32_t v = topological[up ? topological.size() - 1 - k : k];
        int32_t low = std::numeric_limits<int32_t>::min(), high = std::numeric_limits<int32_t>::max();
        int64_t pull = 0;  // positive: down
        for (int32_t j = first[at(v)]; j < first[at(v) + 1]; ++j) {
          const RankEdge& e = edges[at(incident[at(j)])];
          pull += e.from == v ? e.weight : -e.weight;
          if (e.from == v)
            high = std::min(high, rank[at(e.to)] - e.length);
          else
            low = std::max(low, rank[at(e.from)] + e.length);
        }
        if (pull > 0 && high != std::numeric_limits<int32_t>::max()) rank[at(v)] = high;
        if (pull < 0 && low != std::numeric_limits<int32_t>::min()) rank[at(v)] = low;
      }
    }
  }
};

}  // namespace

std::vector<int32_t> network_simplex(int32_t nodes, const std::vector<RankEdge>& edges, const CancelToken& cancel) {
  if (nodes == 0) return {};
  Simplex s(nodes, edges);
  s.longest_path();
  if (nodes <= most_nodes)
    s.optimise(cancel);
  else
    s.relax(cancel);
  const int32_t least = *std::min_element(s.rank.begin(), s.rank.end());
  for (int32_t& r : s.rank) r -= least;
  return s.rank;
}

}  // namespace nw::layout
