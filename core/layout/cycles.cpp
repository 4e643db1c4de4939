// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/cycles.h"

#include <cstddef>

#include "layout/at.h"

namespace nw::layout {
std::vector<char> edges_to_turn(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges) {
  std::vector<char> turn(edges.size(), 0), entered(at(nodes), 0);
  std::vector<int32_t> first(at(nodes) + 1, 0), out(edges.size());
  for (const auto& [from, to] : edges) {
    ++first[at(from) + 1];
    if (from != to) entered[at(to)] = 1;
  }
  for (size_t v = 0; v < at(nodes); ++v) first[v + 1] += first[v];
  std::vector<int32_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < edges.size(); ++i) out[at(next[at(edges[i].first)]++)] = static_cast<int32_t>(i);
  next.assign(first.begin(), first.end() - 1);

  enum : char { New, Open, Done };
  std::vector<char> state(at(nodes), New);
  std::vector<int32_t> stack;
  const auto search = [&](int32_t root) {
    if (state[at(root)] != New) return;
    stack.assign(1, root);
    state[at(root)] = Open;
    while (!stack.empty()) {
      const int32_t v = stack.back();
      if (next[at(v)] == first[at(v) + 1]) {
        state[at(v)] = Done;
        stack.pop_back();
        continue;
      }
      const int32_t i = out[at(next[at(v)]++)], u = edges[at(i)].second;
      if (u == v) continue;
      if (state[at(u)] == Open) turn[at(i)] = 1;
      if (state[at(u)] != New) continue;
      state[at(u)] = Open;
      stack.push_back(u);
    }
  };
  for (int32_t v = 0; v < nodes; ++v)
    if (!entered[at(v)]) search(v);
  for (int32_t v = 0; v < nodes; ++v) search(v);
  return turn;
}

}  // namespace nw::layout
