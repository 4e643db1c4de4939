// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over windows of one to three spatial axes, channels first.
#include <algorithm>

#include "op/compute/tools.h"
#include "op/conv.h"

namespace nw::op {

namespace {

struct PoolAxis {
  int64_t kernel, stride, dilation;
  int64_t before, after;  // padding; the end grown as far as the last window reaches
  int64_t padded_after;   // as the operator says
};
using Pool = std::vector<PoolAxis>;  // by spatial axis

size_t spatial_axes(const ComputeContext& c) {
  return c.args[0]->shape.size() - 2;
}

std::vector<int64_t> each_axis(const graph::Attrs& attrs, const char* key, size_t axes) {
  std::vector<int64_t> v = graph::ints_attr(attrs, key, {1});
  if (v.empty()) v = {1};
  v.resize(axes, v.back());
  return v;
}

// Nothing: its padding is not constant, or of another number of axes.
std::optional<Pool> pool_of(const ComputeContext& c) {
  const size_t axes = spatial_axes(c);
  const Result<Window> window = window_of(c.node, axes);
  if (!window.value) return std::nullopt;
  const std::vector<int64_t> kernel = each_axis(c.node.attrs, "pool_size", axes);
  // ceil_mode reads past the padded end: pad as far as the last window reaches, or can reach where only the run tells.
  const bool ceil = graph::bool_attr(c.node.attrs, "ceil_mode", false);
  Pool pool;
  for (size_t a = 0; a < axes; ++a) {
    PoolAxis w{kernel[a],           window->stride[a], window->dilation[a], window->pad_before[a], window->pad_after[a],
               window->pad_after[a]};
    const auto in = c.arg_types[0].shape[a + 2].constant(), out = c.out_type.shape[a + 2].constant();
    if (in && out)
      w.after = std::max(w.after, (*out - 1) * w.stride + (w.kernel - 1) * w.dilation + 1 - *in - w.before);
    else if (ceil)
      w.after += w.stride - 1;
    pool.push_back(w);
  }
  return pool;
}

using Pooling = std::function<Expr(Expr, std::vector<tir::IterVar>)>;

Tensor pool(const ComputeContext& c, const Pool& w, Expr fill, const Pooling& pooling, const std::string& name) {
  std::vector<int64_t> before{0, 0}, after{0, 0};
  std::vector<tir::IterVar> window;
  const std::vector<std::string> names = axis_names(w.size() + 2);
  for (size_t a = 0; a < w.size(); ++a) {
    before.push_back(w[a].before);
    after.push_back(w[a].after);
    window.push_back(te::reduce_axis({tir::int_imm(0), tir::int_imm(w[a].kernel)}, "k" + names[a + 2]));
  }
  const Tensor padded = pad(c.args[0], before, after, std::move(fill), c.name + "_pad");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at{v[0], v[1]};
        for (size_t a = 0; a < w.size(); ++a)
          at.push_back(Expr(v[a + 2]) * tir::int_imm(w[a].stride) + Expr(window[a]->var) * tir::int_imm(w[a].dilation));
        return pooling(te::read(padded, at), window);
      },
      name, names, "pool");
}

// How many of the window's places along one axis lie in [0, size), where the first lies at `start`.
Expr places_inside(const Expr& start, const PoolAxis& w, const Expr& size) {
  if (w.dilation == 1) return tir::min(start + tir::int_imm(w.kernel), size) - tir::max(start, tir::int_imm(0));
  const auto steps = [&](const Expr& distance) {
    return tir::floordiv(tir::max(distance, tir::int_imm(0)) + tir::int_imm(w.dilation - 1), tir::int_imm(w.dilation));
  };
  return tir::min(steps(size - start), tir::int_imm(w.kernel)) - steps(tir::int_imm(0) - start);
}

