// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over two-dimensional windows, NCHW.
#include "op/compute/tools.h"
#include "op/conv.h"

namespace nw::op {

namespace {

struct Pool {
  int64_t kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w;
  std::vector<int64_t> padding;  // top, left, bottom, right; the end grown for ceil_mode
};

std::pair<int64_t, int64_t> two(const graph::Attrs& attrs, const char* key, std::vector<int64_t> fallback) {
  const std::vector<int64_t> v = graph::ints_attr(attrs, key, std::move(fallback));
  return {v.empty() ? 1 : v.front(), v.empty() ? 1 : v.back()};
}

Pool pool_of(const ComputeContext& c) {
  Pool w;
  std::tie(w.kernel_h, w.kernel_w) = two(c.node.attrs, "pool_size", {1, 1});
  std::tie(w.stride_h, w.stride_w) = two(c.node.attrs, "strides", {1, 1});
  std::tie(w.dilation_h, w.dilation_w) = two(c.node.attrs, "dilation", {1, 1});
  w.padding = window_padding(c.node.attrs);
  // ceil_mode reads past the padded end: pad as far as the last window reaches, or can reach where only the run tells.
  const bool ceil = graph::bool_attr(c.node.attrs, "ceil_mode", false);
  auto grow = [&](size_t axis, int64_t stride, int64_t kernel, int64_t dilation, int64_t before, int64_t& after) {
    const auto in = c.arg_types[0].shape[axis].constant(), out = c.out_type.shape[axis].constant();
    if (in && out)
      after = std::max(after, (*out - 1) * stride + (kernel - 1) * dilation + 1 - *in - before);
    else if (ceil)
      after += stride - 1;
  };
  grow(2, w.stride_h, w.kernel_h, w.dilation_h, w.padding[0], w.padding[2]);
  grow(3, w.stride_w, w.kernel_w, w.dilation_w, w.padding[1], w.padding[3]);
  return w;
}

using Pooling = std::function<Expr(Expr, std::vector<tir::IterVar>)>;

Tensor pool(const ComputeContext& c, const Pool& w, Expr fill, const Pooling& pooling, const std::string& name) {
  const Tensor padded = pad(c.args[0], {0, 0, w.padding[0], w.padding[1]}, {0, 0, w.padding[2], w.padding[3]},
                            std::move(fill), c.name + "_pad");
  const tir::IterVar kh = te::reduce_axis({tir::int_imm(0), tir::int_imm(w.kernel_h)}, "kh");
  const tir::IterVar kw = te::reduce_axis({tir::int_imm(0), tir::int_imm(w.kernel_w)}, "kw");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr h = Expr(v[2]) * tir::int_imm(w.stride_h) + Expr(kh->var) * tir::int_imm(w.dilation_h);
        const Expr x = Expr(v[3]) * tir::int_imm(w.stride_w) + Expr(kw->var) * tir::int_imm(w.dilation_w);
        return pooling(te::read(padded, {v[0], v[1], h, x}), {kh, kw});
      },
      name, {"n", "c", "h", "w"}, "pool");
}

// Elements of the window that count towards an average: all, or those inside the data.
Expr divisor(const ComputeContext& c, const Pool& w, const std::vector<Var>& v) {
  const DType t = c.out_type.dtype;
  const bool padded = w.padding != std::vector<int64_t>{0, 0, 0, 0};
  if (graph::bool_attr(c.node.attrs, "count_include_pad", false) || !padded)
    return tir::constant(t, static_cast<double>(w.kernel_h * w.kernel_w));
  auto span = [&](const Var& o, int64_t stride, int64_t kernel, int64_t before, const Expr& size) {
    const Expr start = Expr(o) * tir::int_imm(stride) - tir::int_imm(before);
    return tir::min(start + tir::int_imm(kernel), size) - tir::max(start, tir::int_imm(0));
  };
  const Expr count = span(v[2], w.stride_h, w.kernel_h, w.padding[0], c.args[0]->shape[2]) *
                     span(v[3], w.stride_w, w.kernel_w, w.padding[1], c.args[0]->shape[3]);
  // A window may be outside the data.
  const bool outside = !t.is_float() || last_window(c.node.attrs) == LastWindow::Rest;
  return tir::cast(t, outside ? tir::max(count, tir::int_imm(1)) : count);
}

bool nchw(const ComputeContext& c) {
  return graph::string_attr(c.node.attrs, "layout", "NCHW") == "NCHW" && c.args[0]->shape.size() == 4;
}

