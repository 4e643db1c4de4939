// SPDX-License-Identifier: GPL-3.0-or-later
// One level of a layout: a graph without cycles whose nodes may be boxes with fixed ports.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "layout/layout.h"

namespace nw::layout {

enum class Pin : int8_t { Free, Top, Bottom };  // ports of a box are on its first or its last layer

struct Wire {
  int32_t from = 0, to = 0;
  int32_t weight = 1;             // edges of the input that run along it
  int32_t origin = 0;             // wires of one origin share a trunk
  double from_dx = 0, to_dx = 0;  // where it is fastened, from the centre
};

struct Problem {
  std::vector<Size> sizes;
  std::vector<Pin> pins;  // empty: all free
  std::vector<Wire> wires;
};

struct Solution {
  std::vector<Point> centers;
  std::vector<std::vector<Point>> routes;  // one a wire
  Size size;
};

}  // namespace nw::layout
