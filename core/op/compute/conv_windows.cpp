// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions over one and three axes, and transposed ones over one to three, with channels in front (NCW, NCHW,
// NCDHW). In blocks of output channels where there are enough, as conv.cpp has them:
//
//   pad    the data with its zero border
//   pack   the weight as [O/b, I, window, b]; a transposed window as [O/b, I, taps of all phases, b], zero beyond it
//   block  the sums as [N, O/b, out, b], b contiguous
//   conv   the same values as N, C, out
#include <numeric>

#include "op/compute/tools.h"

namespace nw::op {

namespace {

// One axis of the data.
struct Span {
  int64_t kernel = 1, stride = 1, dilation = 1, before = 0, after = 0;
  // Of a transposed window: places of it that one output reads; output y reads the window at r, r + stride, …, where
  // r is the remainder of y + before by the stride.
  int64_t taps() const { return (kernel + stride - 1) / stride; }
};

struct Windows {
  std::vector<Span> spans;
  int64_t groups = 1, channels = 1, outputs = 1;  // all of them
  DType dtype;
  bool transposed = false;
};

// Nothing for a layout, dilation or size that has no form here.
std::optional<Windows> windows_of(const ComputeContext& c, size_t axes, bool transposed) {
  static const char* const letters[] = {"", "W", "HW", "DHW"};
  const std::string data = std::string("NC") + letters[axes];
  const std::string kernel = (transposed ? std::string("IO") : std::string("OI")) + letters[axes];
  const std::string layout = graph::string_attr(c.node.attrs, "kernel_layout", kernel);
  const bool known_layout =
      layout == kernel || layout.empty() || (transposed && layout == std::string("OI") + letters[axes]);
  if (graph::string_attr(c.node.attrs, "data_layout", data) != data || !known_layout) return std::nullopt;
  const auto weight = graph::constant_shape(c.arg_types[1].shape);
  const auto channels = c.arg_types[0].shape.size() == axes + 2 ? c.arg_types[0].shape[1].constant() : std::nullopt;
  if (!weight || weight->size() != axes + 2 || !channels || !c.out_type.is_tensor()) return std::nullopt;
  Windows w;
  w.transposed = transposed;
  w.groups = graph::int_attr(c.node.attrs, "groups", 1);
  w.channels = *channels;
  w.outputs = transposed ? (*weight)[1] * w.groups : (*weight)[0];
  w.dtype = c.out_type.dtype;
  if ((transposed ? (*weight)[0] : (*weight)[1] * w.groups) != w.channels || w.groups < 1 || w.outputs < 1)
    return std::nullopt;
  const auto numbers = [&](const char* key, int64_t usual) {
    std::vector<int64_t> given = graph::ints_attr(c.node.attrs, key, {usual});
    if (given.size() == 1) given.resize(axes, given[0]);
    return given;
  };
  const std::vector<int64_t> stride = numbers("strides", 1), dilation = numbers("dilation", 1);
  std::vector<int64_t> padding = numbers("padding", 0);
  if (padding.size() == axes)
    padding.insert(padding.end(), padding.begin(), padding.begin() + static_cast<std::ptrdiff_t>(axes));
  if (stride.size() != axes || dilation.size() != axes || padding.size() != 2 * axes) return std::nullopt;
  for (size_t i = 0; i < axes; ++i) {
    w.spans.push_back({(*weight)[i + 2], stride[i], dilation[i], padding[i], padding[i + axes]});
    if (transposed && (dilation[i] != 1 || padding[i] < 0)) return std::nullopt;
  }
  return w;
}

Tensor padded_data(const ComputeContext& c, const Windows& w, std::optional<std::vector<int64_t>> out) {
  std::vector<int64_t> before = {0, 0}, after = {0, 0};
  for (size_t i = 0; i < w.spans.size(); ++i) {
    const Span& s = w.spans[i];
    if (!w.transposed) {
      before.push_back(s.before);
      after.push_back(s.after);
      continue;
    }
    // As far as the last output reads; where only the run tells, as far as it can read.
    const int64_t* size = tir::as_const_int(c.args[0]->shape[i + 2]);
    const int64_t last = out && size ? ((*out)[i + 2] - 1 + s.before) / s.stride - (*size - 1) : s.taps();
    before.push_back(s.taps() - 1);
    after.push_back(std::max<int64_t>(0, last));
  }
  return pad(c.args[0], before, after, tir::constant(c.args[0]->dtype, 0), c.name + "_pad");
}

// The place of the data and of the window that a step of the sum reads, along one axis.
struct Place {
  Expr data, window;
};

Place place(const Windows& w, size_t axis, const Expr& out, const Expr& step) {
  const Span& s = w.spans[axis];
  if (!w.transposed) return {out * number(s.stride) + step * number(s.dilation), step};
  const Expr from = out + number(s.before);
  return {tir::floordiv(from, number(s.stride)) - step + number(s.taps() - 1),
          tir::floormod(from, number(s.stride)) + step * number(s.stride)};
}

int64_t steps_of(const Windows& w, const Span& s) {
  return w.transposed ? s.taps() : s.kernel;
}

// [O/b, I/groups, window, b].
Tensor packed_weight(const ComputeContext& c, const Windows& w, int64_t block) {
  const int64_t inputs = w.channels / w.groups, group_outputs = w.outputs / w.groups;
  std::vector<Expr> shape = {number(w.outputs / block), number(inputs)};
  bool beyond = false;
  for (const Span& s : w.spans) {
    const int64_t places = w.transposed ? s.taps() * s.stride : s.kernel;
    beyond = beyond || places > s.kernel;
    shape.push_back(number(places));
  }
  shape.push_back(number(block));
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        const Expr output = Expr(v[0]) * number(block) + v.back();
        std::vector<Expr> at = {output, v[1]};
        if (w.transposed)
          at = {tir::floordiv(output, number(group_outputs)) * number(inputs) + v[1],
                tir::floormod(output, number(group_outputs))};
        Expr inside;
        for (size_t i = 0; i < w.spans.size(); ++i) {
          at.push_back(v[i + 2]);
          const Expr below = tir::lt(v[i + 2], number(w.spans[i].kernel));
          inside = inside ? tir::logical_and(inside, below) : below;
        }
        const Expr value = te::read(c.args[1], std::move(at));
        return beyond ? tir::if_then_else(inside, value, tir::constant(c.args[1]->dtype, 0)) : value;
      },
      c.name + "_pack", axis_names(shape.size()), "pack");
}

