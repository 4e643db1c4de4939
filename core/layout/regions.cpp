// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/regions.h"

#include <algorithm>

#include "layout/at.h"
#include "layout/cycles.h"

namespace nw::layout {
namespace {

// Neighbours of each node, one list behind the other.
struct Lists {
  Lists(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges, bool backward) : first(at(nodes) + 1, 0) {
    for (const auto& [from, to] : edges) ++first[at(backward ? to : from) + 1];
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    ends.resize(edges.size());
    std::vector<int32_t> fill(first.begin(), first.end() - 1);
    for (const auto& [a, b] : edges) ends[at(fill[at(backward ? b : a)]++)] = backward ? a : b;
  }
  const int32_t* begin(int32_t v) const { return ends.data() + first[at(v)]; }
  const int32_t* end(int32_t v) const { return ends.data() + first[at(v) + 1]; }
  int32_t count(int32_t v) const { return first[at(v) + 1] - first[at(v)]; }

  std::vector<int32_t> first, ends;
};

// A tree that grows leaf by leaf and finds common ancestors by jumps (Myers), also where it is a long chain.
class Tree {
 public:
  explicit Tree(size_t size) : parent(size, -1), depth_(size, -1), jump_(size, -1) {}

  bool has(int32_t v) const { return depth_[at(v)] >= 0; }
  void plant(int32_t root) { depth_[at(root)] = 0, jump_[at(root)] = root; }
  void attach(int32_t v, int32_t to) {
    parent[at(v)] = to;
    depth_[at(v)] = depth_[at(to)] + 1;
    const int32_t j = jump_[at(to)];
    const bool far = depth_[at(to)] - depth_[at(j)] == depth_[at(j)] - depth_[at(jump_[at(j)])];
    jump_[at(v)] = far ? jump_[at(j)] : to;
  }
  int32_t meet(int32_t a, int32_t b) const {
    if (depth_[at(a)] < depth_[at(b)]) std::swap(a, b);
    while (depth_[at(a)] > depth_[at(b)]) {
      const int32_t j = jump_[at(a)];
      a = depth_[at(j)] >= depth_[at(b)] ? j : parent[at(a)];
    }
    while (a != b) {
      const bool far = jump_[at(a)] != jump_[at(b)];
      a = far ? jump_[at(a)] : parent[at(a)];
      b = far ? jump_[at(b)] : parent[at(b)];
    }
    return a;
  }

  std::vector<int32_t> parent;

 private:
  std::vector<int32_t> depth_, jump_;
};

std::vector<std::pair<int32_t, int32_t>> without_cycles(int32_t nodes,
                                                        const std::vector<std::pair<int32_t, int32_t>>& edges) {
  const std::vector<char> turn = edges_to_turn(nodes, edges);
  std::vector<std::pair<int32_t, int32_t>> kept;
  for (size_t e = 0; e < edges.size(); ++e) {
    if (!turn[e] && edges[e].first != edges[e].second) kept.push_back(edges[e]);
  }
  return kept;
}

std::vector<int32_t> topological(int32_t nodes, const Lists& out, const Lists& in) {
  std::vector<int32_t> order, waiting(at(nodes));
  for (int32_t v = 0; v < nodes; ++v) {
    waiting[at(v)] = in.count(v);
    if (waiting[at(v)] == 0) order.push_back(v);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const int32_t* to = out.begin(order[i]); to != out.end(order[i]); ++to) {
      if (--waiting[at(*to)] == 0) order.push_back(*to);
    }
  }
  return order;
}

// The source of the longest way.
int32_t main_source(const std::vector<int32_t>& order, const Lists& out, const Lists& in, int32_t nodes) {
  std::vector<int32_t> height(at(nodes), 0);
  int32_t best = -1;
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    for (const int32_t* to = out.begin(*v); to != out.end(*v); ++to)
      height[at(*v)] = std::max(height[at(*v)], height[at(*to)] + 1);
  }
  for (const int32_t v : order) {
    if (in.count(v) == 0 && (best < 0 || height[at(v)] > height[at(best)])) best = v;
  }
  return best;
}

class Finder {
 public:
  Finder(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges)
      : nodes_(nodes),
        out_(nodes, edges, false),
        in_(nodes, edges, true),
        order_(topological(nodes, out_, in_)),
        dominators_(at(nodes)),
        post_(at(nodes) + 1) {}

  Regions find(int32_t least) {
    result_.box.assign(at(nodes_), -1);
    if (order_.empty()) return std::move(result_);
    trees();
    regions(least);
    loose_nodes();
    return std::move(result_);
  }

