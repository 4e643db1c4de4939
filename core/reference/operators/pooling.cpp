// SPDX-License-Identifier: GPL-3.0-or-later
// Pools: windowed, global and adaptive, over one to three spatial axes, and their gradients.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/convolution.h"
#include "reference/layout.h"
#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// The elements that one place of a window meets along one axis, and how many it would meet with the padding.
struct Reach {
  int64_t first, end, step;
  int64_t with_padding;
};

// `with_rest`: what ceil_mode adds beyond the padding counts as well.
Reach reach_of(const Window& w, size_t a, int64_t place, int64_t size, bool with_rest = true) {
  const int64_t start = place * w.stride[a] - w.before[a];
  Reach r{start, std::min(start + w.reach(a), size), w.dilation[a], 0};
  if (r.first < 0) r.first += (-r.first + r.step - 1) / r.step * r.step;
  r.with_padding = w.kernel[a];
  const int64_t padded_end = size + w.after[a];
  for (int64_t i = w.kernel[a] - 1; !with_rest && i >= 0 && start + i * r.step >= padded_end; --i) --r.with_padding;
  return r;
}

struct Pool {
  bool average = false;
  bool include_padding = false;
};

template <class W>
W least_of(DType dtype) {
  if constexpr (std::is_floating_point_v<W>)
    return -std::numeric_limits<double>::infinity();
  else
    return dtype.bits >= 64 ? std::numeric_limits<W>::min() : static_cast<W>(min_int(dtype));
}

template <class W>
W pooled_element(const W* plane, const Three& size, const std::array<Reach, 3>& reach, const Pool& pool, DType dtype) {
  W most = least_of<W>(dtype), sum{0};
  int64_t count = 0;
  for (int64_t z = reach[0].first; z < reach[0].end; z += reach[0].step)
    for (int64_t y = reach[1].first; y < reach[1].end; y += reach[1].step)
      for (int64_t x = reach[2].first; x < reach[2].end; x += reach[2].step) {
        const W v = plane[(z * size[1] + y) * size[2] + x];
        if (v > most || v != v) most = v;
        sum += v;
        ++count;
      }
  if (!pool.average) {
    if constexpr (std::is_floating_point_v<W>)
      if (count == 0) return dtype.bits == 16 ? W{-65504} : W{std::numeric_limits<float>::lowest()};  // as TVM fills
    return most;
  }
  if (pool.include_padding) count = reach[0].with_padding * reach[1].with_padding * reach[2].with_padding;
  return sum / static_cast<W>(std::max<int64_t>(count, 1));
}

// `reach_at(axis, place)` says what a place of the result meets.
template <class F>
NDArray pooled(const Call& c, const NDArray& x, const Three& out, const Pool& pool, F&& reach_at) {
  const Three size{x.shape()[2], x.shape()[3], x.shape()[4]};
  NDArray y = c.make(x.dtype(), {x.shape()[0], x.shape()[1], out[0], out[1], out[2]});
  const int64_t plane = size[0] * size[1] * size[2], places = out[0] * out[1] * out[2];
  with_wide(x.dtype(), [&]<class W>(W) {
    std::vector<W> in(static_cast<size_t>(plane)), results(static_cast<size_t>(places));
    for (int64_t p = 0; p < x.shape()[0] * x.shape()[1]; ++p) {
      load(x, p * plane, plane, in.data());
      size_t at = 0;
      for (int64_t z = 0; z < out[0]; ++z)
        for (int64_t i = 0; i < out[1]; ++i)
          for (int64_t j = 0; j < out[2]; ++j) {
            spend();
            results[at++] =
                pooled_element(in.data(), size, {reach_at(0, z), reach_at(1, i), reach_at(2, j)}, pool, x.dtype());
          }
      store(y, p * places, places, results.data());
    }
  });
  return y;
}

// In plain axes: the data of five axes; the result back in its layout.
template <class F>
Value in_layout(const Call& c, size_t axes, F&& f) {
  const std::string plain = "NC" + spatial_letters(axes), layout = c.string_attr("layout", plain.c_str());
  const std::string out_layout = c.string_attr("out_layout", "");
  const NDArray y = f(with_five_axes(to_plain(c, c.tensor(0), layout, plain)));
  const NDArray result =
      y.reshaped(spatial_shape(y.shape()[0], y.shape()[1], {y.shape()[2], y.shape()[3], y.shape()[4]}, axes));
  return from_plain(c, result, plain, out_layout.empty() ? layout : out_layout);
}

Window pool_window(const Call& c, size_t axes) {
  Window window = window_attrs(c, axes);
  const std::vector<int64_t> sizes = c.repeated("pool_size", axes, 1);
  for (size_t i = 0; i < axes; ++i) {
    if (sizes[i] < 1) c.refuse_attribute("pool_size", "must hold positive numbers");
    window.kernel[3 - axes + i] = sizes[i];
  }
  return window;
}

template <size_t Axes, bool Average>
Value pool(const Call& c) {
  const Window window = pool_window(c, Axes);
  const Window::Rest rest = !c.bool_attr("ceil_mode", false)              ? Window::Rest::None
                            : c.bool_attr("windows_begin_in_data", false) ? Window::Rest::PlaceInData
                                                                          : Window::Rest::Place;
  return in_layout(c, Axes, [&](const NDArray& x) {
    Three out;
    for (size_t a = 0; a < 3; ++a) out[a] = window.places(a, x.shape()[a + 2], rest);
    const bool with_rest = !c.bool_attr("count_exclude_rest", false);
    return pooled(c, x, out, {Average, c.bool_attr("count_include_pad", false)},
                  [&](size_t a, int64_t place) { return reach_of(window, a, place, x.shape()[a + 2], with_rest); });
  });
}

