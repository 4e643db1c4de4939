// SPDX-License-Identifier: GPL-3.0-or-later
// Two-dimensional convolution. NCHW of constant shape is computed in tiles of pixels, with the weight unpacked:
//
//   pad    the data with its zero border; with strides, one plane for each remainder of the position by the stride
//   sums   as [N, O, groups of rows, tiles, pixels of a tile]; neighbouring pixels read neighbouring data
//   conv   the same values as NCHW
//
// Where planes are too small for that, or it is expected to be faster, in blocks of output channels:
//
//   pack   the weight as [O/b, I, KH, KW, b]
//   block  the sums as [N, O/b, OH, OW, b], b contiguous
//   conv   the same values as NCHW
//
// Windows of 3 by 3 without strides, of a weight that is packed before the kernel runs, by Winograd's algorithm
// (conv_winograd.h), where that is expected to be faster than both.
//
// Windows of one position also as products of matrices, with the data copied in the order of the sums
// (conv_pointwise.h), where that is expected to be faster.
//
// Where the result's channels will lie in blocks, in tiles of pixels by vectors of channels (conv_channels.h).
//
// Depthwise convolutions, where a block of channels shares no data, and other layouts are computed directly, and so
// are a single pixel, which reads each weight once, unless the weight is packed before, and the computation without
// packing (plain).
#include "op/compute/conv_channels.h"
#include "op/compute/conv_parts.h"
#include "op/compute/conv_pointwise.h"
#include "op/compute/conv_stages.h"
#include "op/compute/conv_winograd.h"

namespace nw::op {

namespace {

// out_dtype differs from the data's for integer convolutions, and sums of float16 are in float32: the product is
// computed in the wide type.
Expr product(const Expr& a, const Expr& b, DType out) {
  return tir::cast(out, a) * tir::cast(out, b);
}

// The weight in the type of the sums: a stage that packs it, so that networks convert a constant once.
Tensor weight_of(const ComputeContext& c, DType sums) {
  return converted(c.args[1], sums, c.name + "_weight", "pack");
}

// The sums in the result's type.
Tensor rounded(const ComputeContext& c, const Tensor& sums) {
  return converted(sums, c.out_type.dtype, c.name, "elemwise");
}
// A stage of sums that are rounded afterwards has a name of its own.
std::string sums_name(const ComputeContext& c) {
  return sum_type(c.out_type.dtype) == c.out_type.dtype ? c.name : c.name + "_sums";
}

// With strides and images of constant sizes, `padded` has a plane for each phase: neighbouring results read neighbours.
Tensor depthwise(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t multiplier, bool phased) {
  const DType sums = sum_type(c.out_type.dtype);
  const Tensor weight = weight_of(c, sums);
  const tir::IterVar kh = te::reduce_axis({number(0), weight->shape[2]}, "kh"),
                     kw = te::reduce_axis({number(0), weight->shape[3]}, "kw");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at = {v[0], multiplier == 1 ? Expr(v[1]) : tir::floordiv(v[1], number(multiplier))};
        if (phased) {
          const Expr sh = number(p.stride_h), sw = number(p.stride_w);
          at.insert(at.end(), {tir::floormod(kh->var, sh), tir::floormod(kw->var, sw),
                               Expr(v[2]) + tir::floordiv(kh->var, sh), Expr(v[3]) + tir::floordiv(kw->var, sw)});
        } else {
          at.push_back(Expr(v[2]) * number(p.stride_h) + Expr(kh->var) * number(p.dilation_h));
          at.push_back(Expr(v[3]) * number(p.stride_w) + Expr(kw->var) * number(p.dilation_w));
        }
        return te::sum(product(te::read(padded, at), te::read(weight, {v[1], number(0), kh->var, kw->var}), sums),
                       {kh, kw});
      },
      sums_name(c), {"n", "c", "h", "w"}, "depthwise_conv2d_nchw");
}

