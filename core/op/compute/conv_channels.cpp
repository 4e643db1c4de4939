// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_channels.h"

#include <algorithm>

#include "op/compute/conv_stages.h"
#include "op/compute/conv_winograd.h"

namespace nw::op {

namespace {

constexpr double kWeightOfBlock = 1, kPackOfBlock = 2;  // cycles for a weight, as conv_tiles.cpp has them
constexpr double kSharesOfData = 0.5;                   // of the L2 cache, for the data of a chunk
constexpr double kFarChunk = 0.1;                       // of the multiplications' time, where they do not fit

double cost_of(const ChannelsPlan& w, const ConvPlane& plane, const CoreFacts& core) {
  const auto v = static_cast<double>(w.vectors), p = static_cast<double>(w.pixels),
             lanes = static_cast<double>(core.lanes);
  const double multiply = v * p / 2, load = (v + p) / 2, decode = (v * p + v + p + 3) / 3.6, latency = 4.5;
  const double waste =
      static_cast<double>(w.tiles * w.pixels) / static_cast<double>(w.rows * plane.width);
  const double products = waste * std::max({multiply, load, decode, latency}) / multiply;
  const double of_weight = static_cast<double>(plane.height * plane.width) / (2 * lanes);
  const auto chunk = static_cast<double>(4 * plane.inputs * w.rows * plane.stride * plane.width * plane.stride);
  const bool far = chunk > kSharesOfData * static_cast<double>(core.l2_bytes);
  return products + (kWeightOfBlock + (plane.packed_before ? 0 : kPackOfBlock)) / of_weight + (far ? kFarChunk : 0);
}

// A pixel of a chunk, counted from its first.
Expr pixel_of(const ChannelsPlan& plan, int64_t width, const Expr& tile, const Expr& in_tile) {
  const Expr pixel = tile * number(plan.pixels) + in_tile;
  const int64_t pixels = plan.rows * width;
  return plan.tiles * plan.pixels == pixels ? pixel : tir::min(pixel, number(pixels - 1));
}

Tensor packed_windows(const ComputeContext& c, int64_t block) {
  const Tensor& weight = c.args[1];
  const int64_t outputs = *tir::as_const_int(weight->shape[0]);
  return te::compute(
      {number(outputs / block), weight->shape[1], weight->shape[2], weight->shape[3], number(block)},
      [&](const std::vector<Var>& v) {
        return te::read(weight, {Expr(v[0]) * number(block) + v[4], v[1], v[2], v[3]});
      },
      c.name + "_pack", {"oco", "ic", "kh", "kw", "oci"}, "pack");
}

Tensor direct(const ComputeContext& c, const Conv& p, const ChannelsPlan& plan) {
  const std::vector<Expr> out = extents(c.out_type);
  const int64_t height = *tir::as_const_int(out[2]), width = *tir::as_const_int(out[3]);
  const int64_t chunks = height / plan.rows, block = plan.vectors * c.core.lanes;
  const Tensor padded = pad(c.args[0], {0, 0, p.padding[0], p.padding[1]}, {0, 0, p.padding[2], p.padding[3]},
                            tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
  const Tensor weight = packed_windows(c, block);
  const ReduceAxes k = reduce_axes(weight->shape[1], weight->shape[2], weight->shape[3]);
  const Tensor sums = te::compute(
      {out[0], weight->shape[0], number(chunks), number(plan.tiles), number(plan.pixels), number(block)},
      [&](const std::vector<Var>& v) {
        const Expr pixel = pixel_of(plan, width, v[3], v[4]);
        const Expr row = plan.rows == 1 ? Expr(v[2]) : Expr(v[2]) * number(plan.rows) + tir::floordiv(pixel, number(width)),
                   column = plan.rows == 1 ? pixel : tir::floormod(pixel, number(width));
        const Expr y = row * number(p.stride_h) + Expr(k.kh->var) * number(p.dilation_h),
                   x = column * number(p.stride_w) + Expr(k.kw->var) * number(p.dilation_w);
        return te::sum(te::read(padded, {v[0], k.ic->var, y, x}) *
                           te::read(weight, {v[1], k.ic->var, k.kh->var, k.kw->var, v[5]}),
                       k.axes());
      },
      c.name + "_sums", {"n", "oco", "chunk", "tile", "pixel", "oci"}, "channels_sums");
  return te::compute(
      out,
      [&](const std::vector<Var>& v) {
        const Expr b = number(block), pixels = number(plan.pixels), rows = number(plan.rows);
        const Expr pixel =
            plan.rows == 1 ? Expr(v[3]) : tir::floormod(v[2], rows) * number(width) + Expr(v[3]);
        return te::read(sums, {v[0], tir::floordiv(v[1], b), tir::floordiv(v[2], rows), tir::floordiv(pixel, pixels),
                               tir::floormod(pixel, pixels), tir::floormod(v[1], b)});
      },
      c.name, {"n", "c", "h", "w"}, "injective,channels_conv");
}

}  // namespace

std::optional<ChannelsPlan> plan_channels(const ConvPlane& plane, const CoreFacts& core) {
  std::optional<ChannelsPlan> best;
  for (const int64_t vectors : {1, 2, 4}) {
    if (plane.outputs % (vectors * core.lanes) != 0) continue;
    const int64_t most = (core.registers - 1 - vectors) / vectors;
    for (int64_t rows = 1; rows <= plane.height; ++rows) {
      if (plane.height % rows != 0) continue;
      const int64_t needed = rows * plane.width;
      for (int64_t pixels = 1; pixels <= std::min(most, needed); ++pixels) {
        ChannelsPlan w{rows, (needed + pixels - 1) / pixels, pixels, vectors};
        w.cost = cost_of(w, plane, core);
        if (!best || w.cost < best->cost) best = w;
      }
    }
  }
  return best;
}

Tensor channels_conv(const ComputeContext& c, const Conv& p, const Type& weight) {
  const auto out = *image_shape(c.out_type);
  const auto shape = *graph::constant_shape(weight.shape);
  const int64_t taps = shape[2] * shape[3];
  const ConvPlane plane{shape[1], shape[0], out[2],     out[3],          out[3] + (shape[3] - 1) * p.dilation_w,
                        taps,     taps > 1, shape[3],   p.stride_w,      packed_before(c)};
  const auto channels = plan_channels(plane, c.core);
  const auto winograd =
      fits_winograd(p, shape[2], shape[3]) && shape[1] % c.core.lanes == 0 ? plan_winograd(plane, c.core) : std::nullopt;
  if (winograd && (!channels || winograd->cost < channels->cost)) return winograd_conv(c, p, *winograd);
  return channels ? direct(c, p, *channels) : nullptr;
}

}  // namespace nw::op
