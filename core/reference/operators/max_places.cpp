// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's pooling that also tells where the greatest elements are, and its inverse.
#include <algorithm>
#include <cmath>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

struct PoolAxis {
  int64_t size, places, kernel, stride, dilation, before;
};

std::vector<PoolAxis> pool_axes(const Call& c, const Extents& shape) {
  const size_t axes = shape.size() - 2;
  const std::vector<int64_t> kernel = c.repeated("pool_size", axes, 1), stride = c.repeated("strides", axes, 1);
  const std::vector<int64_t> dilation = c.repeated("dilation", axes, 1), pads = c.repeated("padding", 2 * axes, 0);
  std::vector<PoolAxis> result;
  for (size_t i = 0; i < axes; ++i) {
    PoolAxis a{shape[i + 2], 0, kernel[i], stride[i], dilation[i], pads[i]};
    if (a.kernel < 1 || a.stride < 1 || a.dilation < 1) c.refuse_value("its window is not positive");
    const int64_t room = a.size + pads[i] + pads[i + axes] - (a.dilation * (a.kernel - 1) + 1);
    if (room < 0) c.refuse_shapes(fmt::format("a window of {} elements over {}", a.kernel, a.size));
    a.places = room / a.stride + 1;
    // A window more for what is left, unless it would begin after the data.
    if (c.bool_attr("ceil_mode", false) && room % a.stride != 0 && a.places * a.stride < a.size + a.before) ++a.places;
    result.push_back(a);
  }
  return result;
}

Value max_pool(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().size() < 3) c.refuse_shapes("it has no spatial axis");
  const std::vector<PoolAxis> axes = pool_axes(c, x.shape());
  const bool columns_first = c.int_attr("storage_order", 0) != 0;
  Extents shape{x.shape()[0], x.shape()[1]};
  int64_t plane = 1, window = 1;
  for (const PoolAxis& a : axes) {
    shape.push_back(a.places);
    plane *= a.size;
    window *= a.kernel;
  }
  NDArray y = c.make(x.dtype(), shape), places = c.make(DType::Int(64), shape);
  const Strides to = row_major(shape), from = row_major(x.shape());
  for (int64_t i = 0; i < y.size(); ++i) {
    spend(1 + window / 16);
    const int64_t base = i / (to[1]) * plane;
    int64_t best = -1, place = 0;
    for (int64_t w = 0; w < window; ++w) {
      int64_t rest = w, at = base, numbered = base, column_stride = 1;
      bool inside = true;
      for (size_t a = axes.size(); a-- > 0;) {
        const PoolAxis& axis = axes[a];
        const int64_t k = rest % axis.kernel;
        rest /= axis.kernel;
        const int64_t index = i / to[a + 2] % axis.places * axis.stride - axis.before + k * axis.dilation;
        inside = inside && index >= 0 && index < axis.size;
        at += index * from[a + 2];
      }
      if (!inside) continue;
      const bool greater = best < 0 || x.at(at) > x.at(best) || (std::isnan(x.at(at)) && !std::isnan(x.at(best)));
      if (!greater) continue;
      best = at;
      if (columns_first) {  // the first spatial axis runs fastest
        for (size_t a = 0; a < axes.size(); ++a) {
          numbered += (at - base) / from[a + 2] % axes[a].size * column_stride;
          column_stride *= axes[a].size;
        }
      }
      place = columns_first ? numbered : at;
    }
    if (best < 0) c.refuse_shapes("a window lies in the padding");
    const double value = x.at(best);
    if (x.dtype().is_integer()) {
      const int64_t whole = x.int_at(best);
      store(y, i, 1, &whole);
    } else {
      store(y, i, 1, &value);
    }
    store(places, i, 1, &place);
  }
  return Values{y, places};
}

// Places are counted in the tensor that was pooled, which may be smaller than the one that is asked for.
Value max_unpool(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> places = c.ints(1);
  if (x.shape().size() < 3 || c.tensor(1).shape() != x.shape()) c.refuse_shapes("it takes values and as many places");
  const size_t axes = x.shape().size() - 2;
  const std::vector<int64_t> kernel = c.ints_attr("kernel_shape"), pads = c.repeated("pads", 2 * axes, 0);
  const std::vector<int64_t> stride = c.repeated("strides", axes, 1);
  if (kernel.size() != axes) c.refuse_attribute("kernel_shape", "must hold one number an axis");
  Extents pooled{x.shape()[0], x.shape()[1]};
  for (size_t i = 0; i < axes; ++i)
    pooled.push_back((x.shape()[i + 2] - 1) * stride[i] + kernel[i] - pads[i] - pads[i + axes]);
  const Extents shape = c.count() > 2 && c.args[2].tensor() ? c.ints(2) : pooled;
  if (shape.size() != pooled.size()) c.refuse_shapes(fmt::format("{} is no shape of such a tensor", shape_text(shape)));
  NDArray y = c.make(x.dtype(), shape);
  const int64_t count = element_count(pooled);
  const Strides from = row_major(pooled), to = row_major(shape);
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i] < 0 || places[i] >= count) c.refuse_index(places[i], 0, count);
    int64_t at = 0;
    bool inside = true;
    for (size_t a = 0; a < from.size(); ++a) {
      const int64_t index = places[i] / from[a] % pooled[a];
      inside = inside && index < shape[a];
      at += index * to[a];
    }
    if (!inside) c.refuse_shapes(fmt::format("a place lies outside {}", shape_text(shape)));
    const double value = x.at(static_cast<int64_t>(i));
    store(y, at, 1, &value);
  }
  return y;
}

}  // namespace

void add_max_places(Table& table) {
  table.add("onnx.MaxPool", max_pool);
  table.add("onnx.MaxUnpool", max_unpool);
}

}  // namespace nw::reference
