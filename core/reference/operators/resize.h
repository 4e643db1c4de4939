// SPDX-License-Identifier: GPL-3.0-or-later
// From which elements of one axis, with which weights, each place of a resized axis is made.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "reference/call.h"

namespace nw::reference {

struct ResizeRule {
  std::string method = "linear";  // "nearest_neighbor", "linear", "cubic"
  std::string transform = "half_pixel";
  std::string rounding;  // of nearest_neighbor; empty: "round" for align_corners, else "floor"
  double cubic_alpha = -0.5;
  bool exclude_outside = false;  // cubic: weights of what is outside go to the rest
};

// What one place reads: elements are clipped to the axis. A place outside, under tf_crop_and_resize, reads nothing.
struct Taps {
  std::array<int64_t, 4> at{};
  std::array<double, 4> weight{};
  int count = 0;
};

// `scale` is the places for an element; 0: their ratio. start and end: the part of the axis that tf_crop_and_resize
// takes, from 0 to 1.
std::vector<Taps> resize_taps(const Call& call, const ResizeRule& rule, int64_t size, int64_t places, double scale,
                              double start, double end);
Taps taps_at(const Call& call, const ResizeRule& rule, int64_t size, double position);

}  // namespace nw::reference
