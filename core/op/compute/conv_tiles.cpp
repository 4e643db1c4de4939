// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_tiles.h"

#include <algorithm>

namespace nw::op {

namespace {

constexpr int64_t kMaxVectors = 7;
constexpr double kMaxWaste = 2;            // computed pixels per needed pixel
constexpr double kCacheBytes = 768 << 10;  // share of the L2 cache that data can use

// Cycles of one step of the reduction relative to its multiplications alone: two multiplications a cycle, two loads a
// cycle (a vector that crosses a cache line counts twice), and the traffic from the L2 cache.
double step_cost(int64_t channels, int64_t vectors, int64_t taps) {
  const auto m = static_cast<double>(channels), v = static_cast<double>(vectors);
  const double multiply = m * v / 2, load = (m + (taps > 1 ? 1.75 : 1.0) * v) / 2, decode = (m * v + m + v + 3) / 5.5,
               fetch = v * 64 / 24 / static_cast<double>(std::min<int64_t>(taps, 4)), latency = 4;
  return std::max({multiply, load, decode, fetch, latency}) / multiply;
}

}  // namespace

int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers) {
  const int64_t most = std::clamp<int64_t>((registers - 4) / std::max<int64_t>(vectors, 1), 1, 8);
  for (int64_t m = most; m > 1; --m)
    if (outputs % m == 0) return m;
  return 1;
}

std::optional<ConvTiles> plan_tiles(const ConvPlane& plane) {
  std::optional<ConvTiles> best;
  double best_cost = 0;
  for (int64_t rows = 1; rows <= plane.height; ++rows) {
    if (plane.height % rows != 0) continue;
    const int64_t reach = (rows - 1) * plane.pitch + plane.width;
    for (int64_t vectors = 1; vectors <= kMaxVectors; ++vectors) {
      ConvTiles t{rows, vectors, 1};
      t.tiles = (reach + t.pixels() - 1) / t.pixels();
      if (t.tiles == 1 && reach != t.pixels()) continue;  // a single tile has only the needed pixels: a tail
      const int64_t channels = tile_channels(plane.outputs, vectors, 32);
      const double waste = static_cast<double>(t.tiles * t.pixels()) / static_cast<double>(rows * plane.width);
      const auto covered = static_cast<double>(4 * t.tiles * t.pixels());
      if (waste > kMaxWaste) continue;
      double cost = waste * step_cost(channels, vectors, plane.taps);
      if (static_cast<double>(channels) * covered > 24 << 10) cost *= 1.03;
      if (static_cast<double>(plane.inputs) * covered > kCacheBytes) cost *= 1.1;
      if (!best || cost < best_cost) best = t, best_cost = cost;
    }
  }
  return best;
}

}  // namespace nw::op
