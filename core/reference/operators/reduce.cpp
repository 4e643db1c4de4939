// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions over axes: every element of the data meets the accumulator of its place in the result, in memory order.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// Of a reduction: which axes are reduced, the result's shape, and how the data's indices map to it.
struct Reduction {
  std::vector<bool> reduced;
  Extents shape;
  Strides to_result;    // 0 along reduced axes
  Strides to_position;  // within what is reduced; 0 along the others
  int64_t count = 1;    // elements of the data for each of the result
};

std::vector<bool> axes_to_reduce(const Call& c, size_t rank) {
  const bool exclude = c.bool_attr("exclude", false);
  std::vector<int64_t> axes = c.ints_attr("axis");
  const auto it = c.attrs.find("axis");
  if (it != c.attrs.end() && std::holds_alternative<int64_t>(it->second.value)) axes = {c.int_attr("axis", 0)};
  if (axes.empty()) return std::vector<bool>(rank, !c.has("axis") || !exclude);
  std::vector<bool> reduced(rank, exclude);
  for (const int64_t axis : axes) reduced[c.axis(axis, rank)] = !exclude;
  return reduced;
}

Reduction reduction_over(const Extents& data, std::vector<bool> reduced, bool keepdims) {
  Reduction r;
  r.reduced = std::move(reduced);
  r.to_result.assign(data.size(), 0);
  r.to_position.assign(data.size(), 0);
  int64_t step = 1;
  for (size_t i = data.size(); i-- > 0;) {
    int64_t& stride = r.reduced[i] ? r.to_position[i] : r.to_result[i];
    stride = r.reduced[i] ? r.count : step;
    (r.reduced[i] ? r.count : step) *= data[i];
  }
  for (size_t i = 0; i < data.size(); ++i)
    if (!r.reduced[i] || keepdims) r.shape.push_back(r.reduced[i] ? 1 : data[i]);
  return r;
}

Reduction reduction_of(const Call& c, const NDArray& x) {
  return reduction_over(x.shape(), axes_to_reduce(c, x.shape().size()), c.bool_attr("keepdims", false));
}

// f(accumulator, element, position) over all elements.
template <class W, class A, class F>
std::vector<A> accumulated(const Call& c, const NDArray& x, const Reduction& r, A start, F&& f) {
  c.reserve(r.shape, sizeof(A));
  std::vector<A> result(static_cast<size_t>(std::max<int64_t>(element_count(r.shape), 0)), start);
  const Rows rows(x.shape(), {row_major(x.shape()), r.to_result, r.to_position});
  W buffer[kChunk];
  rows.for_each([&](const std::vector<int64_t>& at) {
    for (int64_t first = 0; first < rows.length(); first += kChunk) {
      const int64_t count = std::min(kChunk, rows.length() - first);
      load_strided(x, at[0] + first * rows.step(0), rows.step(0), count, buffer);
      A* const to = result.data() + at[1] + first * rows.step(1);
      const int64_t position = at[2] + first * rows.step(2);
      if (rows.step(1) == 0) {
        A sum = *to;
        for (int64_t i = 0; i < count; ++i) f(sum, buffer[i], position + i * rows.step(2));
        *to = sum;
      } else {
        for (int64_t i = 0; i < count; ++i) f(to[i * rows.step(1)], buffer[i], position + i * rows.step(2));
      }
    }
  });
  return result;
}

template <class W>
NDArray stored(const Call& c, DType dtype, const Extents& shape, const std::vector<W>& values) {
  NDArray y = c.make(dtype, shape);
  store(y, 0, y.size(), values.data());
  return y;
}

template <class W>
constexpr bool kFloating = std::is_floating_point_v<W>;

// Integers wrap.
template <class W>
void add_to(W& sum, W x) {
  if constexpr (kFloating<W>)
    sum += x;
  else
    sum = static_cast<W>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(x));
}
template <class W>
void multiply_by(W& product, W x) {
  if constexpr (kFloating<W>)
    product *= x;
  else
    product = static_cast<W>(static_cast<uint64_t>(product) * static_cast<uint64_t>(x));
}
// NaN wins.
template <class W>
void raise_to(W& most, W x) {
  if (x > most || x != x) most = x;
}
template <class W>
void lower_to(W& least, W x) {
  if (x < least || x != x) least = x;
}

enum class Fold { Sum, Product, Max, Min };

template <class W>
W identity_of(Fold fold, DType dtype) {
  if (fold == Fold::Sum) return W{0};
  if (fold == Fold::Product) return W{1};
  if constexpr (kFloating<W>)
    return fold == Fold::Max ? -std::numeric_limits<W>::infinity() : std::numeric_limits<W>::infinity();
  else if (dtype.bits >= 64)
    return fold == Fold::Max ? std::numeric_limits<W>::min() : std::numeric_limits<W>::max();
  else
    return static_cast<W>(fold == Fold::Max ? min_int(dtype) : max_int(dtype));
}

template <Fold F>
Value fold(const Call& c) {
  const NDArray& x = c.tensor(0);
  const Reduction r = reduction_of(c, x);
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    const std::vector<W> values = accumulated<W, W>(c, x, r, identity_of<W>(F, x.dtype()), [](W& to, W v, int64_t) {
      if constexpr (F == Fold::Sum) add_to(to, v);
      if constexpr (F == Fold::Product) multiply_by(to, v);
      if constexpr (F == Fold::Max) raise_to(to, v);
      if constexpr (F == Fold::Min) lower_to(to, v);
    });
    return stored(c, x.dtype(), r.shape, values);
  });
}

