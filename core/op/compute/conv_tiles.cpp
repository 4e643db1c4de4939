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

constexpr int64_t kMostSums = 14;  // where a row's neighbouring pixels share an element of the window
constexpr double kL2BytesPerCycle = 24;

// What else a kernel waits for, in cycles, as layers of whole networks take it: there weights come from memory, and so
// do the data that the cache does not hold.
constexpr double kPack = 2;                   // to pack a weight
constexpr double kWeightOfBlock = 1;          // for a weight, which one row of a block's pixels reads first,
constexpr double kWeightOfTile = 1.5;         // or a tile,
constexpr double kWeightOfWindow = 0.5;       // or a tile with all weights of a window
constexpr double kPhase = 3, kFarPhase = 12;  // to copy an element of a plane with strides, in the cache and beyond it

// And shares of the multiplications' time.
constexpr double kWindowOfBlock = 0.15;  // for neighbours that a row's pixels read more than once, times the stride
constexpr double kLineOfBlock = 0.6;     // for lines of data that are read in part, if they fill the cache
constexpr double kMostLines = 0.65;
constexpr double kSinglePosition = 0.45;  // of tiles: nothing of a line is read twice

// Cycles of the multiplications by one weight.
double cycles_of_weight(const ConvPlane& plane, const CoreFacts& core) {
  return static_cast<double>(plane.height * plane.width) / (2 * static_cast<double>(core.lanes));
}

double tile_waits(const ConvPlane& plane, const CoreFacts& core) {
  const double weight = (plane.taps == 1 ? kWeightOfTile : kWeightOfWindow) / cycles_of_weight(plane, core);
  const double single = plane.taps == 1 ? kSinglePosition : 0;
  if (plane.stride == 1) return weight + single;
  const int64_t phases = std::min(plane.stride, plane.row_taps) * std::min(plane.stride, plane.taps / plane.row_taps);
  const auto elements = static_cast<double>(phases * plane.height * plane.width);
  const bool far = 8 * static_cast<double>(plane.inputs) * elements > static_cast<double>(core.l2_bytes);
  const double phase = (far ? kFarPhase : kPhase) * static_cast<double>(phases) * 2 * static_cast<double>(core.lanes) /
                       static_cast<double>(plane.outputs * plane.taps);
  return weight + single + phase;
}

double block_waits(const ConvPlane& plane, const CoreFacts& core) {
  const double of_result = static_cast<double>(plane.inputs * plane.taps) / (2 * static_cast<double>(core.lanes));
  const double weight = (kWeightOfBlock + (plane.packed_before ? 0 : kPack)) / cycles_of_weight(plane, core);
  const auto data = static_cast<double>(4 * plane.inputs * plane.height * plane.width * plane.stride * plane.stride);
  const double lines = std::min(kMostLines, kLineOfBlock * data / static_cast<double>(core.l2_bytes));
  return kTurn / of_result + weight + lines / static_cast<double>(plane.row_taps) +
         (plane.row_taps > 1 ? kWindowOfBlock * static_cast<double>(plane.stride) : 0);
}

// Cycles of one step of the reduction relative to its multiplications alone. A single vector is multiplied by elements
// in memory; several share them in registers.
double block_cost(const ConvBlocks& b, const ConvPlane& plane, const CoreFacts& core) {
  const auto v = static_cast<double>(b.vectors), p = static_cast<double>(b.pixels);
  const double bytes = 4 * static_cast<double>(core.lanes), row = 4 * (p * static_cast<double>(plane.stride) - 1);
  const double multiply = v * p / 2, load = (v + p) / 2, decode = (v * p + v + (b.vectors > 1 ? p : 0) + 3) / 3.6,
               data = (kLine + row) / static_cast<double>(plane.row_taps),
               fetch = (v * bytes + data) / kL2BytesPerCycle, latency = 4.5;
  return std::max({multiply, load, decode, fetch, latency}) / multiply + block_waits(plane, core);
}

}  // namespace

int64_t block_pixels(int64_t width, int64_t vectors, int64_t row_taps, int64_t registers) {
  // A single vector is multiplied by elements in memory; several take registers, and an element at a time one.
  const int64_t free = registers - 1 - (vectors > 1 ? vectors : 3);
  const auto divisor_up_to = [&](int64_t most) {
    for (int64_t pixels = std::min(width, most); pixels > 1; --pixels)
      if (width % pixels == 0) return pixels;
    return int64_t{1};
  };
  const int64_t few = row_taps > 1 ? divisor_up_to(std::min(free, kMostSums) / vectors) : 1;
  return vectors * few >= kFewestSums ? few : divisor_up_to(free / vectors);
}

std::optional<ConvBlocks> plan_blocks(const ConvPlane& plane, const CoreFacts& core) {
  constexpr int64_t kLanesOfMemoryOperands = 16;
  if (core.lanes != kLanesOfMemoryOperands) return std::nullopt;
  std::optional<ConvBlocks> best;
  for (const int64_t vectors : {1, 2, 4}) {
    if (plane.outputs % (vectors * core.lanes) != 0) continue;
    ConvBlocks b{vectors, block_pixels(plane.width, vectors, plane.row_taps, core.registers)};
    if (b.vectors * b.pixels < kFewestSums) continue;
    b.cost = block_cost(b, plane, core);
    if (!best || b.cost < best->cost) best = b;
  }
  return best;
}

int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers) {
  // The vectors of data, which all channels share, and one weight take registers, too.
  const int64_t v = std::max<int64_t>(vectors, 1), free = registers - 1 - v;
  const int64_t most = std::clamp<int64_t>(free / v, 1, 8);
  for (int64_t m = most; m > 1; --m)
    if (outputs % m == 0) return m;
  return 1;
}

std::optional<ConvTiles> plan_tiles(const ConvPlane& plane, const CoreFacts& core) {
  std::optional<ConvTiles> best;
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
      t.cost = cost;
      if (!best || cost < best->cost) best = t;
    }
  }
  if (best) best->cost += tile_waits(plane, core);
  return best;
}

}  // namespace nw::op
