// SPDX-License-Identifier: GPL-3.0-or-later
// Two-dimensional convolution. NCHW with constant channels is computed in blocks of output channels, as CPUs like it:
//
//   pad    the data with its zero border
//   pack   the weight as [O/b, I, KH, KW, b]
//   block  the sums as [N, O/b, OH, OW, b], b contiguous
//   conv   the same numbers as NCHW
//
// Depthwise convolutions, where a block of channels shares no data, and other layouts are computed directly.
#include "op/compute/tools.h"

namespace nw::op {

namespace {

struct Conv {
  int64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, groups = 1;
  std::vector<int64_t> padding;  // top, left, bottom, right
  std::string data_layout, kernel_layout;
};

Conv conv_of(const graph::Attrs& attrs) {
  Conv p;
  const std::vector<int64_t> strides = graph::ints_attr(attrs, "strides", {1, 1}),
                             dilation = graph::ints_attr(attrs, "dilation", {1, 1});
  p.stride_h = strides.front(), p.stride_w = strides.back();
  p.dilation_h = dilation.front(), p.dilation_w = dilation.back();
  p.groups = graph::int_attr(attrs, "groups", 1);
  p.padding = window_padding(attrs);
  p.data_layout = graph::string_attr(attrs, "data_layout", "NCHW");
  p.kernel_layout = graph::string_attr(attrs, "kernel_layout", "OIHW");
  if (p.kernel_layout.empty()) p.kernel_layout = p.data_layout == "NHWC" ? "HWIO" : "OIHW";
  return p;
}

Expr number(int64_t value) {
  return tir::int_imm(value);
}

// out_dtype differs from the data's for integer convolutions: the product is made in the wide type.
Expr product(const Expr& a, const Expr& b, DType out) {
  return tir::cast(out, a) * tir::cast(out, b);
}

struct Window {
  tir::IterVar ic, kh, kw;
  Expr h(const Var& oh, const Conv& p) const {
    return Expr(oh) * number(p.stride_h) + Expr(kh->var) * number(p.dilation_h);
  }
  Expr w(const Var& ow, const Conv& p) const {
    return Expr(ow) * number(p.stride_w) + Expr(kw->var) * number(p.dilation_w);
  }
  std::vector<tir::IterVar> axes() const { return {ic, kh, kw}; }
};

Window window(const Expr& channels, const Expr& kernel_h, const Expr& kernel_w) {
  return {te::reduce_axis({number(0), channels}, "ic"), te::reduce_axis({number(0), kernel_h}, "kh"),
          te::reduce_axis({number(0), kernel_w}, "kw")};
}

Tensor depthwise(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t multiplier) {
  const Tensor& weight = c.args[1];
  const tir::IterVar kh = te::reduce_axis({number(0), weight->shape[2]}, "kh"),
                     kw = te::reduce_axis({number(0), weight->shape[3]}, "kw");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr channel = multiplier == 1 ? Expr(v[1]) : tir::floordiv(v[1], number(multiplier));
        const Expr h = Expr(v[2]) * number(p.stride_h) + Expr(kh->var) * number(p.dilation_h);
        const Expr w = Expr(v[3]) * number(p.stride_w) + Expr(kw->var) * number(p.dilation_w);
        return te::sum(product(te::read(padded, {v[0], channel, h, w}),
                               te::read(weight, {v[1], number(0), kh->var, kw->var}), c.out_type.dtype),
                       {kh, kw});
      },
      c.name, {"n", "c", "h", "w"}, "depthwise_conv2d_nchw");
}

