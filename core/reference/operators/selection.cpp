// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's operators whose axes or sizes come as tensors, or whose results are as many as the data say.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

NDArray of_indices(const Call& c, const std::vector<int64_t>& values) {
  NDArray y = c.make(DType::Int(64), {static_cast<int64_t>(values.size())});
  store(y, 0, y.size(), values.data());
  return y;
}

// data, starts, ends, axes, steps; as Python slices, with any of the last two missing.
Value onnx_slice(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> starts = c.ints(1), ends = c.ints(2);
  const auto given = [&](size_t i) { return i < c.count() && c.args[i].tensor(); };
  std::vector<int64_t> axes(starts.size()), steps(starts.size(), 1);
  std::iota(axes.begin(), axes.end(), int64_t{0});
  if (given(3)) axes = c.ints(3);
  if (given(4)) steps = c.ints(4);
  if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size())
    c.refuse_shapes("it has not one start, end, axis and step for each axis");
  Extents shape = x.shape();
  Strides strides = row_major(shape);
  int64_t first = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    const size_t axis = c.axis(axes[i], shape.size());
    const int64_t size = x.shape()[axis], step = steps[i];
    if (step == 0 || step == std::numeric_limits<int64_t>::min()) c.refuse_value("a slice has the step 0");
    const auto clip = [&](int64_t at) {
      if (at < 0) at = at < -size ? -1 - size : at + size;
      return step > 0 ? std::clamp(at, int64_t{0}, size) : std::clamp(at, int64_t{-1}, size - 1);
    };
    const int64_t from = clip(starts[i]), to = clip(ends[i]);
    const int64_t span = step > 0 ? to - from : from - to, by = step > 0 ? step : -step;
    shape[axis] = span <= 0 ? 0 : (span - 1) / by + 1;
    if (shape[axis] == 0) continue;
    first += from * strides[axis];
    if (shape[axis] > 1) strides[axis] *= step;
  }
  NDArray y = c.make(x.dtype(), shape);
  if (y.size() > 0) copy_strided(x, first, strides, y);
  return y;
}

// num_outputs parts of equal size, the last smaller: where there are not so many elements, some are empty.
std::vector<int64_t> even_sizes(const Call& c, int64_t whole) {
  const int64_t count = c.int_attr("num_outputs", 1);
  constexpr int64_t kMost = 1 << 16;
  if (count < 1 || count > kMost) c.refuse_attribute("num_outputs", "must be positive");
  const int64_t piece = (whole + count - 1) / count;
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < count; ++i) sizes.push_back(std::clamp(whole - i * piece, int64_t{0}, piece));
  return sizes;
}

// data, and sizes if the parts are not equal
Value onnx_split(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  const std::vector<int64_t> sizes = c.count() > 1 ? c.ints(1) : even_sizes(c, x.shape()[axis]);
  const Strides strides = row_major(x.shape());
  Values parts;
  int64_t first = 0;
  for (const int64_t size : sizes) {
    if (size < 0 || size > x.shape()[axis] - first)
      c.refuse_shapes(fmt::format("its parts have more than {} elements", x.shape()[axis]));
    Extents shape = x.shape();
    shape[axis] = size;
    NDArray part = c.make(x.dtype(), shape);
    if (part.size() > 0) copy_strided(x, first * strides[axis], strides, part);
    parts.emplace_back(std::move(part));
    first += size;
  }
  if (first != x.shape()[axis])
    c.refuse_shapes(fmt::format("its parts have {} elements of {}", first, x.shape()[axis]));
  return parts;
}

// The data as (kept, reduced) by a transposition; f of each row.
template <class F>
Value reduced_over(const Call& c, F&& f) {
  const NDArray& x = c.tensor(0);
  const size_t rank = x.shape().size();
  std::vector<int64_t> axes = c.ints(1);
  const bool keep = c.int_attr("keepdims", 1) != 0;
  if (axes.empty() && c.int_attr("noop_with_empty_axes", 0) != 0) return x;
  std::vector<bool> reduced(rank, axes.empty());
  for (const int64_t axis : axes) reduced[c.axis(axis, rank)] = true;
  const Strides own = row_major(x.shape());
  Extents shape, turned, inner;
  Strides strides, inner_strides;
  int64_t row = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (reduced[i]) {
      inner.push_back(x.shape()[i]);
      inner_strides.push_back(own[i]);
      row *= x.shape()[i];
    } else {
      turned.push_back(x.shape()[i]);
      strides.push_back(own[i]);
    }
    if (!reduced[i] || keep) shape.push_back(reduced[i] ? 1 : x.shape()[i]);
  }
  turned.insert(turned.end(), inner.begin(), inner.end());
  strides.insert(strides.end(), inner_strides.begin(), inner_strides.end());
  NDArray rows = c.make(x.dtype(), turned);
  if (rows.size() > 0) copy_strided(x, 0, strides, rows);
  NDArray y = c.make(x.dtype(), shape);
  with_wide(x.dtype(), [&]<class W>(W) {
    std::vector<W> elements(static_cast<size_t>(row));
    for (int64_t i = 0; i < y.size(); ++i) {
      spend(1 + row / 64);
      load(rows, i * row, row, elements.data());
      const W result = f(elements);
      store(y, i, 1, &result);
    }
  });
  return y;
}

