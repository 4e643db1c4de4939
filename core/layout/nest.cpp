// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/nest.h"

#include <algorithm>

#include "layout/at.h"
#include "layout/cycles.h"

namespace nw::layout {
namespace {

// The parent of each box, with nonsense (out of range, or a ring) put under the whole picture.
std::vector<int32_t> sound_parents(const Input& input) {
  const int32_t boxes = static_cast<int32_t>(input.boxes.size());
  std::vector<int32_t> parent(at(boxes));
  for (int32_t b = 0; b < boxes; ++b) {
    const int32_t p = input.boxes[at(b)].parent;
    parent[at(b)] = p >= 0 && p < boxes ? p : boxes;
  }
  std::vector<char> state(at(boxes) + 1, 0);  // 1: on the way, 2: leads to the whole
  state[at(boxes)] = 2;
  for (int32_t b = 0; b < boxes; ++b) {
    int32_t v = b;
    while (state[at(v)] == 0) {
      state[at(v)] = 1;
      v = parent[at(v)];
      if (state[at(v)] == 1) parent[at(v)] = boxes;
    }
    for (v = b; state[at(v)] == 1; v = parent[at(v)]) state[at(v)] = 2;
  }
  return parent;
}

}  // namespace

Tree::Tree(const Input& input)
    : nodes(static_cast<int32_t>(input.sizes.size())), boxes(static_cast<int32_t>(input.boxes.size())) {
  const std::vector<int32_t> parent = sound_parents(input);
  // The level that what is in a box belongs to, or the box itself where it hides its content.
  std::vector<int32_t> order, stands(at(boxes) + 1, -1), open(at(boxes) + 1, -1);
  depth.assign(at(boxes) + 1, -1);
  level.assign(at(nodes + boxes), -1);
  stands[at(boxes)] = -1;
  open[at(boxes)] = boxes;
  depth[at(boxes)] = 0;
  std::vector<int32_t> chain;
  for (int32_t b = 0; b < boxes; ++b) {
    for (int32_t v = b; depth[at(v)] < 0; v = parent[at(v)]) chain.push_back(v);
    for (; !chain.empty(); chain.pop_back()) {
      const int32_t v = chain.back(), p = parent[at(v)];
      depth[at(v)] = depth[at(p)] + 1;
      const int32_t above = open[at(p)];
      if (stands[at(p)] >= 0) {
        stands[at(v)] = stands[at(p)];
      } else if (depth[at(v)] > deepest) {
        open[at(v)] = above;
      } else {
        level[at(nodes + v)] = above;
        if (input.boxes[at(v)].collapsed)
          stands[at(v)] = nodes + v;
        else
          open[at(v)] = v;
      }
    }
  }
  shown.resize(at(nodes));
  members.resize(at(boxes) + 1);
  place.assign(at(nodes + boxes), -1);
  const auto enrol = [&](int32_t entity) {
    // A box enters where its first node does, and so do those around it.
    while (place[at(entity)] < 0) {
      const int32_t l = level[at(entity)];
      place[at(entity)] = static_cast<int32_t>(members[at(l)].size());
      members[at(l)].push_back(entity);
      if (l == boxes) break;
      entity = nodes + l;
    }
  };
  for (int32_t v = 0; v < nodes; ++v) {
    const int32_t p = at(v) < input.parent.size() ? input.parent[at(v)] : -1;
    const int32_t box = p >= 0 && p < boxes ? p : boxes;
    shown[at(v)] = stands[at(box)] >= 0 ? stands[at(box)] : v;
    if (shown[at(v)] == v) level[at(v)] = open[at(box)];
    enrol(shown[at(v)]);
  }
  for (int32_t b = 0; b < boxes; ++b)
    if (level[at(nodes + b)] >= 0) enrol(nodes + b);
  for (int32_t b = 0; b <= boxes; ++b)
    if (open[at(b)] == b) bottom_up.push_back(b);
  std::stable_sort(bottom_up.begin(), bottom_up.end(),
                   [&](int32_t a, int32_t b) { return depth[at(a)] > depth[at(b)]; });
}

namespace {

// Both ends of an edge as members of the innermost level that holds both.
struct Meeting {
  int32_t level, from, to;
};

Meeting meet(const Tree& tree, int32_t from, int32_t to) {
  while (tree.level[at(from)] != tree.level[at(to)]) {
    const int32_t a = tree.level[at(from)], b = tree.level[at(to)];
    if (tree.depth[at(a)] >= tree.depth[at(b)])
      from = tree.nodes + a;
    else
      to = tree.nodes + b;
  }
  return {tree.level[at(from)], from, to};
}

// Edges turned so that no level has a cycle.
std::vector<char> turned_edges(const std::vector<Meeting>& meetings, const Tree& tree) {
  const size_t levels = tree.members.size();
  std::vector<int32_t> first(levels + 1, 0), sorted(meetings.size());
  for (const Meeting& m : meetings) ++first[at(m.level) + 1];
  for (size_t l = 0; l < levels; ++l) first[l + 1] += first[l];
  std::vector<int32_t> fill(first.begin(), first.end() - 1);
  for (size_t e = 0; e < meetings.size(); ++e) sorted[at(fill[at(meetings[e].level)]++)] = static_cast<int32_t>(e);
  std::vector<char> turned(meetings.size(), 0);
  std::vector<std::pair<int32_t, int32_t>> edges;
  for (size_t l = 0; l < levels; ++l) {
    edges.clear();
    for (int32_t k = first[l]; k < first[l + 1]; ++k) {
      const Meeting& m = meetings[at(sorted[at(k)])];
      edges.emplace_back(tree.place[at(m.from)], tree.place[at(m.to)]);
    }
    if (edges.empty()) continue;
    const std::vector<char> turn = edges_to_turn(static_cast<int32_t>(tree.members[l].size()), edges);
    for (size_t k = 0; k < turn.size(); ++k) turned[at(sorted[at(first[l]) + k])] = turn[k];
  }
  return turned;
}

}  // namespace

Sections::Sections(const Input& input, const Tree& tree) {
  std::vector<Meeting> meetings;
  meetings.reserve(input.edges.size());
  for (const auto& [from, to] : input.edges) meetings.push_back(meet(tree, tree.shown[at(from)], tree.shown[at(to)]));
  turned = turned_edges(meetings, tree);
  first.reserve(input.edges.size() + 1);
  std::vector<Section> inward;
  for (size_t e = 0; e < meetings.size(); ++e) {
    first.push_back(static_cast<int32_t>(all.size()));
    Meeting m = meetings[e];
    if (m.from == m.to) continue;
    int32_t source = tree.shown[at(input.edges[e].first)], target = tree.shown[at(input.edges[e].second)];
    if (turned[e]) {
      std::swap(source, target);
      std::swap(m.from, m.to);
    }
    for (int32_t v = source; v != m.from; v = tree.nodes + tree.level[at(v)])
      all.push_back({tree.level[at(v)], v, bottom_port, source});
    all.push_back({m.level, m.from, m.to, source});
    inward.clear();
    for (int32_t v = target; v != m.to; v = tree.nodes + tree.level[at(v)])
      inward.push_back({tree.level[at(v)], top_port, v, source});
    all.insert(all.end(), inward.rbegin(), inward.rend());
  }
  first.push_back(static_cast<int32_t>(all.size()));
}

}  // namespace nw::layout