template <bool Average>
Value global_pool(const Call& c) {
  return in_layout(c, 2, [&](const NDArray& x) {
    return pooled(c, x, {1, 1, 1}, {Average, false},
                  [&](size_t a, int64_t) { return Reach{0, x.shape()[a + 2], 1, 0}; });
  });
}

// Place i of n meets the elements from floor(i·size/n) to ceil((i+1)·size/n).
template <size_t Axes, bool Average>
Value adaptive_pool(const Call& c) {
  const bool asked = c.has("output_size") && (!c.ints_attr("output_size").empty() || c.int_attr("output_size", 0) > 0);
  return in_layout(c, Axes, [&](const NDArray& x) {
    Three out{x.shape()[2], x.shape()[3], x.shape()[4]};
    if (asked) {
      const std::vector<int64_t> sizes = c.repeated("output_size", Axes, 1);
      std::copy(sizes.begin(), sizes.end(), out.end() - static_cast<std::ptrdiff_t>(Axes));
    }
    for (const int64_t size : out)
      if (size < 1) c.refuse_attribute("output_size", "must hold positive numbers");
    return pooled(c, x, out, {Average, false}, [&](size_t a, int64_t place) {
      const int64_t size = x.shape()[a + 2];
      return Reach{place * size / out[a], ((place + 1) * size + out[a] - 1) / out[a], 1, 0};
    });
  });
}

// grad, data: each output's gradient goes to all elements of its window evenly, or to the greatest, the first of
// equals.
template <bool Average>
Value pool_grad(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray grad = with_five_axes(to_plain(c, c.tensor(0), layout, "NCHW"));
  const NDArray data = with_five_axes(to_plain(c, c.tensor(1), layout, "NCHW"));
  const Window window = pool_window(c, 2);
  const bool include = c.bool_attr("count_include_pad", false);
  const Three in{1, data.shape()[3], data.shape()[4]}, out{1, grad.shape()[3], grad.shape()[4]};
  if (grad.shape()[0] != data.shape()[0] || grad.shape()[1] != data.shape()[1])
    c.refuse_shapes("gradient and data do not belong together");
  const std::vector<double> g = all_elements<double>(c, grad), x = all_elements<double>(c, data);
  std::vector<double> result(x.size(), 0);
  const int64_t plane = in[1] * in[2], places = out[1] * out[2];
  for (int64_t p = 0; p < data.shape()[0] * data.shape()[1]; ++p)
    for (int64_t place = 0; place < places; ++place) {
      spend(4);
      const Reach ry = reach_of(window, 1, place / out[2], in[1]), rx = reach_of(window, 2, place % out[2], in[2]);
      int64_t best = -1, count = 0;
      for (int64_t i = ry.first; i < ry.end; i += ry.step)
        for (int64_t j = rx.first; j < rx.end; j += rx.step, ++count) {
          const int64_t at = p * plane + i * in[2] + j;
          if (best < 0 || x[static_cast<size_t>(at)] > x[static_cast<size_t>(best)]) best = at;
        }
      const double value = g[static_cast<size_t>(p * places + place)];
      if (!Average && best >= 0) result[static_cast<size_t>(best)] += value;
      if (!Average) continue;
      const auto share =
          static_cast<double>(include ? window.kernel[1] * window.kernel[2] : std::max<int64_t>(count, 1));
      for (int64_t i = ry.first; i < ry.end; i += ry.step)
        for (int64_t j = rx.first; j < rx.end; j += rx.step)
          result[static_cast<size_t>(p * plane + i * in[2] + j)] += value / share;
    }
  NDArray y = c.make(data.dtype(), {data.shape()[0], data.shape()[1], in[1], in[2]});
  store(y, 0, y.size(), result.data());
  return from_plain(c, y, "NCHW", layout);
}

}  // namespace

void add_pools(Table& table) {
  table.add("nn.max_pool1d", pool<1, false>);
  table.add("nn.max_pool2d", pool<2, false>);
  table.add("nn.max_pool3d", pool<3, false>);
  table.add("nn.avg_pool1d", pool<1, true>);
  table.add("nn.avg_pool2d", pool<2, true>);
  table.add("nn.avg_pool3d", pool<3, true>);
  table.add("nn.global_max_pool2d", global_pool<false>);
  table.add("nn.global_avg_pool2d", global_pool<true>);
  table.add("nn.adaptive_max_pool1d", adaptive_pool<1, false>);
  table.add("nn.adaptive_max_pool2d", adaptive_pool<2, false>);
  table.add("nn.adaptive_max_pool3d", adaptive_pool<3, false>);
  table.add("nn.adaptive_avg_pool1d", adaptive_pool<1, true>);
  table.add("nn.adaptive_avg_pool2d", adaptive_pool<2, true>);
  table.add("nn.adaptive_avg_pool3d", adaptive_pool<3, true>);
  table.add("nn.max_pool2d_grad", pool_grad<false>);
  table.add("nn.avg_pool2d_grad", pool_grad<true>);
}

}  // namespace nw::reference
