// SPDX-License-Identifier: GPL-3.0-or-later
// Writing at places that come as data. Where two updates meet, they are applied in order.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// data[place] = update, or their sum, product, …
template <class W>
W scattered(const std::string& mode, W old, W update) {
  const auto wrap = [](auto f, W a, W b) {
    if constexpr (std::is_floating_point_v<W>)
      return f(a, b);
    else
      return static_cast<W>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  };
  if (mode == "add") return wrap([](auto a, auto b) { return a + b; }, old, update);
  if (mode == "mul") return wrap([](auto a, auto b) { return a * b; }, old, update);
  if (old != old || update != update) return mode == "update" ? update : old + update;
  if (mode == "min") return std::min(old, update);
  if (mode == "max") return std::max(old, update);
  return update;
}

class Scatter {
 public:
  Scatter(const Call& c, const NDArray& data, const NDArray& updates, std::string mode)
      : mode_(std::move(mode)), updates_(updates), result_(c.make(data.dtype(), data.shape())) {
    if (data.dtype() != updates.dtype()) c.refuse_value("data and updates have different data types");
    constexpr const char* kModes[] = {"update", "add", "mul", "min", "max"};
    if (std::find(std::begin(kModes), std::end(kModes), mode_) == std::end(kModes))
      c.refuse_value(fmt::format("there is no scatter that takes the {}", mode_));
    copy_strided(data, 0, row_major(data.shape()), result_);
  }
  // `count` updates in a row go to places in a row.
  void row(int64_t place, int64_t update, int64_t count) {
    const auto width = static_cast<size_t>(result_.dtype().bytes());
    if (mode_ != "update") {
      for (int64_t i = 0; i < count; ++i) (*this)(place + i, update + i);
      return;
    }
    if (count > 0)
      std::memcpy(result_.mutable_bytes() + static_cast<size_t>(place) * width,
                  updates_.bytes() + static_cast<size_t>(update) * width, static_cast<size_t>(count) * width);
  }
  void operator()(int64_t place, int64_t update) {
    with_wide(result_.dtype(), [&]<class W>(W) {
      W old{}, value{};
      load(result_, place, 1, &old);
      load(updates_, update, 1, &value);
      value = scattered(mode_, old, value);
      store(result_, place, 1, &value);
    });
  }
  NDArray result() && { return std::move(result_); }

 private:
  const std::string mode_;
  const NDArray& updates_;
  NDArray result_;
};

int64_t scatter_place(const Call& c, int64_t index, size_t axis, int64_t extent) {
  const int64_t place = index < 0 ? index + extent : index;
  if (place < 0 || place >= extent) c.refuse_index(index, static_cast<int64_t>(axis), extent);
  return place;
}

// How many updates from the i-th on go to the same place of `axis`, side by side in the updates and in the data: axes
// behind it that the updates have whole are one row.
int64_t same_place(const std::vector<int64_t>& indices, const Extents& shape, size_t axis, int64_t i,
                   const Extents& data) {
  if (axis + 1 == shape.size()) return 1;
  int64_t row = shape.back(), most = std::min(row, data.back()) - i % row;
  for (size_t a = shape.size() - 1; a > axis + 1 && shape[a] == data[a]; --a) {
    row *= shape[a - 1];
    most = std::min(shape[a - 1], data[a - 1]) * (row / shape[a - 1]) - i % row;
  }
  int64_t count = 1;
  const int64_t first = indices[static_cast<size_t>(i)];
  while (count < most && indices[static_cast<size_t>(i + count)] == first) ++count;
  return count;
}

Value scatter_along(const Call& c, const std::string& mode) {
  const NDArray &x = c.tensor(0), &updates = c.tensor(2);
  const std::vector<int64_t> indices = c.ints(1);
  const Extents shape = c.tensor(1).shape();
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  if (shape.size() != x.shape().size() || shape != updates.shape())
    c.refuse_shapes("indices and updates must have one shape, of the data's rank");
  Scatter scatter(c, x, updates, mode);
  const Strides own = row_major(x.shape()), within = row_major(shape);
  for (int64_t i = 0; i < updates.size();) {
    int64_t at = 0;
    for (size_t a = 0; a < shape.size(); ++a) {
      const int64_t index = a == axis ? indices[static_cast<size_t>(i)] : i / within[a] % shape[a];
      at += scatter_place(c, index, a, x.shape()[a]) * own[a];
    }
    const int64_t row = same_place(indices, shape, axis, i, x.shape());
    spend(1 + row / 8);
    scatter.row(at, i, row);
    i += row;
  }
  return std::move(scatter).result();
}

