// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_walk.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace nw::views {

namespace {

void sort_from_left(const Picture& picture, std::vector<int32_t>& items) {
  auto place = [&](int32_t item) { return std::pair(picture.items[static_cast<size_t>(item)].x, item); };
  std::sort(items.begin(), items.end(), [&](int32_t a, int32_t b) { return place(a) < place(b); });
}

// Producers if `up`, else consumers, from left to right.
std::vector<int32_t> neighbours(const Picture& picture, int32_t of, bool up) {
  std::vector<int32_t> found;
  picture.edge_index.query(picture.items[static_cast<size_t>(of)].rect().adjusted(-2, -2, 2, 2), [&](int32_t e) {
    const SceneEdge& edge = picture.scene.edges[static_cast<size_t>(e)];
    if (up && edge.to == of) found.push_back(edge.from);
    if (!up && edge.from == of) found.push_back(edge.to);
  });
  sort_from_left(picture, found);
  return found;
}

// Items with a producer in common, else with a consumer.
std::vector<int32_t> siblings_of(const Picture& picture, int32_t here) {
  std::vector<int32_t> siblings;
  for (int32_t producer : neighbours(picture, here, true))
    for (int32_t item : neighbours(picture, producer, false)) siblings.push_back(item);
  if (siblings.size() < 2)
    for (int32_t consumer : neighbours(picture, here, false))
      for (int32_t item : neighbours(picture, consumer, true)) siblings.push_back(item);
  sort_from_left(picture, siblings);
  siblings.erase(std::unique(siblings.begin(), siblings.end()), siblings.end());
  return siblings;
}

}  // namespace

int32_t walk_from(const Picture& picture, int32_t here, Canvas::Walk direction) {
  if (direction == Canvas::Walk::Up || direction == Canvas::Walk::Down) {
    const std::vector<int32_t> found = neighbours(picture, here, direction == Canvas::Walk::Up);
    return found.empty() ? -1 : found[found.size() / 2];
  }
  const std::vector<int32_t> siblings = siblings_of(picture, here);
  const auto at = std::find(siblings.begin(), siblings.end(), here);
  if (at == siblings.end()) return -1;
  if (direction == Canvas::Walk::Left) return at == siblings.begin() ? -1 : *std::prev(at);
  return std::next(at) == siblings.end() ? -1 : *std::next(at);
}

int32_t next_edge(const Picture& picture, int32_t item, int32_t edge, bool forward) {
  std::vector<int32_t> edges;
  picture.edge_index.query(picture.items[static_cast<size_t>(item)].rect().adjusted(-2, -2, 2, 2), [&](int32_t e) {
    const SceneEdge& found = picture.scene.edges[static_cast<size_t>(e)];
    if (found.from == item || found.to == item) edges.push_back(e);
  });
  if (edges.empty()) return -1;
  const auto place = [&](int32_t e) {
    const SceneEdge& at = picture.scene.edges[static_cast<size_t>(e)];
    const bool out = at.from == item;
    return std::tuple(out, picture.items[static_cast<size_t>(out ? at.to : at.from)].x, e);
  };
  std::ranges::sort(edges, {}, place);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto here = std::ranges::find(edges, edge);
  if (here == edges.end()) return forward ? edges.front() : edges.back();
  if (forward) return std::next(here) == edges.end() ? edges.front() : *std::next(here);
  return here == edges.begin() ? edges.back() : *std::prev(here);
}

}  // namespace nw::views