Tensor blocked(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t outputs, int64_t block) {
  const Tensor& weight = c.args[1];
  // Of integers the pack is as narrow as the file has them.
  const DType wide = sum_type(c.out_type.dtype), sums_type = wide.is_float() ? wide : weight->dtype;
  const Expr b = number(block);
  const Tensor pack = te::compute(
      {number((outputs + block - 1) / block), weight->shape[1], weight->shape[2], weight->shape[3], b},
      [&](const std::vector<Var>& v) {
        const Expr output = Expr(v[0]) * b + v[4];
        const Expr element = tir::cast(sums_type, te::read(weight, {output, v[1], v[2], v[3]}));
        if (outputs % block == 0) return element;  // else the last block is filled up
        return tir::if_then_else(tir::lt(output, number(outputs)), element, tir::constant(sums_type, 0));
      },
      c.name + "_pack", {"oco", "ic", "kh", "kw", "oci"}, "pack");
  const Tensor sums =
      block_sums(c, p, padded, pack, [&](const Expr& data, const Expr& w) { return product(data, w, wide); });
  return unblocked(c, sums, [&](const Expr& sum, const std::vector<Var>&) { return tir::cast(c.out_type.dtype, sum); });
}

// The fastest form for images of constant sizes: Winograd's, a product of matrices, or tiles. Nothing where their sizes
// are not constant, or blocks of channels are expected to be faster; `block` is then how many channels a block has.
Tensor tiled(const ComputeContext& c, const Conv& p, const std::vector<int64_t>& weight_shape, int64_t& block) {
  const auto out = image_shape(c.out_type), in = image_shape(c.arg_types[0]);
  const bool odd = (p.stride_h > 1 && p.dilation_h > 1) || (p.stride_w > 1 && p.dilation_w > 1);
  const DType type = c.out_type.dtype, sums_type = sum_type(type);
  if (!out || !in || odd || sums_type != DType::Float(32) || c.args[0]->dtype != type) return nullptr;
  const int64_t kernel_h = weight_shape[2], kernel_w = weight_shape[3];
  const Reach rw{p.stride_w, p.dilation_w, std::min(p.stride_w, kernel_w)};
  const int64_t outputs = (*out)[1], height = (*out)[2], width = (*out)[3], pitch = width + rw.last(kernel_w);
  const bool phased = p.stride_h > 1 || p.stride_w > 1, as_it_lies = type == sums_type && !phased;
  const int64_t taps = kernel_h * kernel_w;
  const ConvPlane plane{weight_shape[1],         outputs / p.groups, height,     width,           pitch, taps,
                        !as_it_lies || taps > 1, kernel_w,           p.stride_w, packed_before(c)};
  const auto tiles = plan_tiles(plane, c.core);
  const auto blocks = plan_blocks(plane, c.core);
  const auto winograd = fits_winograd(p, kernel_h, kernel_w) ? plan_winograd(plane, c.core) : std::nullopt;
  const auto pointwise = fits_pointwise(p, kernel_h, kernel_w) ? plan_pointwise(plane, c.core) : std::nullopt;
  if (winograd && (!tiles || winograd->cost < tiles->cost) && (!blocks || winograd->cost < blocks->cost))
    return winograd_conv(c, p, *winograd);
  if (pointwise && (!tiles || pointwise->cost < tiles->cost) && (!blocks || pointwise->cost < blocks->cost))
    return pointwise_conv(c, p, *pointwise);
  // Positions that are far apart share no data, and tiles compute the border between rows.
  const bool far = p.dilation_w > 1 && 2 * pitch > 3 * width;
  if (blocks && (!tiles || far || blocks->cost < tiles->cost)) {
    block = blocks->vectors * c.core.lanes;
    return nullptr;
  }
  if (!tiles) return nullptr;
  const TiledConv t = tiled_conv(p, plane, *tiles, outputs, kernel_h, kernel_w);
  // A window of one position that covers rows exactly reads the data without padding, where it has the sums' type.
  const bool in_place = as_it_lies && t.rows == (*in)[2] && pitch == (*in)[3];
  const Tensor data = in_place ? c.args[0] : planes(c, p, t.rh, t.rw, t.rows, pitch);
  const Tensor sums =
      tile_sums(c, t, data, weight_of(c, sums_type), [](const Expr& a, const Expr& w) { return a * w; });
  return untiled(c, t, sums, [&](const Expr& sum, const std::vector<Var>&) { return tir::cast(type, sum); });
}

