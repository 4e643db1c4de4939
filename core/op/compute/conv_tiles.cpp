// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_tiles.h"

#include <algorithm>

namespace nw::op {

namespace {

constexpr int64_t kMaxVectors = 7;
constexpr double kMaxWaste = 2;      // computed pixels per needed pixel
constexpr double kCacheShare = 0.6;  // of the L2 cache, that data can use
constexpr double kLine = 64;         // bytes of a cache line
constexpr double kCopy = 1;          // cycles to copy an element, from one cache to another

// Cycles of one step of the reduction relative to its multiplications alone: two multiplications a cycle, two loads a
// cycle (a vector that crosses a cache line counts twice), and the traffic from the L2 cache. A sum waits 4 to 5 cycles
// for its last addition.
double step_cost(int64_t channels, const ConvTiles& t, int64_t taps) {
  const auto m = static_cast<double>(channels), v = static_cast<double>(t.vectors);
  const double bytes = 4 * static_cast<double>(t.lanes), crossing = taps > 1 ? 0.75 * bytes / kLine : 0;
  const double multiply = m * v / 2, load = (m + (1 + crossing) * v) / 2, decode = (m * v + m + v + 3) / 3.6,
               fetch = v * bytes / 24 / static_cast<double>(std::min<int64_t>(taps, 4)), latency = 4.5;
  return std::max({multiply, load, decode, fetch, latency}) / multiply;
}

}  // namespace

int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers) {
  // AVX-512 multiplies by an element in memory. Elsewhere the element takes a register, and so does each vector of
  // data.
  const int64_t v = std::max<int64_t>(vectors, 1), free = registers >= 32 ? registers - 4 : registers - 1 - v;
  const int64_t most = std::clamp<int64_t>(free / v, 1, 8);
  for (int64_t m = most; m > 1; --m)
    if (outputs % m == 0) return m;
  return 1;
}

std::optional<ConvTiles> plan_tiles(const ConvPlane& plane, const CoreFacts& core) {
  std::optional<ConvTiles> best;
  double best_cost = 0;
  for (int64_t rows = 1; rows <= plane.height; ++rows) {
    if (plane.height % rows != 0) continue;
    const int64_t reach = (rows - 1) * plane.pitch + plane.width;
    for (int64_t vectors = 1; vectors <= kMaxVectors; ++vectors) {
      ConvTiles t{rows, vectors, 1, core.lanes};
      t.tiles = (reach + t.pixels() - 1) / t.pixels();
      if (t.tiles == 1 && reach != t.pixels()) continue;  // a single tile has only the needed pixels: a tail
      const int64_t channels = tile_channels(plane.outputs, vectors, core.registers);
      const double waste = static_cast<double>(t.tiles * t.pixels()) / static_cast<double>(rows * plane.width);
      const auto covered = static_cast<double>(4 * t.tiles * t.pixels());
      if (waste > kMaxWaste) continue;
      double cost = waste * step_cost(channels, t, plane.taps);
      // Tiles that reach over the end of the data read a copy: so many cycles for 2 * lanes multiplications each.
      if (!plane.copied && t.tiles * t.pixels() != reach)
        cost += kCopy * 2 * static_cast<double>(t.lanes) / static_cast<double>(plane.outputs);
      if (static_cast<double>(channels) * covered > 24 << 10) cost *= 1.03;
      if (static_cast<double>(plane.inputs) * covered > kCacheShare * static_cast<double>(core.l2_bytes)) cost *= 1.04;
      if (!best || cost < best_cost) best = t, best_cost = cost;
    }
  }
  return best;
}

}  // namespace nw::op
