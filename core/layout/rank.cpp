// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks in three steps. First the graph is folded, exactly: a node with one link goes with its neighbour; a node
// between two links goes to the end that pulls more, so its two links become one; two links between the same nodes
// become one. A tensor program is mostly chains and diamonds, and nearly all of it folds away. What remains falls into
// biconnected blocks, each solved by network simplex. Then the folds are undone in reverse.
//
// Links of a bus (a mask read by a hundred layers) would tie everything into one block and say nothing about where
// things belong. They are left out at first; the parts that they alone join are shifted until they point down again.
#include "layout/rank.h"

#include <algorithm>
#include <limits>

#include "layout/at.h"

namespace nw::layout {
namespace {

struct Fold {
  enum class Kind { Leaf, Series } kind;
  int32_t node, in, out;  // the edges folded away; for a leaf only one of them is set
};

class Folder {
 public:
  Folder(int32_t nodes, const std::vector<RankEdge>& edges) : n_(nodes), in_(at(nodes)), out_(at(nodes)) {
    edges_.reserve(edges.size() * 2);
    degree_.assign(at(n_), 0);
    for (const RankEdge& e : edges) add(e);
  }

  std::vector<int32_t> solve(const CancelToken& cancel) {
    fold(cancel);
    if (cancel.cancelled()) return std::vector<int32_t>(at(n_), 0);
    std::vector<int32_t> rank = solve_rest(cancel);
    for (size_t k = folds_.size(); k-- > 0;) unfold(folds_[k], rank);
    return rank;
  }

 private:
  void add(const RankEdge& e) {
    const int32_t twin = find(e.from, e.to);
    if (twin >= 0) {
      edges_[at(twin)].weight += e.weight;
      edges_[at(twin)].length = std::max(edges_[at(twin)].length, e.length);
      return;
    }
    const int32_t i = static_cast<int32_t>(edges_.size());
    edges_.push_back(e);
    alive_.push_back(1);
    out_[at(e.from)].push_back(i);
    in_[at(e.to)].push_back(i);
    ++degree_[at(e.from)], ++degree_[at(e.to)];
  }

  int32_t find(int32_t from, int32_t to) {
    tidy(out_[at(from)]);
    tidy(in_[at(to)]);
    const bool by_out = out_[at(from)].size() <= in_[at(to)].size();
    for (const int32_t i : by_out ? out_[at(from)] : in_[at(to)])
      if (edges_[at(i)].from == from && edges_[at(i)].to == to) return i;
    return -1;
  }

  void tidy(std::vector<int32_t>& list) {
    if (list.size() > 8 && dead_ == 0) return;
    std::erase_if(list, [&](int32_t i) { return !alive_[at(i)]; });
  }

  void remove(int32_t i) {
    alive_[at(i)] = 0;
    ++dead_;
    --degree_[at(edges_[at(i)].from)], --degree_[at(edges_[at(i)].to)];
  }

  void fold(const CancelToken& cancel) {
    std::vector<int32_t> queue(at(n_));
    for (int32_t v = 0; v < n_; ++v) queue[at(v)] = v;
    for (size_t head = 0; head < queue.size(); ++head) {
      if (head % 1024 == 0 && cancel.cancelled()) return;
      const int32_t v = queue[head];
      if (degree_[at(v)] == 0 || degree_[at(v)] > 2) continue;
      tidy(in_[at(v)]);
      tidy(out_[at(v)]);
      const std::vector<int32_t> in = in_[at(v)], out = out_[at(v)];
      if (degree_[at(v)] == 1) {
        const int32_t i = in.empty() ? out[0] : in[0];
        folds_.push_back({Fold::Kind::Leaf, v, in.empty() ? -1 : i, in.empty() ? i : -1});
        remove(i);
        queue.push_back(edges_[at(i)].from == v ? edges_[at(i)].to : edges_[at(i)].from);
      } else if (in.size() == 1 && out.size() == 1) {
        const RankEdge a = edges_[at(in[0])], b = edges_[at(out[0])];
        folds_.push_back({Fold::Kind::Series, v, in[0], out[0]});
        remove(in[0]);
        remove(out[0]);
        add({a.from, b.to, std::min(a.weight, b.weight), a.length + b.length});
        queue.push_back(a.from);
        queue.push_back(b.to);
      }
    }
  }