Value reduce_sum(const Call& c) {
  return reduced_over(c, []<class W>(const std::vector<W>& v) { return std::accumulate(v.begin(), v.end(), W{}); });
}
Value reduce_prod(const Call& c) {
  return reduced_over(c, []<class W>(const std::vector<W>& v) {
    return std::accumulate(v.begin(), v.end(), W{1}, [](W a, W b) { return static_cast<W>(a * b); });
  });
}
Value reduce_mean(const Call& c) {
  return reduced_over(c, []<class W>(const std::vector<W>& v) {
    return static_cast<W>(std::accumulate(v.begin(), v.end(), W{}) / static_cast<W>(std::max<size_t>(v.size(), 1)));
  });
}
// The least of all numbers, or the greatest: what the greatest or least of no elements is.
template <class W>
W extreme_of(DType dtype, bool least) {
  using Limits = std::numeric_limits<W>;
  if constexpr (Limits::has_infinity) return least ? -Limits::infinity() : Limits::infinity();
  if (dtype.bits >= 64) return least ? Limits::min() : Limits::max();
  return static_cast<W>(least ? min_int(dtype) : max_int(dtype));
}

Value reduce_max(const Call& c) {
  return reduced_over(c, [&]<class W>(const std::vector<W>& v) {
    return v.empty() ? extreme_of<W>(c.tensor(0).dtype(), true) : *std::max_element(v.begin(), v.end());
  });
}
Value reduce_min(const Call& c) {
  return reduced_over(c, [&]<class W>(const std::vector<W>& v) {
    return v.empty() ? extreme_of<W>(c.tensor(0).dtype(), false) : *std::min_element(v.begin(), v.end());
  });
}

template <bool Product>
Value cumulated(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis(c.integer(1), x.shape().size());
  const bool exclusive = c.int_attr("exclusive", 0) != 0, reverse = c.int_attr("reverse", 0) != 0;
  NDArray y = c.make(x.dtype(), x.shape());
  const int64_t length = x.shape()[axis], stride = row_major(x.shape())[axis];
  with_wide(x.dtype(), [&]<class W>(W) {
    std::vector<W> line(static_cast<size_t>(length));
    for (int64_t i = 0; i < x.size(); ++i) {
      if (i / stride % length != 0) continue;
      spend(1 + length / 64);
      load_strided(x, i, stride, length, line.data());
      if (reverse) std::reverse(line.begin(), line.end());
      W total{Product};
      for (W& v : line) {
        const W before = total;
        total = static_cast<W>(Product ? total * v : total + v);
        v = exclusive ? before : total;
      }
      if (reverse) std::reverse(line.begin(), line.end());
      store_strided(y, i, stride, length, line.data());
    }
  });
  return y;
}

// The slices of x along the axis that are named, in that order.
NDArray slices_along(const Call& c, const NDArray& x, size_t axis, const std::vector<int64_t>& which) {
  Extents shape = x.shape();
  shape[axis] = static_cast<int64_t>(which.size());
  NDArray y = c.make(x.dtype(), shape);
  if (y.size() == 0) return y;
  const int64_t inner = row_major(x.shape())[axis], outer = x.size() / (inner * x.shape()[axis]);
  const auto bytes = static_cast<size_t>(inner * x.dtype().bytes());
  for (int64_t o = 0; o < outer; ++o)
    for (size_t i = 0; i < which.size(); ++i)
      std::memcpy(y.mutable_bytes() + (static_cast<size_t>(o) * which.size() + i) * bytes,
                  x.bytes() + static_cast<size_t>(o * x.shape()[axis] + which[i]) * bytes, bytes);
  return y;
}

Value compress(const Call& c) {
  NDArray x = c.tensor(0);
  const std::vector<int64_t> chosen = c.ints(1);
  if (!c.has("axis")) x = x.reshaped({x.size()});
  const size_t axis = c.has("axis") ? c.axis_attr("axis", 0, x.shape().size()) : 0;
  if (static_cast<int64_t>(chosen.size()) > x.shape()[axis])
    c.refuse_shapes(fmt::format("{} conditions for {} elements", chosen.size(), x.shape()[axis]));
  std::vector<int64_t> which;
  for (size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != 0) which.push_back(static_cast<int64_t>(i));
  return slices_along(c, x, axis, which);
}

