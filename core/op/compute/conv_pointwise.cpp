// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_pointwise.h"

#include <algorithm>

#include "op/compute/conv_stages.h"

namespace nw::op {

namespace {

constexpr int64_t kMostSumsOfChunk = 12 << 10;  // of a chunk and a block: a part of the second cache

// Cycles, as conv_tiles.cpp has them: to copy an element of the data, to turn one of a block into its plane, for a
// weight; and what the products take beyond their multiplications.
constexpr double kCopyOfPixel = 0.6, kCopyWithStride = 2, kTurnOfPixel = 1.8;
constexpr double kWeightOfPanel = 1, kPackOfPanel = 2;
constexpr double kWaitOfProducts = 0.02;

double cost_of(const PointwisePlan& w, const ConvPlane& plane, const CoreFacts& core) {
  const auto v = static_cast<double>(w.vectors), p = static_cast<double>(w.pixels),
             lanes = static_cast<double>(core.lanes);
  const auto needed = static_cast<double>(w.rows * plane.width),
             pixels = static_cast<double>(plane.height * plane.width);
  const double multiply = v * p / 2, load = (v + p) / 2, decode = (v * p + v + p + 3) / 3.6, latency = 4.5;
  const double products =
      static_cast<double>(w.tiles * w.pixels) / needed * std::max({multiply, load, decode, latency}) / multiply;
  const double of_data = static_cast<double>(plane.outputs) / (2 * lanes),
               of_result = static_cast<double>(plane.inputs) / (2 * lanes), of_weight = pixels / (2 * lanes);
  return products + kWaitOfProducts + (plane.stride > 1 ? kCopyWithStride : kCopyOfPixel) / of_data +
         kTurnOfPixel / of_result + (kWeightOfPanel + (plane.packed_before ? 0 : kPackOfPanel)) / of_weight;
}

// Pixels of the output, counted from the first of a chunk.
struct InChunk {
  Expr row, column;
};
InChunk in_chunk(const Expr& pixel, const PointwisePlan& plan, int64_t width) {
  if (plan.rows == 1) return {number(0), pixel};
  return {tir::floordiv(pixel, number(width)), tir::floormod(pixel, number(width))};
}

Tensor copied_data(const ComputeContext& c, const Conv& p, const PointwisePlan& plan, int64_t chunks, int64_t width) {
  const Tensor& data = c.args[0];
  return te::compute(
      {data->shape[0], number(chunks), number(plan.tiles), data->shape[1], number(plan.pixels)},
      [&](const std::vector<Var>& v) {
        const Expr pixel = Expr(v[2]) * number(plan.pixels) + v[4];
        const InChunk at = in_chunk(pixel, plan, width);
        const Expr value = te::read(data, {v[0], v[3], (Expr(v[1]) * number(plan.rows) + at.row) * number(p.stride_h),
                                           at.column * number(p.stride_w)});
        if (plan.tiles * plan.pixels == plan.rows * width) return value;
        return tir::if_then_else(tir::lt(pixel, number(plan.rows * width)), value, tir::constant(data->dtype, 0));
      },
      c.name + "_data", {"n", "chunk", "tile", "ic", "pixel"}, "injective,pointwise_data");
}

Tensor packed_weight(const ComputeContext& c, int64_t block) {
  const Tensor& weight = c.args[1];
  const int64_t outputs = *tir::as_const_int(weight->shape[0]);
  return te::compute(
      {number(outputs / block), weight->shape[1], number(block)},
      [&](const std::vector<Var>& v) {
        return te::read(weight, {Expr(v[0]) * number(block) + v[2], v[1], number(0), number(0)});
      },
      c.name + "_pack", {"oco", "ic", "oci"}, "pack");
}

}  // namespace

bool fits_pointwise(const Conv& conv, int64_t kernel_height, int64_t kernel_width) {
  return kernel_height == 1 && kernel_width == 1 && conv.groups == 1 && conv.padding == std::vector<int64_t>(4, 0);
}

std::optional<PointwisePlan> plan_pointwise(const ConvPlane& plane, const CoreFacts& core) {
  std::optional<PointwisePlan> best;
  for (const int64_t vectors : {2, 4}) {
    if (plane.outputs % (vectors * core.lanes) != 0) continue;
    // One register for an element of the data, and a few for weights, which otherwise are operands in memory.
    const int64_t most = (core.registers - 4) / vectors;
    for (int64_t rows = 1; rows <= plane.height; ++rows) {
      const int64_t needed = rows * plane.width;
      if (plane.height % rows != 0 || (rows > 1 && needed * vectors * core.lanes > kMostSumsOfChunk)) continue;
      for (int64_t pixels = 1; pixels <= std::min(most, needed); ++pixels) {
        if (vectors * pixels < kFewestSums) continue;
        PointwisePlan w{rows, (needed + pixels - 1) / pixels, pixels, vectors};
        w.cost = cost_of(w, plane, core);
        if (!best || w.cost < best->cost) best = w;
      }
    }
  }
  return best;
}

Tensor pointwise_conv(const ComputeContext& c, const Conv& p, const PointwisePlan& plan) {
  const std::vector<Expr> out = extents(c.out_type);
  const int64_t height = *tir::as_const_int(out[2]), width = *tir::as_const_int(out[3]);
  const int64_t chunks = height / plan.rows, block = plan.vectors * c.core.lanes;
  const Tensor data = copied_data(c, p, plan, chunks, width), weight = packed_weight(c, block);
  const tir::IterVar ic = te::reduce_axis({number(0), weight->shape[1]}, "ic");
  const Tensor sums = te::compute(
      {out[0], weight->shape[0], number(chunks), number(plan.tiles), number(plan.pixels), number(block)},
      [&](const std::vector<Var>& v) {
        return te::sum(te::read(data, {v[0], v[2], v[3], ic->var, v[4]}) * te::read(weight, {v[1], ic->var, v[5]}),
                       {ic});
      },
      c.name + "_block", {"n", "oco", "chunk", "tile", "pixel", "oci"}, "pointwise_block");
  return te::compute(
      out,
      [&](const std::vector<Var>& v) {
        const Expr b = number(block), pixels = number(plan.pixels), rows = number(plan.rows);
        const Expr row = plan.rows == 1 ? number(0) : chunks == 1 ? Expr(v[2]) : tir::floormod(v[2], rows);
        const Expr pixel = plan.rows == 1 ? Expr(v[3]) : row * number(width) + v[3];
        return te::read(sums, {v[0], tir::floordiv(v[1], b), chunks == 1 ? number(0) : tir::floordiv(v[2], rows),
                               tir::floordiv(pixel, pixels), tir::floormod(pixel, pixels), tir::floormod(v[1], b)});
      },
      c.name, {"n", "c", "h", "w"}, "injective,pointwise_unblock");
}

}  // namespace nw::op
