// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes: which level each node and edge belongs to, and where edges pass a box's border.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "layout/layout.h"

namespace nw::layout {

// The tree of boxes. Nodes are entities 0…n−1, boxes n…; level `boxes` is the picture as a whole. What lies within a
// collapsed box, or deeper than `deepest`, is drawn as part of the box that represents it.
struct Tree {
  static constexpr int32_t deepest = 64;

  explicit Tree(const Input& input);

  int32_t nodes, boxes;
  std::vector<int32_t> level;                 // of each entity; −1 where it is not drawn by itself
  std::vector<int32_t> depth;                 // of each level; the whole picture has 0
  std::vector<int32_t> shown;                 // the entity that represents a node
  std::vector<std::vector<int32_t>> members;  // entities of each level, in the order of their first nodes
  std::vector<int32_t> place;                 // of an entity among its level's members
  std::vector<int32_t> bottom_up;             // levels, inner ones first

  int32_t whole() const { return boxes; }
  bool is_box(int32_t entity) const { return entity >= nodes; }
};

constexpr int32_t top_port = -1, bottom_port = -2;

// One edge within one level: between two entities, or from or to a port in the level's border.
struct Section {
  int32_t level, from, to;
  int32_t source;  // the node where the edge starts, as it is drawn
};

struct Sections {
  Sections(const Input& input, const Tree& tree);

  std::vector<Section> all;
  std::vector<int32_t> first;  // of each edge, and the end
  std::vector<char> turned;    // edges drawn from their consumer down to their producer
};

}  // namespace nw::layout