Tensor direct_nchw(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t outputs) {
  const Tensor& weight = c.args[1];
  const ReduceAxes k = reduce_axes(weight->shape[1], weight->shape[2], weight->shape[3]);
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        Expr channel = k.ic->var;
        if (p.groups > 1) channel = tir::floordiv(v[1], number(outputs / p.groups)) * weight->shape[1] + channel;
        return te::sum(product(te::read(padded, {v[0], channel, k.h(v[2], p), k.w(v[3], p)}),
                               te::read(weight, {v[1], k.ic->var, k.kh->var, k.kw->var}), sum_type(c.out_type.dtype)),
                       k.axes());
      },
      sums_name(c), {"n", "c", "h", "w"}, "conv2d_nchw");
}

Tensor direct_nhwc(const ComputeContext& c, const Conv& p) {
  const Tensor padded = pad(c.args[0], {0, p.padding[0], p.padding[1], 0}, {0, p.padding[2], p.padding[3], 0},
                            tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
  const Tensor& weight = c.args[1];
  const ReduceAxes k = reduce_axes(weight->shape[2], weight->shape[0], weight->shape[1]);
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return te::sum(product(te::read(padded, {v[0], k.h(v[1], p), k.w(v[2], p), k.ic->var}),
                               te::read(weight, {k.kh->var, k.kw->var, k.ic->var, v[3]}), sum_type(c.out_type.dtype)),
                       {k.kh, k.kw, k.ic});
      },
      sums_name(c), {"n", "h", "w", "c"}, "conv2d_nhwc");
}

// The data with its border, in the type of float sums: read many times, converted once.
Tensor padded_data(const ComputeContext& c, const Conv& p) {
  const std::vector<int64_t> before = {0, 0, p.padding[0], p.padding[1]}, after = {0, 0, p.padding[2], p.padding[3]};
  const bool none = before == after && p.padding == std::vector<int64_t>(4, 0);
  const DType data = c.args[0]->dtype, type = data.is_float() ? sum_type(data) : data;
  return pad(converted(c.args[0], type, c.name + "_data", none ? "injective,pad" : "injective"), before, after,
             tir::constant(type, 0), c.name + "_pad");
}

// Of a channel each, with the weights of a block of channels side by side.
Tensor depthwise_in_blocks(const ComputeContext& c, const Conv& p) {
  const Tensor padded = padded_data(c, p), &weight = c.args[1];
  const Expr block = number(c.channel_block);
  const int64_t channels = *tir::as_const_int(weight->shape[0]);
  const Tensor pack = te::compute(
      {number(channels / c.channel_block), weight->shape[2], weight->shape[3], block},
      [&](const std::vector<Var>& v) { return te::read(weight, {Expr(v[0]) * block + v[3], number(0), v[1], v[2]}); },
      c.name + "_pack", {"co", "kh", "kw", "ci"}, "pack");
  const tir::IterVar kh = te::reduce_axis({number(0), weight->shape[2]}, "kh"),
                     kw = te::reduce_axis({number(0), weight->shape[3]}, "kw");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr data =
            te::read(padded, {v[0], v[1], Expr(v[2]) * number(p.stride_h) + Expr(kh->var) * number(p.dilation_h),
                              Expr(v[3]) * number(p.stride_w) + Expr(kw->var) * number(p.dilation_w)});
        return te::sum(
            data * te::read(pack, {tir::floordiv(v[1], block), kh->var, kw->var, tir::floormod(v[1], block)}),
            {kh, kw});
      },
      c.name, {"n", "c", "h", "w"}, "depthwise_channels");
}

// The data of a depthwise convolution with strides, a plane for each phase; null where sizes are not constant.
Tensor phases_of(const ComputeContext& c, const Conv& p, const std::vector<int64_t>& weight_shape) {
  const auto out = image_shape(c.out_type), in = image_shape(c.arg_types[0]);
  const bool strides = p.stride_h > 1 || p.stride_w > 1, dilated = p.dilation_h > 1 || p.dilation_w > 1;
  const int64_t kernel_h = weight_shape[2], kernel_w = weight_shape[3];
  if (!out || !in || !strides || dilated || kernel_w < 2) return nullptr;
  const Reach rh{p.stride_h, 1, std::min(p.stride_h, kernel_h)}, rw{p.stride_w, 1, std::min(p.stride_w, kernel_w)};
  return planes(c, p, rh, rw, (*out)[2] + rh.last(kernel_h), (*out)[3] + rw.last(kernel_w));
}

