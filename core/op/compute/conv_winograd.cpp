// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_winograd.h"

#include <algorithm>

namespace nw::op {

namespace {

constexpr int64_t kOut = 2, kTile = 4;  // outputs of a tile along an axis, and the data that they read

// Cycles, as conv_tiles.cpp has them: vectors of transformed data and outputs take so many instructions, two a cycle.
constexpr double kDataOfTile = 28, kOutputsOfTile = 24;
constexpr double kLoadOfWeight = 0.6, kFarLoadOfWeight = 1;  // a transformed weight, if the cache holds them or not

double round_up(int64_t n, int64_t to) {
  return static_cast<double>((n + to - 1) / to * to);
}

// Tiles whose products registers hold, `vectors` of each, beside an element of the data and weights. Where there are
// few, compilers want some more.
int64_t most_tiles(int64_t vectors, int64_t registers) {
  const int64_t spare = registers <= 16 ? 3 : 0;
  return (registers - 1 - (vectors > 1 ? vectors : 3) - spare) / vectors;
}

// Cycles of one step of the sums relative to its multiplications alone, as for blocks of channels.
// An element in memory is an operand of a multiplication where vectors have 16 lanes.
double product_cost(int64_t vectors, int64_t tiles, int64_t lanes) {
  const auto v = static_cast<double>(vectors), p = static_cast<double>(tiles);
  const bool operands = vectors == 1 && lanes == 16;
  const double multiply = v * p / 2, load = (v + p) / 2, decode = (v * p + v + (operands ? 0 : p) + 3) / 3.6,
               latency = 4.5;
  return std::max({multiply, load, decode, latency}) / multiply;
}

double cost_of(const WinogradPlan& w, int64_t tiles, const ConvPlane& plane, const CoreFacts& core) {
  const auto computed = static_cast<double>(w.chunks * w.chunk_tiles()), lanes = static_cast<double>(core.lanes);
  const auto pixels = static_cast<double>(plane.height * plane.width);
  const auto inputs = static_cast<double>(plane.inputs), outputs = static_cast<double>(plane.outputs);
  const double definition = 9 * inputs * outputs * pixels / (2 * lanes);
  const double products = 16 * inputs * outputs * computed / (2 * lanes) * product_cost(w.vectors, tiles, core.lanes);
  const double data =
      kDataOfTile * inputs * computed / static_cast<double>(w.columns) * round_up(w.columns, core.lanes) / lanes;
  const double results = outputs * computed * (kOutputsOfTile / lanes + kOut * kOut * kTurn);
  const bool far = 4 * 16 * inputs * outputs > static_cast<double>(core.l2_bytes);
  const double weights = 16 * (far ? kFarLoadOfWeight : kLoadOfWeight) * inputs * outputs;
  return (products + data + results + weights) / definition;
}

// One factor of a transformation of data: rows of Bᵀ are d0 - d2, d1 + d2, d2 - d1, d1 - d3. The places are within the
// tile whatever `a` is, so that no data in front of an image without a border seem to be read.
struct Difference {
  Expr first, second, sign;  // places of the two, and the sign of the second
};

Difference difference(const Expr& a, DType type) {
  return {tir::select(tir::eq(a, number(3)), number(1), a),
          tir::select(tir::lt(a, number(2)), number(2), tir::max(a * number(2) - number(3), number(1))),
          tir::select(tir::eq(a, number(1)), tir::constant(type, 1), tir::constant(type, -1))};
}

// 1 for the first output of a tile along an axis, m0 + m1 + m2; -1 for the second, m1 - m2 - m3.
Expr sign_of_output(const Expr& i, DType type) {
  return tir::select(tir::eq(i, number(0)), tir::constant(type, 1), tir::constant(type, -1));
}

// The transformed data at a position (a, b) of a chunk's tile.
Expr transformed_element(const WinogradPlan& w, const Tensor& padded, const Expr& n, const Expr& chunk,
                         const Expr& channel, const Expr& a, const Expr& b, const Expr& tile) {
  const DType type = padded->dtype;
  const Expr row = (chunk * number(w.rows) + tir::floordiv(tile, number(w.columns))) * number(kOut),
             column = tir::floormod(tile, number(w.columns)) * number(kOut);
  const Difference y = difference(a, type), x = difference(b, type);
  const auto along_rows = [&](const Expr& at) {
    const auto read = [&](const Expr& from) { return te::read(padded, {n, channel, row + from, column + at}); };
    return read(y.first) + y.sign * read(y.second);
  };
  return along_rows(x.first) + x.sign * along_rows(x.second);
}

Tensor transformed_data(const ComputeContext& c, const WinogradPlan& w, const Tensor& padded) {
  return te::compute(
      {padded->shape[0], number(w.chunks), number(kTile), number(kTile), padded->shape[1], number(w.chunk_tiles())},
      [&](const std::vector<Var>& v) { return transformed_element(w, padded, v[0], v[1], v[4], v[2], v[3], v[5]); },
      c.name + "_data", {"n", "chunk", "a", "b", "ic", "tile"}, "winograd_data");
}

// With neighbouring channels side by side.
Tensor transformed_channels(const ComputeContext& c, const WinogradPlan& w, const Tensor& padded) {
  const Expr block = number(c.channel_block);
  const int64_t blocks = *tir::as_const_int(padded->shape[1]) / c.channel_block;
  return te::compute(
      {padded->shape[0], number(w.chunks), number(blocks), number(kTile), number(kTile), number(w.chunk_tiles()),
       block},
      [&](const std::vector<Var>& v) {
        return transformed_element(w, padded, v[0], v[1], Expr(v[2]) * block + v[6], v[3], v[4], v[5]);
      },
      c.name + "_data", {"n", "chunk", "co", "a", "b", "tile", "ci"}, "winograd_channels");
}

// Rows of G are g0, (g0 + g1 + g2) / 2, (g0 - g1 + g2) / 2, g2.
Tensor transformed_weight(const ComputeContext& c, int64_t block) {
  const Tensor& weight = c.args[1];
  const DType type = sum_type(c.out_type.dtype);
  const Expr half = tir::constant(type, 0.5);
  const auto transform = [&](const Expr& a, const std::function<Expr(const Expr&)>& g) {
    const Expr sign = tir::select(tir::eq(a, number(1)), tir::constant(type, 1), tir::constant(type, -1));
    const Expr both = half * (g(number(0)) + g(number(2)) + sign * g(number(1)));
    return tir::if_then_else(tir::eq(a, number(0)), g(number(0)),
                             tir::if_then_else(tir::eq(a, number(3)), g(number(2)), both));
  };
  const int64_t outputs = *tir::as_const_int(weight->shape[0]);
  return te::compute(
      {number(outputs / block), number(kTile), number(kTile), weight->shape[1], number(block)},
      [&](const std::vector<Var>& v) {
        const Expr channel = Expr(v[0]) * number(block) + v[4];
        return transform(v[1], [&](const Expr& y) {
          return transform(v[2],
                           [&](const Expr& x) { return tir::cast(type, te::read(weight, {channel, v[3], y, x})); });
        });
      },
      c.name + "_pack", {"oco", "a", "b", "ic", "oci"}, "pack");
}

Tensor products(const ComputeContext& c, const WinogradPlan& w, const Tensor& data, const Tensor& weight) {
  const tir::IterVar ic = te::reduce_axis({number(0), weight->shape[3]}, "ic");
  const auto element = [&](const std::vector<Var>& v) {
    if (c.channel_block == 0) return te::read(data, {v[0], v[2], v[4], v[5], ic->var, v[3]});
    const Expr block = number(c.channel_block);
    return te::read(data, {v[0], v[2], tir::floordiv(ic->var, block), v[4], v[5], v[3], tir::floormod(ic->var, block)});
  };
  return te::compute(
      {data->shape[0], weight->shape[0], number(w.chunks), number(w.chunk_tiles()), number(kTile), number(kTile),
       weight->shape[4]},
      [&](const std::vector<Var>& v) {
        return te::sum(element(v) * te::read(weight, {v[1], v[4], v[5], ic->var, v[6]}), {ic});
      },
      c.name + "_products", {"n", "oco", "chunk", "tile", "a", "b", "oci"}, "winograd_products");
}

// [N, O/b, OH, OW, b]
Tensor outputs_of_tiles(const ComputeContext& c, const WinogradPlan& w, const Tensor& products) {
  const DType type = products->dtype;
  const std::vector<Expr> out = extents(c.out_type);
  return te::compute(
      {out[0], products->shape[1], out[2], out[3], products->shape[6]},
      [&](const std::vector<Var>& v) {
        const Expr two = number(kOut), three = number(3);
        const Expr row = tir::floordiv(v[2], two), i = tir::floormod(v[2], two), j = tir::floormod(v[3], two);
        const Expr tile = tir::floormod(row, number(w.rows)) * number(w.columns) + tir::floordiv(v[3], two);
        const auto along_rows = [&](const Expr& b) {
          const auto read = [&](const Expr& a) {
            return te::read(products, {v[0], v[1], tir::floordiv(row, number(w.rows)), tile, a, b, v[4]});
          };
          return read(number(1)) + sign_of_output(i, type) * (read(two) + read(i * three));
        };
        return along_rows(number(1)) + sign_of_output(j, type) * (along_rows(two) + along_rows(j * three));
      },
      c.name + "_block", {"n", "oco", "oh", "ow", "oci"}, "winograd_block");
}

}  // namespace

bool fits_winograd(const Conv& conv, int64_t kernel_height, int64_t kernel_width) {
  return kernel_height == 3 && kernel_width == 3 && conv.stride_h == 1 && conv.stride_w == 1 && conv.dilation_h == 1 &&
         conv.dilation_w == 1 && conv.groups == 1;
}

int64_t winograd_tiles(int64_t chunk_tiles, int64_t vectors, int64_t registers) {
  const int64_t most = most_tiles(vectors, registers);
  for (int64_t tiles = std::min(chunk_tiles, most); tiles > 1; --tiles)
    if (chunk_tiles % tiles == 0) return tiles;
  return 1;
}

std::optional<WinogradPlan> plan_winograd(const ConvPlane& plane, const CoreFacts& core) {
  if (!plane.packed_before) return std::nullopt;
  const int64_t needed_rows = (plane.height + kOut - 1) / kOut, needed_columns = (plane.width + kOut - 1) / kOut;
  std::optional<WinogradPlan> best;
  for (const int64_t vectors : {1, 2, 4}) {
    if (plane.outputs % (vectors * core.lanes) != 0) continue;
    const int64_t most = most_tiles(vectors, core.registers);
    for (int64_t together = 1; together <= most; ++together) {
      if (vectors * together < kFewestSums) continue;
      for (const int64_t columns : {needed_columns, (needed_columns + together - 1) / together * together}) {
        WinogradPlan w{columns, 1, 1, vectors};
        while (w.rows < needed_rows && w.chunk_tiles() % together != 0) ++w.rows;
        if (w.chunk_tiles() % together != 0) continue;
        w.chunks = (needed_rows + w.rows - 1) / w.rows;
        w.cost = cost_of(w, winograd_tiles(w.chunk_tiles(), vectors, core.registers), plane, core);
        if (!best || w.cost < best->cost) best = w;
      }
    }
  }
  return best;
}

Tensor winograd_conv(const ComputeContext& c, const Conv& p, const WinogradPlan& plan) {
  const Reach near{1, 1, 1};
  const Tensor padded = planes(c, p, near, near, plan.chunks * plan.rows * kOut + 2, plan.columns * kOut + 2);
  const int64_t block = plan.vectors * c.core.lanes;
  const Tensor data = c.channel_block > 0 ? transformed_channels(c, plan, padded) : transformed_data(c, plan, padded);
  const Tensor sums = products(c, plan, data, transformed_weight(c, block));
  const Tensor outputs = outputs_of_tiles(c, plan, sums);
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr b = number(block);
        return tir::cast(c.out_type.dtype,
                         te::read(outputs, {v[0], tir::floordiv(v[1], b), v[2], v[3], tir::floormod(v[1], b)}));
      },
      c.name, {"n", "c", "h", "w"}, "injective,winograd_unblock");
}

}  // namespace nw::op
