// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting, the greatest elements, running sums, searching, distinct elements. Equal elements keep their order.
#include <algorithm>
#include <numeric>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

struct Lines {
  int64_t count = 1, length = 1, inner = 1;
  int64_t first(int64_t line) const { return line / inner * length * inner + line % inner; }
};
Lines lines_along(const Extents& shape, size_t axis) {
  Lines l;
  for (size_t i = 0; i < shape.size(); ++i) {
    (i == axis ? l.length : l.count) *= shape[i];
    if (i > axis) l.inner *= shape[i];
  }
  return l;
}

// NaN is greater than all numbers.
template <class W>
bool comes_before(W a, W b) {
  if (a != a || b != b) return a == a;
  return a < b;
}

// The places of the first `wanted` elements of the sorted line.
template <class W>
std::vector<int64_t> order_of(const std::vector<W>& line, bool ascending, int64_t wanted) {
  std::vector<int64_t> order(line.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  const auto before = [&](int64_t a, int64_t b) {
    const W x = line[static_cast<size_t>(a)], y = line[static_cast<size_t>(b)];
    if (ascending ? comes_before(x, y) : comes_before(y, x)) return true;
    return !(ascending ? comes_before(y, x) : comes_before(x, y)) && a < b;
  };
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(wanted);
  constexpr int64_t kFew = 8;  // of so many elements, one: most are compared once, with the last of the best so far
  if (wanted * kFew < static_cast<int64_t>(order.size())) {
    std::partial_sort(order.begin(), end, order.end(), before);
  } else {
    if (end != order.end()) std::nth_element(order.begin(), end, order.end(), before);
    std::sort(order.begin(), end, before);
  }
  order.erase(end, order.end());
  return order;
}

struct Sorted {
  NDArray values, indices;
};
// The first k of each sorted line; k < 0: all.
Sorted sorted_lines(const Call& c, int64_t k, bool ascending, DType index_dtype) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", -1, x.shape().size());
  const Lines from = lines_along(x.shape(), axis);
  Extents shape = x.shape();
  if (k >= 0) shape[axis] = k;
  if (shape[axis] > x.shape()[axis])
    c.refuse_value(fmt::format("the first {} of {} elements are asked for", k, x.shape()[axis]));
  const Lines to = lines_along(shape, axis);
  Sorted result{c.make(x.dtype(), shape), c.make(index_dtype, shape)};
  with_wide(x.dtype(), [&]<class W>(W) {
    std::vector<W> line(static_cast<size_t>(from.length));
    for (int64_t l = 0; l < from.count; ++l) {
      spend(1 + from.length);
      load_strided(x, from.first(l), from.inner, from.length, line.data());
      const std::vector<int64_t> order = order_of(line, ascending, to.length);
      for (int64_t i = 0; i < to.length; ++i) {
        const int64_t index = order[static_cast<size_t>(i)], place = to.first(l) + i * to.inner;
        store(result.values, place, 1, &line[static_cast<size_t>(index)]);
        store(result.indices, place, 1, &index);
      }
    }
  });
  return result;
}

Value sort(const Call& c) {
  return sorted_lines(c, -1, c.bool_attr("is_ascend", true), DType::Int(64)).values;
}
Value argsort(const Call& c) {
  return sorted_lines(c, -1, c.bool_attr("is_ascend", true), c.out_dtype(c.dtype_attr("dtype", DType::Int(32))))
      .indices;
}
Value topk(const Call& c) {
  const int64_t k = c.count() > 1 ? c.integer(1) : c.int_attr("k", 1);
  const bool onnx = c.node.op == "onnx.TopK";
  if (onnx && k < 0) c.refuse_value(fmt::format("the first {} elements are asked for", k));
  if (!onnx && c.count() > 1 && k == 0) c.refuse_value("the first 0 elements are asked for");
  Sorted both =
      sorted_lines(c, k == 0 && !onnx ? -1 : k, c.bool_attr("is_ascend", false), c.dtype_attr("dtype", DType::Int(32)));
  const std::string wanted = c.string_attr("ret_type", "both");
  if (wanted == "values") return both.values;
  if (wanted == "indices") return both.indices;
  return Values{std::move(both.values), std::move(both.indices)};
}

