// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_channels.h"

#include <algorithm>

#include "op/compute/conv_stages.h"
#include "op/compute/conv_winograd.h"

namespace nw::op {

namespace {

constexpr double kWeightOfVector = 1, kPackOfVector = 2;  // cycles for a weight, as conv_tiles.cpp has them
constexpr double kChain = 0.2;  // of the multiplications' time, over the sums that are added to in turns
constexpr int64_t kFewRegisters = 16;

// Two multiplications and two loads a cycle, five instructions; a sum waits four cycles for its last addition.
double cost_of(const ChannelsPlan& w, const ConvPlane& plane, const CoreFacts& core) {
  const auto v = static_cast<double>(w.vectors), p = static_cast<double>(w.pixels),
             pixels = static_cast<double>(plane.height * plane.width), lanes = static_cast<double>(core.lanes);
  const double multiply = v * p / 2, load = (v + p) / 2, issue = (v * p + v + p + 3) / 5, latency = 4;
  const double waste = static_cast<double>(w.tiles * w.pixels) / pixels;
  return waste * std::max({multiply, load, issue, latency}) / multiply + kChain / (v * p) +
         (kWeightOfVector + (plane.packed_before ? 0 : kPackOfVector)) * 2 * lanes / pixels;
}

// Input channels are read a block at a time where they fill blocks: else there is one of a single channel each.
int64_t input_block(const ComputeContext& c) {
  const int64_t inputs = *tir::as_const_int(c.args[1]->shape[1]);
  return inputs % c.core.lanes == 0 ? c.core.lanes : 1;
}

// The weight in the order in which the sums read it.
Tensor packed_windows(const ComputeContext& c, int64_t block) {
  const Tensor& weight = c.args[1];
  const int64_t outputs = *tir::as_const_int(weight->shape[0]), inputs = *tir::as_const_int(weight->shape[1]),
                of_inputs = input_block(c);
  return te::compute(
      {number(outputs / block), number(inputs / of_inputs), weight->shape[2], weight->shape[3], number(of_inputs),
       number(block)},
      [&](const std::vector<Var>& v) {
        return te::read(weight, {Expr(v[0]) * number(block) + v[5], Expr(v[1]) * number(of_inputs) + v[4], v[2], v[3]});
      },
      c.name + "_pack", {"oco", "ico", "kh", "kw", "ici", "oci"}, "pack");
}

Tensor direct(const ComputeContext& c, const Conv& p, const ChannelsPlan& plan) {
  const std::vector<Expr> out = extents(c.out_type);
  const int64_t height = *tir::as_const_int(out[2]), width = *tir::as_const_int(out[3]);
  const int64_t block = plan.vectors * c.core.lanes, last = height * width - 1;
  const Tensor padded = pad(c.args[0], {0, 0, p.padding[0], p.padding[1]}, {0, 0, p.padding[2], p.padding[3]},
                            tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
  const Tensor weight = packed_windows(c, block);
  const ReduceAxes k = reduce_axes(c.args[1]->shape[1], weight->shape[2], weight->shape[3]);
  const Expr of_inputs = number(input_block(c)), input = tir::floordiv(k.ic->var, of_inputs),
             in_block = tir::floormod(k.ic->var, of_inputs);
  const Tensor sums = te::compute(
      {out[0], weight->shape[0], number(plan.tiles), number(plan.pixels), number(block)},
      [&](const std::vector<Var>& v) {
        Expr pixel = Expr(v[2]) * number(plan.pixels) + v[3];
        if (plan.tiles * plan.pixels > last + 1) pixel = tir::min(pixel, number(last));
        const Expr y = tir::floordiv(pixel, number(width)) * number(p.stride_h) +
                       Expr(k.kh->var) * number(p.dilation_h),
                   x = tir::floormod(pixel, number(width)) * number(p.stride_w) +
                       Expr(k.kw->var) * number(p.dilation_w);
        return te::sum(te::read(padded, {v[0], k.ic->var, y, x}) *
                           te::read(weight, {v[1], input, k.kh->var, k.kw->var, in_block, v[4]}),
                       k.axes());
      },
      c.name + "_sums", {"n", "oco", "tile", "pixel", "oci"}, "channels_sums");
  return te::compute(
      out,
      [&](const std::vector<Var>& v) {
        const Expr b = number(block), pixels = number(plan.pixels), pixel = Expr(v[2]) * number(width) + v[3];
        return te::read(sums, {v[0], tir::floordiv(v[1], b), tir::floordiv(pixel, pixels), tir::floormod(pixel, pixels),
                               tir::floormod(v[1], b)});
      },
      c.name, {"n", "c", "h", "w"}, "injective,channels_conv");
}

}  // namespace

std::optional<ChannelsPlan> plan_channels(const ConvPlane& plane, const CoreFacts& core) {
  std::optional<ChannelsPlan> best;
  const int64_t needed = plane.height * plane.width;
  for (const int64_t vectors : {1, 2, 4}) {
    if (plane.outputs % (vectors * core.lanes) != 0) continue;
    // One register for an element of the data, and the weights. Of few, compilers want some more.
    const int64_t spare = core.registers <= kFewRegisters ? 3 : 0;
    const int64_t most = (core.registers - 1 - vectors - spare) / vectors;
    for (int64_t pixels = 1; pixels <= std::min(most, needed); ++pixels) {
      ChannelsPlan w{(needed + pixels - 1) / pixels, pixels, vectors};
      w.cost = cost_of(w, plane, core);
      if (!best || w.cost < best->cost) best = w;
    }
  }
  return best;
}

Tensor channels_conv(const ComputeContext& c, const Conv& p, const Type& weight) {
  const auto out = *image_shape(c.out_type);
  const auto shape = *graph::constant_shape(weight.shape);
  const int64_t taps = shape[2] * shape[3];
  const ConvPlane plane{shape[1], shape[0], out[2],   out[3],     out[3] + (shape[3] - 1) * p.dilation_w,
                        taps,     taps > 1, shape[3], p.stride_w, packed_before(c)};
  const auto channels = plan_channels(plane, c.core);
  const auto winograd = fits_winograd(p, shape[2], shape[3]) && shape[1] % c.core.lanes == 0
                            ? plan_winograd(plane, c.core)
                            : std::nullopt;
  if (winograd && (!channels || winograd->cost < channels->cost)) return winograd_conv(c, p, *winograd);
  return channels ? direct(c, p, *channels) : nullptr;
}

}  // namespace nw::op