Tensor blocked(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t outputs, int64_t block) {
  const Tensor& weight = c.args[1];
  const Expr b = number(block);
  const Tensor pack = te::compute(
      {number(outputs / block), weight->shape[1], weight->shape[2], weight->shape[3], b},
      [&](const std::vector<Var>& v) { return te::read(weight, {Expr(v[0]) * b + v[4], v[1], v[2], v[3]}); },
      c.name + "_pack", {"oco", "ic", "kh", "kw", "oci"}, "pack");
  const std::vector<Expr> out = extents(c.out_type);
  const Window k = window(weight->shape[1], weight->shape[2], weight->shape[3]);
  const Tensor sums = te::compute(
      {out[0], number(outputs / block), out[2], out[3], b},
      [&](const std::vector<Var>& v) {
        Expr channel = k.ic->var;
        if (p.groups > 1)
          channel = tir::floordiv(Expr(v[1]) * b, number(outputs / p.groups)) * weight->shape[1] + channel;
        return te::sum(product(te::read(padded, {v[0], channel, k.h(v[2], p), k.w(v[3], p)}),
                               te::read(pack, {v[1], k.ic->var, k.kh->var, k.kw->var, v[4]}), c.out_type.dtype),
                       k.axes());
      },
      c.name + "_block", {"n", "oco", "oh", "ow", "oci"}, "conv2d_block");
  return te::compute(
      out,
      [&](const std::vector<Var>& v) {
        return te::read(sums, {v[0], tir::floordiv(v[1], b), v[2], v[3], tir::floormod(v[1], b)});
      },
      c.name, {"n", "c", "h", "w"}, "injective,conv2d_unblock");
}

Tensor direct_nchw(const ComputeContext& c, const Conv& p, const Tensor& padded, int64_t outputs) {
  const Tensor& weight = c.args[1];
  const Window k = window(weight->shape[1], weight->shape[2], weight->shape[3]);
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        Expr channel = k.ic->var;
        if (p.groups > 1) channel = tir::floordiv(v[1], number(outputs / p.groups)) * weight->shape[1] + channel;
        return te::sum(product(te::read(padded, {v[0], channel, k.h(v[2], p), k.w(v[3], p)}),
                               te::read(weight, {v[1], k.ic->var, k.kh->var, k.kw->var}), c.out_type.dtype),
                       k.axes());
      },
      c.name, {"n", "c", "h", "w"}, "conv2d_nchw");
}

Tensor direct_nhwc(const ComputeContext& c, const Conv& p) {
  const Tensor padded = pad(c.args[0], {0, p.padding[0], p.padding[1], 0}, {0, p.padding[2], p.padding[3], 0},
                            tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
  const Tensor& weight = c.args[1];
  const Window k = window(weight->shape[2], weight->shape[0], weight->shape[1]);
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return te::sum(product(te::read(padded, {v[0], k.h(v[1], p), k.w(v[2], p), k.ic->var}),
                               te::read(weight, {k.kh->var, k.kw->var, k.ic->var, v[3]}), c.out_type.dtype),
                       {k.kh, k.kw, k.ic});
      },
      c.name, {"n", "h", "w", "c"}, "conv2d_nhwc");
}

Result<std::vector<Tensor>> conv2d(const ComputeContext& c) {
  const Conv p = conv_of(c.node.attrs);
  if (p.data_layout == "NHWC" && p.kernel_layout == "HWIO" && p.groups == 1) return std::vector{direct_nhwc(c, p)};
  if (p.data_layout != "NCHW" || p.kernel_layout != "OIHW")
    return no_compute(c,
                      "there is no computation for data in " + p.data_layout + " with a kernel in " + p.kernel_layout);
  const Tensor padded = pad(c.args[0], {0, 0, p.padding[0], p.padding[1]}, {0, 0, p.padding[2], p.padding[3]},
                            tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
  const auto weight = graph::constant_shape(c.arg_types[1].shape);
  if (!weight) return std::vector{direct_nchw(c, p, padded, 1)};
  const int64_t outputs = (*weight)[0];
  if ((*weight)[1] == 1 && p.groups > 1) return std::vector{depthwise(c, p, padded, outputs / p.groups)};
  const int64_t block = vector_block(outputs / p.groups);
  if (block < 4) return std::vector{direct_nchw(c, p, padded, outputs)};
  return std::vector{blocked(c, p, padded, outputs, block)};
}

}  // namespace

void add_conv_compute(Registry& registry) {
  set_compute(registry, "nn.conv2d", conv2d);
}

}  // namespace nw::op