 private:
  void trees() {
    const int32_t root = main_source(order_, out_, in_, nodes_);
    dominators_.plant(root);
    for (const int32_t v : order_) {
      int32_t meet = -1;
      for (const int32_t* from = in_.begin(v); from != in_.end(v); ++from) {
        if (dominators_.has(*from)) meet = meet < 0 ? *from : dominators_.meet(meet, *from);
      }
      if (meet >= 0) dominators_.attach(v, meet);
    }
    post_.plant(nodes_);  // the outside: where all paths end
    for (auto v = order_.rbegin(); v != order_.rend(); ++v) {
      int32_t meet = out_.count(*v) == 0 ? nodes_ : -1;
      for (const int32_t* to = out_.begin(*v); to != out_.end(*v); ++to) meet = meet < 0 ? *to : post_.meet(meet, *to);
      post_.attach(*v, meet);
    }
  }

  // All ways from `entry` lead to `exit`, and all ways to `exit` come from `entry`.
  int32_t exit_of(int32_t entry) const {
    const int32_t exit = post_.parent[at(entry)];
    return exit < nodes_ && dominators_.parent[at(exit)] == entry ? exit : -1;
  }

  // A node lies in the region that its dominator opens, or where its dominator lies (then that region is closed, or
  // there is none). In topological order, so that dominators come first.
  void regions(int32_t least) {
    std::vector<int32_t> opened(at(nodes_), -1);  // by entry: its region in `all`
    std::vector<int32_t> inside(at(nodes_), -1);  // by node, exits not counted in
    std::vector<int32_t> entry, exit, around, members;
    for (const int32_t v : order_) {
      if (!dominators_.has(v)) continue;
      const int32_t d = dominators_.parent[at(v)];
      if (d >= 0) {
        const int32_t region = opened[at(d)];
        const bool within = region >= 0 && v != exit[at(region)] && post_.meet(v, exit[at(region)]) == exit[at(region)];
        inside[at(v)] = within ? region : inside[at(d)];
      }
      const int32_t end = exit_of(v);
      if (end < 0 || out_.count(v) < 2) continue;
      opened[at(v)] = static_cast<int32_t>(entry.size());
      entry.push_back(v), exit.push_back(end), around.push_back(inside[at(v)]), members.push_back(0);
    }
    std::vector<int32_t> home = inside;  // exits counted in
    for (const int32_t v : order_) {
      const int32_t d = dominators_.has(v) ? dominators_.parent[at(v)] : -1;
      if (d >= 0 && opened[at(d)] >= 0 && exit[at(opened[at(d)])] == v) home[at(v)] = opened[at(d)];
      for (int32_t r = home[at(v)]; r >= 0 && members[at(r)] < least; r = around[at(r)]) ++members[at(r)];
    }
    std::vector<int32_t> number(entry.size(), -1);
    const auto kept = [&](int32_t r) {
      while (r >= 0 && members[at(r)] < least) r = around[at(r)];
      return r < 0 ? -1 : number[at(r)];
    };
    for (size_t r = 0; r < entry.size(); ++r) {  // outer ones were opened first
      if (members[r] < least) continue;
      const int32_t parent = kept(around[r]);
      number[r] = static_cast<int32_t>(result_.entry.size());
      result_.parent.push_back(parent);
      result_.entry.push_back(entry[r]);
      result_.exit.push_back(exit[r]);
    }
    for (int32_t v = 0; v < nodes_; ++v) result_.box[at(v)] = kept(home[at(v)]);
  }

  int32_t common(int32_t a, int32_t b) const {
    while (a != b) (a > b ? a : b) = result_.parent[at(std::max(a, b))];
    return a;
  }

  // What the input does not reach is with those who read it.
  void loose_nodes() {
    for (auto v = order_.rbegin(); v != order_.rend(); ++v) {
      if (dominators_.has(*v) || out_.count(*v) == 0) continue;
      int32_t box = result_.box[at(*out_.begin(*v))];
      for (const int32_t* to = out_.begin(*v); to != out_.end(*v); ++to) box = common(box, result_.box[at(*to)]);
      result_.box[at(*v)] = box;
    }
  }

  int32_t nodes_;
  Lists out_, in_;
  std::vector<int32_t> order_;
  Tree dominators_, post_;
  Regions result_;
};

}  // namespace

Regions find_regions(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges, int32_t least) {
  return Finder(nodes, without_cycles(nodes, edges)).find(std::max(least, 2));
}

}  // namespace nw::layout