// Elements of the window that count towards an average: all, those inside data and padding, or those inside the data.
Expr divisor(const ComputeContext& c, const Pool& w, const std::vector<Var>& v) {
  const DType t = c.out_type.dtype;
  const bool with_padding = graph::bool_attr(c.node.attrs, "count_include_pad", false);
  const bool with_rest = !graph::bool_attr(c.node.attrs, "count_exclude_rest", false);
  const bool padded = std::ranges::any_of(w, [](const PoolAxis& a) { return a.before != 0 || a.after != 0; });
  const bool spread = std::ranges::any_of(w, [](const PoolAxis& a) { return a.dilation > 1; });
  int64_t whole = 1;
  for (const PoolAxis& a : w) whole *= a.kernel;
  if ((with_padding && with_rest) || !padded) return tir::constant(t, static_cast<double>(whole));
  Expr count;
  for (size_t a = 0; a < w.size(); ++a) {
    const int64_t before = with_padding ? w[a].before : 0, after = with_padding ? w[a].padded_after : 0;
    const Expr start = Expr(v[a + 2]) * tir::int_imm(w[a].stride) - tir::int_imm(w[a].before - before);
    const Expr places = places_inside(start, w[a], c.args[0]->shape[a + 2] + tir::int_imm(before + after));
    count = count ? count * places : places;
  }
  // A window may be outside the data.
  const bool outside = !t.is_float() || last_window(c.node.attrs) == LastWindow::Rest || spread;
  return tir::cast(t, outside ? tir::max(count, tir::int_imm(1)) : count);
}

// The usual layout: channels first, of one to three spatial axes.
bool channels_first(const ComputeContext& c) {
  const size_t rank = c.args[0]->shape.size();
  if (rank < 3 || rank > 5) return false;
  const std::string usual = "NC" + std::string("DHW").substr(5 - rank);
  return graph::string_attr(c.node.attrs, "layout", usual.c_str()) == usual;
}

bool nchw(const ComputeContext& c) {
  return graph::string_attr(c.node.attrs, "layout", "NCHW") == "NCHW" && c.args[0]->shape.size() == 4;
}

Result<std::vector<Tensor>> max_pool(const ComputeContext& c) {
  const std::optional<Pool> window = channels_first(c) ? pool_of(c) : std::nullopt;
  if (!window) return no_compute(c, "only a layout with channels first has a computation");
  const DType t = c.out_type.dtype;
  const Expr lowest = t.is_float()
                          ? tir::constant(t, t.bits == 16 && !t.is_bfloat() ? -65504.0 : -3.4028234663852886e38)
                          : tir::int_imm(min_int(t), t);
  return std::vector{pool(
      c, *window, lowest,
      [](Expr e, std::vector<tir::IterVar> axes) { return te::max_reduce(std::move(e), std::move(axes)); }, c.name)};
}

Result<std::vector<Tensor>> average_pool(const ComputeContext& c) {
  const std::optional<Pool> window = channels_first(c) ? pool_of(c) : std::nullopt;
  if (!window) return no_compute(c, "only a layout with channels first has a computation");
  const Tensor total = pool(
      c, *window, tir::constant(c.out_type.dtype, 0),
      [](Expr e, std::vector<tir::IterVar> axes) { return te::sum(std::move(e), std::move(axes)); }, c.name + "_sum");
  return std::vector{map(
      c, [&](const std::vector<Var>& v) { return tir::div(te::read(total, as_indices(v)), divisor(c, *window, v)); },
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
  Pool w;
  if (!open)
    for (const int64_t size : {*height / *rows, *width / *columns}) w.push_back({size, size, 1, 0, 0, 0});
  const Tensor pooled = whole ? whole_pool(c, pooling, name) : pool(c, w, nullptr, pooling, name);
  if (!average) return std::vector{pooled};
  const Expr area = open ? tir::cast(c.out_type.dtype, c.args[0]->shape[2] * c.args[0]->shape[3])
                         : tir::constant(c.out_type.dtype, static_cast<double>(w[0].kernel * w[1].kernel));
  return std::vector{
      map(c, [&](const std::vector<Var>& v) { return tir::div(te::read(pooled, as_indices(v)), area); }, "elemwise")};
}

}  // namespace

void add_pool_compute(Registry& registry) {
  set_compute(registry, "nn.max_pool1d nn.max_pool2d nn.max_pool3d", max_pool);
  set_compute(registry, "nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d", average_pool);
  set_compute(registry, "nn.global_avg_pool2d nn.adaptive_avg_pool2d",
              [](const ComputeContext& c) { return adaptive_pool(c, true); });
  set_compute(registry, "nn.global_max_pool2d nn.adaptive_max_pool2d",
              [](const ComputeContext& c) { return adaptive_pool(c, false); });
}

}  // namespace nw::op