  void unfold(const Fold& f, std::vector<int32_t>& rank) const {
    const auto after = [&](int32_t i) { return rank[at(edges_[at(i)].from)] + edges_[at(i)].length; };
    const auto before = [&](int32_t i) { return rank[at(edges_[at(i)].to)] - edges_[at(i)].length; };
    if (f.kind == Fold::Kind::Leaf) {
      rank[at(f.node)] = f.in >= 0 ? after(f.in) : before(f.out);
      return;
    }
    // Equal pulls: near the consumer, so that the wait is spent on the producer's trunk, which others may share.
    const bool early = edges_[at(f.in)].weight > edges_[at(f.out)].weight;
    rank[at(f.node)] = early ? after(f.in) : before(f.out);
  }

  std::vector<int32_t> solve_rest(const CancelToken& cancel) {
    std::vector<RankEdge> rest;
    for (size_t i = 0; i < edges_.size(); ++i)
      if (alive_[i]) rest.push_back(edges_[i]);
    const auto blocks = biconnected_blocks(n_, rest);
    std::vector<std::vector<int32_t>> ranks(blocks.size()), members(blocks.size()), of_node(at(n_));
    std::vector<int32_t> local(at(n_), -1);
    for (size_t b = 0; b < blocks.size(); ++b) {
      std::vector<RankEdge> edges;
      for (const int32_t i : blocks[b]) {
        RankEdge e = rest[at(i)];
        for (int32_t* end : {&e.from, &e.to}) {
          if (local[at(*end)] < 0) {
            local[at(*end)] = static_cast<int32_t>(members[b].size());
            members[b].push_back(*end);
            of_node[at(*end)].push_back(static_cast<int32_t>(b));
          }
          *end = local[at(*end)];
        }
        edges.push_back(e);
      }
      ranks[b] = network_simplex(static_cast<int32_t>(members[b].size()), edges, cancel);
      for (const int32_t v : members[b]) local[at(v)] = -1;
    }
    return join(members, ranks, of_node);
  }

  // Shifts the blocks onto each other at the nodes they share.
  std::vector<int32_t> join(const std::vector<std::vector<int32_t>>& members,
                            const std::vector<std::vector<int32_t>>& ranks,
                            const std::vector<std::vector<int32_t>>& of_node) const {
    std::vector<int32_t> rank(at(n_), 0);
    std::vector<char> node_done(at(n_), 0), block_done(members.size(), 0);
    std::vector<int32_t> queue;
    for (int32_t root = 0; root < n_; ++root) {
      if (node_done[at(root)]) continue;
      node_done[at(root)] = 1;
      queue.assign(1, root);
      for (size_t head = 0; head < queue.size(); ++head) {
        const int32_t v = queue[head];
        for (const int32_t b : of_node[at(v)]) {
          if (block_done[at(b)]) continue;
          block_done[at(b)] = 1;
          const auto& m = members[at(b)];
          const size_t self = static_cast<size_t>(std::find(m.begin(), m.end(), v) - m.begin());
          const int32_t shift = rank[at(v)] - ranks[at(b)][self];
          for (size_t k = 0; k < m.size(); ++k) {
            if (node_done[at(m[k])]) continue;
            node_done[at(m[k])] = 1;
            rank[at(m[k])] = ranks[at(b)][k] + shift;
            queue.push_back(m[k]);
          }
        }
      }
    }
    return rank;
  }

