// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_bytes.h"

#include "op/compute/bytes.h"
#include "op/compute/conv_stages.h"

namespace nw::op {

namespace {

constexpr int64_t kBorderBytes = 0x01010101;  // times a byte: it in all four

struct ByteConv {
  const ComputeContext& c;
  const Conv& p;
  ZeroPoint data_zero, weight_zero;
  int64_t outputs, inputs, kernel_h, kernel_w;  // inputs: of one group

  const Tensor& data() const { return c.args[0]; }
  const Tensor& weight() const { return c.args[1]; }
  Expr quads() const { return quarter(number(inputs)); }
  Expr border() const { return data_zero.at(number(0)) * number(kBorderBytes); }
  // Channels 4k to 4k+3 of a group, k counted over all groups.
  Expr four_channels(const Expr& n, const Expr& k, const Expr& y, const Expr& x) const {
    const Expr group = tir::floordiv(k, quads()), own = tir::floormod(k, quads());
    return packed_data(p.groups == 1 ? k : own, number(inputs), [&](const Expr& channel) {
      return te::read(data(), {n, p.groups == 1 ? channel : group * number(inputs) + channel, y, x});
    });
  }
};

// (O, I/4, KH, KW), or (O/block, I/4, KH, KW, block)
Tensor packed_weights(const ByteConv& b, int64_t block) {
  const auto at = [&](const Expr& o, const Expr& k, const Expr& kh, const Expr& kw) {
    return packed_weight(k, number(b.inputs),
                         [&](const Expr& channel) { return te::read(b.weight(), {o, channel, kh, kw}); });
  };
  if (block == 1)
    return te::compute(
        {number(b.outputs), b.quads(), number(b.kernel_h), number(b.kernel_w)},
        [&](const std::vector<Var>& v) { return at(v[0], v[1], v[2], v[3]); }, b.c.name + "_weight",
        {"o", "ic", "kh", "kw"}, "pack");
  return te::compute(
      {number(b.outputs / block), b.quads(), number(b.kernel_h), number(b.kernel_w), number(block)},
      [&](const std::vector<Var>& v) { return at(Expr(v[0]) * number(block) + v[4], v[1], v[2], v[3]); },
      b.c.name + "_pack", {"oco", "ic", "kh", "kw", "oci"}, "pack");
}

Tensor weight_sums(const ByteConv& b) {
  const ReduceAxes k = reduce_axes(number(b.inputs), number(b.kernel_h), number(b.kernel_w));
  return te::compute(
      {number(b.outputs)},
      [&](const std::vector<Var>& v) {
        return te::sum(signed_byte(te::read(b.weight(), {v[0], k.ic->var, k.kh->var, k.kw->var})), k.axes());
      },
      b.c.name + "_weight_sums", {"o"}, "pack_sums");
}

// The sum of the data in a window, (N, groups, H, W): only where weights have a zero point.
Tensor window_sums(const ByteConv& b) {
  const Tensor centred = te::compute(
      b.data()->shape,
      [&](const std::vector<Var>& v) {
        return unsigned_byte(te::read(b.data(), as_indices(v))) - b.data_zero.at(number(0));
      },
      b.c.name + "_centred", axis_names(4), "injective");
  const Tensor padded = pad(centred, {0, 0, b.p.padding[0], b.p.padding[1]}, {0, 0, b.p.padding[2], b.p.padding[3]},
                            number(0), b.c.name + "_border", "injective");
  const ReduceAxes k = reduce_axes(number(b.inputs), number(b.kernel_h), number(b.kernel_w));
  const std::vector<Expr> out = extents(b.c.out_type);
  return te::compute(
      {out[0], number(b.p.groups), out[2], out[3]},
      [&](const std::vector<Var>& v) {
        return te::sum(
            te::read(padded, {v[0], Expr(v[1]) * number(b.inputs) + k.ic->var, k.h(v[2], b.p), k.w(v[3], b.p)}),
            k.axes());
      },
      b.c.name + "_windows", {"n", "g", "h", "w"}, "pack_sums");
}

// What is left of the sums once the zero points are taken off: Σ x·w − zx·Σ w − zw·Σ (x − zx).
OfSum without_zero_points(const ByteConv& b) {
  const Tensor weights = b.data_zero.is_zero() ? nullptr : weight_sums(b),
               windows = b.weight_zero.is_zero() ? nullptr : window_sums(b);
  return [b, weights, windows](const Expr& sum, const std::vector<Var>& at) {
    Expr value = sum;
    if (weights) value = value - b.data_zero.at(number(0)) * te::read(weights, {at[1]});
    if (windows) {
      const Expr group = b.p.groups == 1 ? number(0) : tir::floordiv(at[1], number(b.outputs / b.p.groups));
      value = value - b.weight_zero.at(at[1]) * te::read(windows, {at[0], group, at[2], at[3]});
    }
    return value;
  };
}

// The data with its border, (N, groups · I/4, H, W).
Tensor bordered(const ByteConv& b) {
  const Tensor& data = b.data();
  const Tensor four = te::compute(
      {data->shape[0], number(b.p.groups) * b.quads(), data->shape[2], data->shape[3]},
      [&](const std::vector<Var>& v) { return b.four_channels(v[0], v[1], v[2], v[3]); }, b.c.name + "_data",
      axis_names(4), b.p.padding == std::vector<int64_t>(4, 0) ? "injective,pad" : "injective");
  return pad(four, {0, 0, b.p.padding[0], b.p.padding[1]}, {0, 0, b.p.padding[2], b.p.padding[3]}, b.border(),
             b.c.name + "_pad");
}

Tensor in_blocks(const ByteConv& b, int64_t block) {
  const Tensor sums = block_sums(b.c, b.p, bordered(b), packed_weights(b, block), byte_product);
  return unblocked(b.c, sums, without_zero_points(b));
}

}  // namespace

Tensor conv2d_of_bytes(const ComputeContext& c, const Conv& p) {
  const auto weight = graph::constant_shape(c.arg_types[1].shape);
  const auto out = image_shape(c.out_type), in = image_shape(c.arg_types[0]);
  if (!weight || !out || !in || element_count(*out) == 0 || element_count(*in) == 0 || element_count(*weight) == 0)
    return nullptr;
  const ByteConv b{c,
                   p,
                   ZeroPoint::of_data(c.args[2], c.args[0]->dtype),
                   ZeroPoint::of_weight(c.args[3], c.args[1]->dtype),
                   (*weight)[0],
                   (*weight)[1],
                   (*weight)[2],
                   (*weight)[3]};
  const int64_t kernel_w = b.kernel_w, width = (*out)[3];
  const Reach rw{p.stride_w, p.dilation_w, std::min(p.stride_w, kernel_w)};
  const int64_t quads = (b.inputs + kBytes - 1) / kBytes;
  const ConvPlane plane{
      quads,    b.outputs / p.groups, (*out)[2], width, width + rw.last(kernel_w), b.kernel_h * kernel_w, true,
      kernel_w, p.stride_w,           true};
  const bool odd = (p.stride_h > 1 && p.dilation_h > 1) || (p.stride_w > 1 && p.dilation_w > 1);
  const auto tiles = odd ? std::nullopt : plan_tiles(plane, c.core);
  if (!tiles) {
    const int64_t block = vector_block(b.outputs / p.groups);
    return block < 4 ? nullptr : in_blocks(b, block);
  }
  const TiledConv t = tiled_conv(p, plane, *tiles, b.outputs, b.kernel_h, kernel_w);
  const auto value = [&](const Expr& n, const Expr& k, const Expr& y, const Expr& x) {
    return b.four_channels(n, k, y, x);
  };
  const Tensor data = planes_of(c, p, t.rh, t.rw, t.rows, t.pitch, {number(p.groups) * b.quads(), value, b.border()});
  return untiled(c, t, tile_sums(c, t, data, packed_weights(b, 1), byte_product), without_zero_points(b));
}

}  // namespace nw::op