// Packing the weight in the kernel would cost more than it saves.
bool reads_weights_once(const ComputeContext& c) {
  const auto out = graph::constant_shape(c.out_type.shape);
  return !packed_before(c) && out && (*out)[0] == 1 && (*out)[2] == 1 && (*out)[3] == 1;
}

// Channels of a block: of one group that does not divide into whole vectors, the last block is filled up where little
// of it is wasted.
int64_t output_block(const ComputeContext& c, const Conv& p, int64_t outputs) {
  const int64_t exact = vector_block(outputs / p.groups), lanes = c.core.lanes;
  const int64_t filled = (outputs + lanes - 1) / lanes * lanes;
  return p.groups == 1 && exact < lanes && exact < 8 && 4 * (filled - outputs) <= filled ? lanes : exact;
}

// A result in planes of data in blocks, one position at a time: its vectors are output channels, as the data's are
// input channels. The last block is filled up. 0: there is no such block.
int64_t block_over_blocks(const ComputeContext& c, const Conv& conv, const std::vector<int64_t>& weight) {
  const bool padded = std::ranges::any_of(conv.padding, [](int64_t elements) { return elements > 0; });
  if (c.data_block == 0 || conv.groups > 1 || padded || weight[2] * weight[3] > 1) return 0;
  const auto out = image_shape(c.out_type);
  if (!out) return 0;
  int64_t best = 0;
  double least = 0;
  for (const int64_t vectors : {1, 2, 3}) {
    const int64_t block = vectors * c.core.lanes, channels = (weight[0] + block - 1) / block * block,
                  pixels = block_pixels((*out)[3], vectors, 1, c.core.registers);
    if (vectors * pixels < kFewestSums) continue;
    const auto v = static_cast<double>(vectors), p = static_cast<double>(pixels);
    const double cost = static_cast<double>(channels) * std::max(v * p, v + p) / (v * p);
    if (best == 0 || cost < least) best = block, least = cost;
  }
  return best;
}

Result<std::vector<Tensor>> conv2d(const ComputeContext& c) {
  const Conv p = conv_of(c.node.attrs);
  if (p.data_layout == "NHWC" && p.kernel_layout == "HWIO" && p.groups == 1)
    return std::vector{rounded(c, direct_nhwc(c, p))};
  if (p.data_layout != "NCHW" || p.kernel_layout != "OIHW")
    return no_compute(c,
                      "there is no computation for data in " + p.data_layout + " with a kernel in " + p.kernel_layout);
  const auto weight = graph::constant_shape(c.arg_types[1].shape);
  const bool depthwise_like = weight && is_depthwise(p, c.arg_types[1]);
  if (weight && c.channel_block > 0 && !c.plain)
    return std::vector{depthwise_like ? depthwise_in_blocks(c, p) : channels_conv(c, p, c.arg_types[1])};
  if (const int64_t block = weight && !c.plain ? block_over_blocks(c, p, *weight) : 0; block > 0)
    return std::vector{blocked(c, p, c.args[0], (*weight)[0], block)};
  int64_t block = weight ? output_block(c, p, (*weight)[0]) : 1;
  if (weight && !depthwise_like && !c.plain)
    if (const Tensor tensor = tiled(c, p, *weight, block)) return std::vector{tensor};
  if (depthwise_like && !c.plain)
    if (const Tensor phases = phases_of(c, p, *weight))
      return std::vector{rounded(c, depthwise(c, p, phases, (*weight)[0] / p.groups, true))};
  const Tensor padded = padded_data(c, p);
  if (!weight) return std::vector{rounded(c, direct_nchw(c, p, padded, 1))};
  const int64_t outputs = (*weight)[0];
  if (depthwise_like) return std::vector{rounded(c, depthwise(c, p, padded, outputs / p.groups, false))};
  if (block < 4 || c.plain || reads_weights_once(c)) return std::vector{rounded(c, direct_nchw(c, p, padded, outputs))};
  return std::vector{blocked(c, p, padded, outputs, block)};
}

}  // namespace

void add_conv_compute(Registry& registry) {
  set_compute(registry, "nn.conv2d", conv2d);
}

}  // namespace nw::op