  int32_t n_;
  std::vector<RankEdge> edges_;
  std::vector<char> alive_;
  std::vector<std::vector<int32_t>> in_, out_;
  std::vector<int32_t> degree_;
  std::vector<Fold> folds_;
  int64_t dead_ = 0;
};

std::vector<int32_t> longest_paths(int32_t nodes, const std::vector<Link>& links) {
  std::vector<int32_t> rank(at(nodes), 0), waits(at(nodes), 0), first(at(nodes) + 1, 0), next(links.size()), queue;
  for (const Link& l : links) ++waits[at(l.to)], ++first[at(l.from) + 1];
  for (size_t v = 0; v < at(nodes); ++v) first[v + 1] += first[v];
  std::vector<int32_t> fill(first.begin(), first.end() - 1);
  for (const Link& l : links) next[at(fill[at(l.from)]++)] = l.to;
  for (int32_t v = 0; v < nodes; ++v)
    if (waits[at(v)] == 0) queue.push_back(v);
  for (size_t head = 0; head < queue.size(); ++head) {
    const int32_t v = queue[head];
    for (int32_t k = first[at(v)]; k < first[at(v) + 1]; ++k) {
      const int32_t t = next[at(k)];
      rank[at(t)] = std::max(rank[at(t)], rank[at(v)] + 1);
      if (--waits[at(t)] == 0) queue.push_back(t);
    }
  }
  return rank;
}

constexpr int32_t bus_readers = 8;  // a node with so many readers, spread over so many layers, is a bus
constexpr int32_t bus_span = 64;
constexpr int32_t bus_link = 24;  // and its links longer than this are left out at first

std::vector<char> bus_links(int32_t nodes, const std::vector<Link>& links) {
  const std::vector<int32_t> rank = longest_paths(nodes, links);
  std::vector<int32_t> readers(at(nodes), 0), span(at(nodes), 0);
  for (const Link& l : links) {
    ++readers[at(l.from)];
    span[at(l.from)] = std::max(span[at(l.from)], rank[at(l.to)] - rank[at(l.from)]);
  }
  std::vector<char> bus(links.size(), 0);
  for (size_t i = 0; i < links.size(); ++i) {
    const Link& l = links[i];
    bus[i] = readers[at(l.from)] >= bus_readers && span[at(l.from)] >= bus_span &&
             rank[at(l.to)] - rank[at(l.from)] >= bus_link;
  }
  return bus;
}

std::vector<int32_t> parts_of(int32_t nodes, const std::vector<Link>& links, const std::vector<char>& without) {
  std::vector<int32_t> parent(at(nodes));
  for (int32_t v = 0; v < nodes; ++v) parent[at(v)] = v;
  const auto root = [&](int32_t v) {
    while (parent[at(v)] != v) v = parent[at(v)] = parent[at(parent[at(v)])];
    return v;
  };
  for (size_t i = 0; i < links.size(); ++i)
    if (!without[i]) parent[at(root(links[i].from))] = root(links[i].to);
  for (int32_t v = 0; v < nodes; ++v) parent[at(v)] = root(v);
  return parent;
}

// Parts that nothing enters come down to their first reader.
void lower_parts(const std::vector<Link>& links, const std::vector<int32_t>& part, const std::vector<int32_t>& rank,
                 std::vector<int32_t>& shift) {
  constexpr int32_t far = std::numeric_limits<int32_t>::max();
  std::vector<int32_t> room(rank.size(), far);
  std::vector<char> entered(rank.size(), 0);
  for (const Link& l : links) {
    const int32_t a = part[at(l.from)], b = part[at(l.to)];
    if (a == b) continue;
    entered[at(b)] = 1;
    const int32_t free = rank[at(l.to)] + shift[at(b)] - rank[at(l.from)] - shift[at(a)] - 1;
    room[at(a)] = std::min(room[at(a)], free);
  }
  for (size_t p = 0; p < room.size(); ++p)
    if (!entered[p] && room[p] != far) shift[p] += room[p];
}

// Moves whole parts until the links between them point down. False where parts read each other in turn.
bool settle_parts(const std::vector<Link>& links, const std::vector<int32_t>& part, std::vector<int32_t>& rank) {
  std::vector<int32_t> shift(rank.size(), 0);
  for (int round = 0; round < 64; ++round) {
    bool moved = false;
    for (const Link& l : links) {
      const int32_t a = part[at(l.from)], b = part[at(l.to)];
      const int32_t from = rank[at(l.from)] + shift[at(a)], to = rank[at(l.to)] + shift[at(b)];
      if (to > from) continue;
      if (a == b) return false;
      shift[at(a)] -= from + 1 - to;  // producers move up
      moved = true;
    }
    if (moved) continue;
    lower_parts(links, part, rank, shift);
    for (size_t v = 0; v < rank.size(); ++v) rank[v] += shift[at(part[v])];
    return true;
  }
  return false;
}

}  // namespace

std::vector<int32_t> assign_ranks(int32_t nodes, const std::vector<Link>& links, const CancelToken& cancel) {
  std::vector<char> left_out = bus_links(nodes, links);
  for (int attempt = 0;; ++attempt) {
    std::vector<RankEdge> edges;
    for (size_t i = 0; i < links.size(); ++i)
      if (!left_out[i]) edges.push_back({links[i].from, links[i].to, links[i].weight, 1});
    std::vector<int32_t> rank = Folder(nodes, edges).solve(cancel);
    if (cancel.cancelled()) return rank;
    const std::vector<int32_t> part = parts_of(nodes, links, left_out);
    if (settle_parts(links, part, rank)) {
      std::vector<int32_t> least(at(nodes), std::numeric_limits<int32_t>::max());
      const std::vector<int32_t> whole = parts_of(nodes, links, std::vector<char>(links.size(), 0));
      for (size_t v = 0; v < at(nodes); ++v) least[at(whole[v])] = std::min(least[at(whole[v])], rank[v]);
      for (size_t v = 0; v < at(nodes); ++v) rank[v] -= least[at(whole[v])];
      return rank;
    }
    // What points up belongs to the shape of the graph after all.
    for (size_t i = 0; i < links.size(); ++i)
      if (attempt > 0 || rank[at(links[i].to)] <= rank[at(links[i].from)]) left_out[i] = 0;
  }
}

}  // namespace nw::layout