// Slices compare element by element in memory order.
Value onnx_unique(const Call& c) {
  NDArray x = c.tensor(0);
  if (!c.has("axis")) x = x.reshaped({x.size()});
  const size_t axis = c.has("axis") ? c.axis_attr("axis", 0, x.shape().size()) : 0;
  const int64_t count = x.shape()[axis];
  const int64_t inner = row_major(x.shape())[axis];
  const int64_t outer = count > 0 ? x.size() / std::max<int64_t>(inner * count, 1) : 0;
  const auto compared = [&](int64_t a, int64_t b) {
    spend(1 + inner * outer / 64);
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i) {
        const int64_t pa = (o * count + a) * inner + i, pb = (o * count + b) * inner + i;
        if (x.dtype().is_float()) {
          if (x.at(pa) != x.at(pb)) return x.at(pa) < x.at(pb) ? -1 : 1;
        } else if (x.int_at(pa) != x.int_at(pb)) {
          return x.int_at(pa) < x.int_at(pb) ? -1 : 1;
        }
      }
    return 0;
  };
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return compared(a, b) < 0; });
  struct Class {
    int64_t first, times;
  };
  std::vector<Class> classes;
  std::vector<size_t> class_of(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || compared(order[i - 1], order[i]) != 0) classes.push_back({order[i], 0});
    ++classes.back().times;
    class_of[static_cast<size_t>(order[i])] = classes.size() - 1;
  }
  std::vector<size_t> shown(classes.size());
  std::iota(shown.begin(), shown.end(), size_t{0});
  if (c.int_attr("sorted", 1) == 0)
    std::sort(shown.begin(), shown.end(), [&](size_t a, size_t b) { return classes[a].first < classes[b].first; });
  std::vector<int64_t> firsts, counts, places(classes.size()), inverse;
  for (size_t i = 0; i < shown.size(); ++i) {
    firsts.push_back(classes[shown[i]].first);
    counts.push_back(classes[shown[i]].times);
    places[shown[i]] = static_cast<int64_t>(i);
  }
  for (const size_t which : class_of) inverse.push_back(places[which]);
  return Values{slices_along(c, x, axis, firsts), of_indices(c, firsts), of_indices(c, inverse), of_indices(c, counts)};
}

Value eye_like(const Call& c) {
  const Extents shape = c.tensor(0).shape();
  if (shape.size() != 2) c.refuse_shapes("it makes matrices");
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", c.tensor(0).dtype())), shape);
  const int64_t k = c.int_attr("k", 0), one = 1;
  for (int64_t i = 0; i < shape[0]; ++i)
    if (k > -shape[0] && k < shape[1] && i + k >= 0 && i + k < shape[1]) store(y, i * shape[1] + i + k, 1, &one);
  return y;
}

// By elimination with the greatest pivot of each column.
Value det(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t rank = x.shape().size();
  if (rank < 2 || x.shape()[rank - 1] != x.shape()[rank - 2]) c.refuse_shapes("it takes square matrices");
  const int64_t n = x.shape()[rank - 1];
  NDArray y = c.make(x.dtype(), Extents(x.shape().begin(), x.shape().end() - 2));
  std::vector<double> m(static_cast<size_t>(n * n));
  const auto at = [&](int64_t i, int64_t j) -> double& { return m[static_cast<size_t>(i * n + j)]; };
  for (int64_t b = 0; b < y.size(); ++b) {
    load(x, b * n * n, n * n, m.data());
    double product = 1;
    for (int64_t k = 0; k < n; ++k) {
      spend(1 + n * n / 16);
      int64_t pivot = k;
      for (int64_t i = k + 1; i < n; ++i)
        if (std::fabs(at(i, k)) > std::fabs(at(pivot, k))) pivot = i;
      if (at(pivot, k) == 0) {
        product = 0;
        break;
      }
      product *= at(pivot, k) * (pivot == k ? 1 : -1);
      for (int64_t j = 0; j < n; ++j) std::swap(at(k, j), at(pivot, j));
      for (int64_t i = k + 1; i < n; ++i) {
        const double factor = at(i, k) / at(k, k);
        for (int64_t j = k; j < n; ++j) at(i, j) -= factor * at(k, j);
      }
    }
    store(y, b, 1, &product);
  }
  return y;
}

}  // namespace

void add_selecting_operators(Table& table) {
  table.add("onnx.Slice", onnx_slice);
  table.add("onnx.Split", onnx_split);
  table.add("onnx.ReduceSum", reduce_sum);
  table.add("onnx.ReduceProd", reduce_prod);
  table.add("onnx.ReduceMean", reduce_mean);
  table.add("onnx.ReduceMax", reduce_max);
  table.add("onnx.ReduceMin", reduce_min);
  table.add("onnx.CumSum", cumulated<false>);
  table.add("onnx.CumProd", cumulated<true>);
  table.add("onnx.Compress", compress);
  table.add("onnx.Unique", onnx_unique);
  table.add("onnx.EyeLike", eye_like);
  table.add("onnx.Det", det);
}

}  // namespace nw::reference
