// SPDX-License-Identifier: GPL-3.0-or-later
// Graph layout: ids and sizes → positions and routes. Pure functions; the same input gives the same picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"

namespace nw::layout {

struct Point {
  double x = 0, y = 0;
};
struct Size {
  double w = 0, h = 0;
};

// Node i has sizes[i]; edges are pairs of indices, from producer to consumer; y grows downward, as data flows unless
// Options::rightward is set.
struct Input {
  std::vector<Size> sizes;
  std::vector<std::pair<int32_t, int32_t>> edges;
  // Nested layout: parent[i] is the index into `boxes` of the innermost box around node i, or -1.
  std::vector<int32_t> parent;
  struct Box {
    int32_t parent = -1;
    double header = 0;       // height kept free for the box's title
    bool collapsed = false;  // drawn as one node of `size`; what is in it is not laid out
    Size size;               // when collapsed
  };
  std::vector<Box> boxes;
};

struct Options {
  double layer_gap = 40;  // between layers, in the unit of the sizes
  double node_gap = 20;   // between neighbours in a layer
  double edge_gap = 8;    // between parallel edges
  double box_margin = 16;
  bool rightward = false;  // data flow to the right; titles of boxes stay above them
  double wrap_aspect = 0;  // long chains are put in columns, about so many times as wide as high; 0: they are not
};

struct Output {
  std::vector<Point> centers;  // of nodes; in a collapsed box: the centre of the box
  // One an edge, from border to border, as a polyline; between collapsed boxes from box to box, within one empty.
  std::vector<std::vector<Point>> routes;
  struct Rect {
    double x = 0, y = 0, w = 0, h = 0;
  };  // top left
  std::vector<Rect> boxes;  // within a collapsed box: of no size, at its centre
  Size size;                // of the whole picture
  bool cancelled = false;
};

// Keeps pieces that were laid out, by their content, so that the next picture of nearly the same graph (a box more
// expanded, say) costs only what is new. Copies share it; it may be used from several threads.
class Cache {
 public:
  Cache();
  void clear();

  class Store;
  Store& store() const { return *store_; }

 private:
  std::shared_ptr<Store> store_;
};

Output layout(const Input& input, const Options& options = {}, const CancelToken& cancel = {});
Output layout_cached(const Input& input, const Options& options, const CancelToken& cancel, const Cache& cache);

// Crossings of routes, as drawing: pairs of edges without a common end whose polylines properly cross, each crossing
// of two segments counted.
int64_t count_crossings(const Output& output, const Input& input);

}  // namespace nw::layout