// Of integers: the quotient, truncated.
Value mean(const Call& c) {
  const NDArray& x = c.tensor(0);
  const Reduction r = reduction_of(c, x);
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    std::vector<W> values = accumulated<W, W>(c, x, r, W{0}, [](W& to, W v, int64_t) { add_to(to, v); });
    if (!kFloating<W> && r.count == 0) c.refuse_value("the mean of no integers is none");
    for (W& value : values) value = value / static_cast<W>(r.count);
    return stored(c, x.dtype(), r.shape, values);
  });
}

template <bool All>
Value truth(const Call& c) {
  const NDArray& x = c.tensor(0);
  const Reduction r = reduction_of(c, x);
  const std::vector<int64_t> values = accumulated<double, int64_t>(
      c, x, r, All ? 1 : 0, [](int64_t& to, double v, int64_t) { to = All ? (to && v != 0) : (to || v != 0); });
  return stored(c, DType::Bool(), r.shape, values);
}

template <class W>
struct Best {
  W value{};
  int64_t position = -1;
};

// The first of equals, or the last if select_last_index; NaN counts as more extreme than any number.
template <bool Most>
Value extreme_position(const Call& c) {
  const NDArray& x = c.tensor(0);
  const Reduction r = reduction_of(c, x);
  if (r.count == 0) c.refuse_value("there is no greatest of no elements");
  const bool last = c.bool_attr("select_last_index", false);
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    const auto better = [last](const Best<W>& best, W v) {
      const bool v_nan = v != v, best_nan = best.value != best.value;
      if (best.position < 0) return true;
      if (v_nan || best_nan) return v_nan && (!best_nan || last);
      return v == best.value ? last : Most ? v > best.value : v < best.value;
    };
    const std::vector<Best<W>> found =
        accumulated<W, Best<W>>(c, x, r, Best<W>{}, [&](Best<W>& best, W v, int64_t position) {
          if (better(best, v)) best = {v, position};
        });
    std::vector<int64_t> positions;
    for (const Best<W>& best : found) positions.push_back(best.position);
    return stored(c, c.out_dtype(c.dtype_attr("dtype", DType::Int(32))), r.shape, positions);
  });
}

// Data and its mean, which is given; divided by one less if unbiased.
Value variance(const Call& c) {
  const NDArray &x = c.tensor(0), &mean = c.tensor(1);
  const Reduction r = reduction_of(c, x);
  if (broadcast_shape(c, x.shape(), mean.shape()) != x.shape()) c.refuse_shapes("the mean is larger than the data");
  const Strides to_mean = broadcast_strides(mean.shape(), x.shape());
  std::vector<double> sums(static_cast<size_t>(std::max<int64_t>(element_count(r.shape), 0)), 0);
  const Rows rows(x.shape(), {row_major(x.shape()), r.to_result, to_mean});
  rows.for_each([&](const std::vector<int64_t>& at) {
    for (int64_t i = 0; i < rows.length(); ++i) {
      const double distance = x.at(at[0] + i * rows.step(0)) - mean.at(at[2] + i * rows.step(2));
      sums[static_cast<size_t>(at[1] + i * rows.step(1))] += distance * distance;
    }
  });
  const auto count = static_cast<double>(r.count - (c.bool_attr("unbiased", false) ? 1 : 0));
  for (double& sum : sums) sum /= count;
  return stored(c, x.dtype(), r.shape, sums);
}

// The sum over the axes that broadcasting to the data's shape would stretch.
NDArray collapsed(const Call& c, const NDArray& x, const Extents& shape) {
  if (shape.size() > x.shape().size() || broadcast_shape(c, x.shape(), shape) != x.shape())
    c.refuse_shapes(fmt::format("{} does not broadcast to the data's shape", shape_text(shape)));
  const size_t offset = x.shape().size() - shape.size();
  std::vector<bool> reduced(x.shape().size(), false);
  for (size_t i = 0; i < reduced.size(); ++i) reduced[i] = i < offset || shape[i - offset] != x.shape()[i];
  Reduction r = reduction_over(x.shape(), reduced, true);
  r.shape = shape;
  return with_wide(x.dtype(), [&]<class W>(W) {
    return stored(c, x.dtype(), shape, accumulated<W, W>(c, x, r, W{0}, [](W& to, W v, int64_t) { add_to(to, v); }));
  });
}
Value collapse_sum_to(const Call& c) {
  return collapsed(c, c.tensor(0), c.count() > 1 ? c.ints(1) : c.ints_attr("shape"));
}
Value collapse_sum_like(const Call& c) {
  return collapsed(c, c.tensor(0), c.tensor(1).shape());
}

}  // namespace

void add_reductions(Table& table) {
  table.add("sum", fold<Fold::Sum>);
  table.add("prod", fold<Fold::Product>);
  table.add("max", fold<Fold::Max>);
  table.add("min", fold<Fold::Min>);
  table.add("mean", mean);
  table.add("all", truth<true>);
  table.add("any", truth<false>);
  table.add("argmax", extreme_position<true>);
  table.add("argmin", extreme_position<false>);
  table.add("variance", variance);
  table.add("collapse_sum_to", collapse_sum_to);
  table.add("collapse_sum_like", collapse_sum_like);
}

}  // namespace nw::reference
