// SPDX-License-Identifier: GPL-3.0-or-later
// Graph layout: ids and sizes → positions and routes. Pure functions; the same input gives the same picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"

namespace nw::layout {

struct Point { double x = 0, y = 0; };
struct Size { double w = 0, h = 0; };

// Node i has sizes[i]; edges are pairs of indices, from producer to consumer; y grows downward, as data flows.
struct Input {
  std::vector<Size> sizes;
  std::vector<std::pair<int32_t, int32_t>> edges;
  // Nested layout: parent[i] is the index into `boxes` of the innermost box around node i, or -1.
  std::vector<int32_t> parent;
  struct Box { int32_t parent = -1; double header = 0; };  // header: height kept free for the box's title
  std::vector<Box> boxes;
};

struct Options {
  double layer_gap = 40;   // between layers, in the unit of the sizes
  double node_gap = 20;    // between neighbours in a layer
  double edge_gap = 8;     // between parallel edges
  double box_margin = 16;
};

struct Output {
  std::vector<Point> centers;                    // of nodes
  std::vector<std::vector<Point>> routes;        // one an edge, from border to border, as a polyline
  struct Rect { double x = 0, y = 0, w = 0, h = 0; };  // top left
  std::vector<Rect> boxes;
  Size size;                                     // of the whole picture
  bool cancelled = false;
};

Output layout(const Input& input, const Options& options = {}, const CancelToken& cancel = {});

// Crossings of routes, as drawing: pairs of edges without a common end whose polylines properly cross.
int64_t count_crossings(const Output& output, const Input& input);

}  // namespace nw::layout