// indices (M, Y…), updates (Y…, the axes after the first M)
Value scatter_nd(const Call& c) {
  const NDArray &x = c.tensor(0), &updates = c.tensor(2);
  const std::vector<int64_t> indices = c.ints(1);
  const Extents& places = c.tensor(1).shape();
  if (places.empty() || places[0] > static_cast<int64_t>(x.shape().size()))
    c.refuse_shapes("the indices reach more axes than the data has");
  const auto depth = static_cast<size_t>(places[0]);
  Extents shape(places.begin() + 1, places.end());
  shape.insert(shape.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(depth), x.shape().end());
  if (shape != updates.shape()) c.refuse_shapes(fmt::format("the updates must have the shape {}", shape_text(shape)));
  Scatter scatter(c, x, updates, c.string_attr("mode", "update"));
  const Strides own = row_major(x.shape());
  const int64_t points = element_count(Extents(places.begin() + 1, places.end()));
  const int64_t each = points > 0 ? updates.size() / points : 0;
  for (int64_t p = 0; p < points; ++p) {
    spend();
    int64_t at = 0;
    for (size_t d = 0; d < depth; ++d) {
      const int64_t index = indices[d * static_cast<size_t>(points) + static_cast<size_t>(p)];
      at += scatter_place(c, index, d, x.shape()[d]) * own[d];
    }
    scatter.row(at, p * each, each);
  }
  return std::move(scatter).result();
}

// indices (N) or (N, rank), values one or N, what is elsewhere
NDArray dense_of(const Call& c, size_t indices_at, const Extents& shape, size_t values_at, size_t default_at) {
  const std::vector<int64_t> indices = c.ints(indices_at);
  const NDArray& values = c.tensor(values_at);
  NDArray y = c.make(values.dtype(), shape);
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t points = rank > 0 ? static_cast<int64_t>(indices.size()) / rank : 0;
  if (values.size() != 1 && values.size() != points) c.refuse_shapes("not one value an index");
  with_wide(y.dtype(), [&]<class W>(W) {
    W rest{};
    if (default_at < c.count()) load(c.tensor(default_at), 0, 1, &rest);
    for (int64_t i = 0; i < y.size(); ++i) store(y, i, 1, &rest);
    const Strides own = row_major(shape);
    for (int64_t p = 0; p < points; ++p) {
      int64_t at = 0;
      for (size_t a = 0; a < shape.size(); ++a)
        at += scatter_place(c, indices[static_cast<size_t>(p * rank) + a], a, shape[a]) * own[a];
      W value{};
      load(values, values.size() == 1 ? 0 : p, 1, &value);
      store(y, at, 1, &value);
    }
  });
  return y;
}
Value sparse_to_dense(const Call& c) {
  return dense_of(c, 0, c.ints_attr("output_shape"), 1, 2);
}
Value dyn_sparse_to_dense(const Call& c) {
  return dense_of(c, 0, c.ints(1), 2, 3);
}

// The diagonals k1 to k2 of the last two axes are replaced.
Value matrix_set_diag(const Call& c) {
  const NDArray &x = c.tensor(0), &diagonal = c.tensor(1);
  const int64_t k1 = c.int_attr("k1", 0), k2 = c.int_attr("k2", k1);
  const bool right = c.bool_attr("super_diag_right_align", true),
             sub_right = c.bool_attr("sub_diag_right_align", false);
  if (x.shape().size() < 2 || k1 > k2) c.refuse_shapes("it takes matrices, and k1 up to k2");
  const int64_t rows = x.shape()[x.shape().size() - 2], columns = x.shape().back();
  const int64_t batch = rows * columns > 0 ? x.size() / (rows * columns) : 0, bands = k2 - k1 + 1;
  const int64_t longest = diagonal.shape().empty() ? 0 : diagonal.shape().back();
  if (diagonal.size() != batch * bands * longest) c.refuse_shapes("the diagonals do not fit the matrices");
  Scatter scatter(c, x, diagonal, "update");
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t k = k1; k <= k2; ++k) {
      const int64_t length = std::min(rows + std::min(k, int64_t{0}), columns - std::max(k, int64_t{0}));
      const bool to_right = k >= 0 ? right : sub_right;
      const int64_t offset = to_right ? longest - length : 0;
      if (length < 0 || offset < 0) c.refuse_shapes("a diagonal is outside of the matrices");
      for (int64_t i = 0; i < length; ++i) {
        const int64_t row = i - std::min(k, int64_t{0}), column = i + std::max(k, int64_t{0});
        scatter((b * rows + row) * columns + column, (b * bands + (k2 - k)) * longest + offset + i);
      }
    }
  return std::move(scatter).result();
}

}  // namespace

void add_scatter_operators(Table& table) {
  table.add("scatter", [](const Call& c) -> Value { return scatter_along(c, "update"); });
  table.add("scatter_add", [](const Call& c) -> Value { return scatter_along(c, "add"); });
  table.add("scatter_elements",
            [](const Call& c) -> Value { return scatter_along(c, c.string_attr("reduction", "update")); });
  table.add("scatter_nd", scatter_nd);
  table.add("sparse_to_dense", sparse_to_dense);
  table.add("dyn.sparse_to_dense", dyn_sparse_to_dense);
  table.add("matrix_set_diag", matrix_set_diag);
}

}  // namespace nw::reference