Result<std::vector<Tensor>> max_pool(const ComputeContext& c) {
  if (!nchw(c)) return no_compute(c, "only the layout NCHW has a computation");
  const DType t = c.out_type.dtype;
  const Expr lowest = t.is_float()
                          ? tir::constant(t, t.bits == 16 && !t.is_bfloat() ? -65504.0 : -3.4028234663852886e38)
                          : tir::int_imm(min_int(t), t);
  return std::vector{pool(
      c, pool_of(c), lowest,
      [](Expr e, std::vector<tir::IterVar> axes) { return te::max_reduce(std::move(e), std::move(axes)); }, c.name)};
}

Result<std::vector<Tensor>> average_pool(const ComputeContext& c) {
  if (!nchw(c)) return no_compute(c, "only the layout NCHW has a computation");
  const Pool w = pool_of(c);
  const Tensor total = pool(
      c, w, tir::constant(c.out_type.dtype, 0),
      [](Expr e, std::vector<tir::IterVar> axes) { return te::sum(std::move(e), std::move(axes)); }, c.name + "_sum");
  return std::vector{map(
      c, [&](const std::vector<Var>& v) { return tir::div(te::read(total, as_indices(v)), divisor(c, w, v)); },
      "elemwise")};
}

// One window over the whole image.
Tensor whole_pool(const ComputeContext& c, const Pooling& pooling, const std::string& name) {
  const Tensor& data = c.args[0];
  const tir::IterVar kh = te::reduce_axis({tir::int_imm(0), data->shape[2]}, "kh");
  const tir::IterVar kw = te::reduce_axis({tir::int_imm(0), data->shape[3]}, "kw");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) { return pooling(te::read(data, {v[0], v[1], kh->var, kw->var}), {kh, kw}); },
      name, {"n", "c", "h", "w"}, "pool");
}

// Windows of an adaptive pool: output i reads [i·size / out, ⌈(i + 1)·size / out⌉). Only equal windows have a TE form
// here.
Result<std::vector<Tensor>> adaptive_pool(const ComputeContext& c, bool average) {
  if (!nchw(c)) return no_compute(c, "only the layout NCHW has a computation");
  const graph::Shape &in = c.arg_types[0].shape, &out = c.out_type.shape;
  const auto height = in[2].constant(), width = in[3].constant(), rows = out[2].constant(), columns = out[3].constant();
  if (!rows || !columns) return no_compute(c, "only the run tells how many windows it has");
  if (*rows < 1 || *columns < 1) return no_compute(c, "it gives nothing");
  const bool whole = *rows == 1 && *columns == 1;
  if (!whole && (!height || !width || *height % *rows != 0 || *width % *columns != 0))
    return no_compute(c, "its windows differ in size, or only the run tells");
  const Pooling pooling =
      average ? Pooling([](Expr e, std::vector<tir::IterVar> axes) { return te::sum(std::move(e), std::move(axes)); })
              : Pooling([](Expr e, std::vector<tir::IterVar> axes) {
                  return te::max_reduce(std::move(e), std::move(axes));
                });
  const std::string name = average ? c.name + "_sum" : c.name;
  const bool open = !height || !width;
  const Pool w =
      open ? Pool{} : Pool{*height / *rows, *width / *columns, *height / *rows, *width / *columns, 1, 1, {0, 0, 0, 0}};
  const Tensor pooled = whole ? whole_pool(c, pooling, name) : pool(c, w, nullptr, pooling, name);
  if (!average) return std::vector{pooled};
  const Expr area = open ? tir::cast(c.out_type.dtype, c.args[0]->shape[2] * c.args[0]->shape[3])
                         : tir::constant(c.out_type.dtype, static_cast<double>(w.kernel_h * w.kernel_w));
  return std::vector{
      map(c, [&](const std::vector<Var>& v) { return tir::div(te::read(pooled, as_indices(v)), area); }, "elemwise")};
}

}  // namespace

void add_pool_compute(Registry& registry) {
  set_compute(registry, "nn.max_pool2d", max_pool);
  set_compute(registry, "nn.avg_pool2d", average_pool);
  set_compute(registry, "nn.global_avg_pool2d nn.adaptive_avg_pool2d",
              [](const ComputeContext& c) { return adaptive_pool(c, true); });
  set_compute(registry, "nn.global_max_pool2d nn.adaptive_max_pool2d",
              [](const ComputeContext& c) { return adaptive_pool(c, false); });
}

}  // namespace nw::op