Tensor blocks(const ComputeContext& c, const Windows& w, const Tensor& data, int64_t block) {
  const Tensor weight = packed_weight(c, w, block);
  const int64_t inputs = w.channels / w.groups;
  std::vector<tir::IterVar> sum = {te::reduce_axis({number(0), number(inputs)}, "ic")};
  for (size_t i = 0; i < w.spans.size(); ++i)
    sum.push_back(te::reduce_axis({number(0), number(steps_of(w, w.spans[i]))}, "k" + std::to_string(i)));
  const std::vector<Expr> out = extents(c.out_type);
  std::vector<Expr> shape = out;
  shape[1] = number(w.outputs / block);
  shape.push_back(number(block));
  const Tensor sums = te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        Expr channel = sum[0]->var;
        if (w.groups > 1)
          channel = tir::floordiv(Expr(v[1]) * number(block), number(w.outputs / w.groups)) * number(inputs) + channel;
        std::vector<Expr> from = {v[0], channel}, by = {v[1], sum[0]->var};
        for (size_t i = 0; i < w.spans.size(); ++i) {
          const Place p = place(w, i, v[i + 2], sum[i + 1]->var);
          from.push_back(p.data);
          by.push_back(p.window);
        }
        by.push_back(v.back());
        return te::sum(tir::cast(w.dtype, te::read(data, from)) * tir::cast(w.dtype, te::read(weight, by)), sum);
      },
      c.name + "_block", axis_names(shape.size()), "conv2d_block");
  return te::compute(
      out,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at = as_indices(v);
        at[1] = tir::floordiv(v[1], number(block));
        at.push_back(tir::floormod(v[1], number(block)));
        return te::read(sums, std::move(at));
      },
      c.name, axis_names(out.size()), "injective,conv2d_unblock");
}

// As it is defined: the weight as it is.
Tensor direct(const ComputeContext& c, const Windows& w, const Tensor& data) {
  const int64_t inputs = w.channels / w.groups, group_outputs = w.outputs / w.groups;
  std::vector<tir::IterVar> sum = {te::reduce_axis({number(0), number(inputs)}, "ic")};
  for (size_t i = 0; i < w.spans.size(); ++i)
    sum.push_back(te::reduce_axis({number(0), number(steps_of(w, w.spans[i]))}, "k" + std::to_string(i)));
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr channel = w.groups == 1 ? Expr(sum[0]->var)
                                           : tir::floordiv(v[1], number(group_outputs)) * number(inputs) + sum[0]->var;
        std::vector<Expr> from = {v[0], channel}, by = {v[1], sum[0]->var};
        if (w.transposed) by = {channel, w.groups == 1 ? Expr(v[1]) : tir::floormod(v[1], number(group_outputs))};
        Expr inside;
        for (size_t i = 0; i < w.spans.size(); ++i) {
          const Place p = place(w, i, v[i + 2], sum[i + 1]->var);
          from.push_back(p.data);
          by.push_back(p.window);
          if (!w.transposed || w.spans[i].kernel % w.spans[i].stride == 0) continue;
          const Expr below = tir::lt(p.window, number(w.spans[i].kernel));
          inside = inside ? tir::logical_and(inside, below) : below;
        }
        Expr weight = te::read(c.args[1], by);
        if (inside) weight = tir::if_then_else(inside, weight, tir::constant(c.args[1]->dtype, 0));
        return te::sum(tir::cast(w.dtype, te::read(data, from)) * tir::cast(w.dtype, weight), sum);
      },
      c.name, axis_names(c.out_type.shape.size()), "");
}

Result<std::vector<Tensor>> convolution(const ComputeContext& c, size_t axes, bool transposed) {
  const std::optional<Windows> w = windows_of(c, axes, transposed);
  if (!w) return no_compute(c, "there is no computation for its layout, dilation or sizes");
  const Tensor data = padded_data(c, *w, graph::constant_shape(c.out_type.shape));
  const int64_t block = vector_block(w->outputs / w->groups);
  return std::vector{block < 4 || c.plain ? direct(c, *w, data) : blocks(c, *w, data, block)};
}

}  // namespace

void add_conv_windows_compute(Registry& registry) {
  set_compute(registry, "nn.conv1d", [](const ComputeContext& c) { return convolution(c, 1, false); });
  set_compute(registry, "nn.conv3d", [](const ComputeContext& c) { return convolution(c, 3, false); });
  set_compute(registry, "nn.conv1d_transpose", [](const ComputeContext& c) { return convolution(c, 1, true); });
  set_compute(registry, "nn.conv2d_transpose", [](const ComputeContext& c) { return convolution(c, 2, true); });
  set_compute(registry, "nn.conv3d_transpose", [](const ComputeContext& c) { return convolution(c, 3, true); });
}

}  // namespace nw::op