template <bool Product>
Value running(const Call& c) {
  NDArray x = c.tensor(0);
  if (!c.has("axis")) x = x.reshaped({x.size()});
  const size_t axis = c.has("axis") ? c.axis_attr("axis", 0, x.shape().size()) : 0;
  const bool exclusive = c.bool_attr("exclusive", false);
  const Lines lines = lines_along(x.shape(), axis);
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", x.dtype())), x.shape());
  with_wide(y.dtype(), [&]<class W>(W) {
    std::vector<W> line(static_cast<size_t>(lines.length));
    for (int64_t l = 0; l < lines.count; ++l) {
      spend(1 + lines.length / 16);
      load_strided(x, lines.first(l), lines.inner, lines.length, line.data());
      W total = Product ? W{1} : W{0};
      for (W& v : line) {
        const W before = total;
        if constexpr (std::is_floating_point_v<W>)
          total = Product ? total * v : total + v;
        else
          total = static_cast<W>(Product ? static_cast<uint64_t>(total) * static_cast<uint64_t>(v)
                                         : static_cast<uint64_t>(total) + static_cast<uint64_t>(v));
        v = exclusive ? before : total;
      }
      store_strided(y, lines.first(l), lines.inner, lines.length, line.data());
    }
  });
  return y;
}

// sorted sequences (…, n) and values (…, m): where each would be inserted
Value searchsorted(const Call& c) {
  const NDArray &sequence = c.tensor(0), &values = c.tensor(1);
  if (sequence.shape().empty()) c.refuse_shapes("there is no sequence");
  const int64_t n = sequence.shape().back(), many = n > 0 ? sequence.size() / n : 1;
  const bool right = c.bool_attr("right", false);
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", DType::Int(32))), values.shape());
  if (many > 1 && (values.shape().empty() || values.size() / std::max<int64_t>(values.shape().back(), 1) != many))
    c.refuse_shapes("not one sequence a row of values");
  with_wide(sequence.dtype(), [&]<class W>(W) {
    std::vector<W> line(static_cast<size_t>(n));
    for (int64_t i = 0; i < values.size(); ++i) {
      load(sequence, many > 1 ? i / values.shape().back() * n : 0, n, line.data());
      W value{};
      load(values, i, 1, &value);
      const auto at =
          right ? std::upper_bound(line.begin(), line.end(), value) : std::lower_bound(line.begin(), line.end(), value);
      const int64_t place = at - line.begin();
      store(y, i, 1, &place);
    }
  });
  return y;
}

// The distinct elements, where each is first, which of them every element is, how many there are, how often each is.
Value unique(const Call& c) {
  const NDArray& x = c.tensor(0);
  const bool by_value = c.bool_attr("is_sorted", c.bool_attr("sorted", true));
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    const std::vector<W> all = all_elements<W>(c, x);
    const std::vector<int64_t> order = order_of(all, true, static_cast<int64_t>(all.size()));
    std::vector<int64_t> first, inverse(all.size()), counts;
    for (size_t i = 0; i < order.size(); ++i) {
      const auto at = static_cast<size_t>(order[i]);
      if (i == 0 || all[at] != all[static_cast<size_t>(order[i - 1])]) {
        first.push_back(order[i]);
        counts.push_back(0);
      }
      ++counts.back();
      inverse[at] = static_cast<int64_t>(first.size()) - 1;
    }
    std::vector<int64_t> ranks(first.size());  // in the order of the result
    std::iota(ranks.begin(), ranks.end(), int64_t{0});
    if (!by_value)
      std::sort(ranks.begin(), ranks.end(),
                [&](int64_t a, int64_t b) { return first[static_cast<size_t>(a)] < first[static_cast<size_t>(b)]; });
    const auto count = static_cast<int64_t>(first.size());
    NDArray values = c.make(x.dtype(), {count}), indices = c.make(DType::Int(32), {count});
    NDArray backward = c.make(DType::Int(32), x.shape()), number = c.make(DType::Int(32), {1});
    NDArray often = c.make(DType::Int(32), {count});
    std::vector<int64_t> place(first.size());
    for (int64_t i = 0; i < count; ++i) {
      const auto rank = static_cast<size_t>(ranks[static_cast<size_t>(i)]);
      place[rank] = i;
      store(values, i, 1, &all[static_cast<size_t>(first[rank])]);
      store(indices, i, 1, &first[rank]);
      store(often, i, 1, &counts[rank]);
    }
    for (size_t i = 0; i < inverse.size(); ++i)
      store(backward, static_cast<int64_t>(i), 1, &place[static_cast<size_t>(inverse[i])]);
    store(number, 0, 1, &count);
    Values result{values, indices, backward, number};
    if (c.bool_attr("return_counts", false)) result.emplace_back(often);
    return result;
  });
}

}  // namespace

void add_sorting_operators(Table& table) {
  table.add("sort", sort);
  table.add("argsort", argsort);
  table.add("topk dyn.topk onnx.TopK", topk);
  table.add("cumsum", running<false>);
  table.add("cumprod", running<true>);
  table.add("searchsorted", searchsorted);
  table.add("unique", unique);
}

}  // namespace nw::reference
