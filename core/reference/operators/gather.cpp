// SPDX-License-Identifier: GPL-3.0-or-later
// Reading at places that come as data. A negative index counts from the end, once; what is still outside is refused,
// but where the operator's mode clips or wraps it.
#include <algorithm>
#include <numeric>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

void copy_elements(const NDArray& from, int64_t at, NDArray& to, int64_t place, int64_t count) {
  const auto size = static_cast<size_t>(from.dtype().bytes());
  std::copy_n(from.bytes() + static_cast<size_t>(at) * size, static_cast<size_t>(count) * size,
              to.mutable_bytes() + static_cast<size_t>(place) * size);
}

int64_t element_of(const Call& c, int64_t index, size_t axis, int64_t extent) {
  const int64_t place = index < 0 ? index + extent : index;
  if (place < 0 || place >= extent) c.refuse_index(index, static_cast<int64_t>(axis), extent);
  return place;
}

int64_t range_product(const Extents& shape, size_t begin, size_t end) {
  int64_t count = 1;
  for (size_t i = begin; i < end; ++i) count *= shape[i];
  return count;
}

int64_t taken(const Call& c, const std::string& mode, int64_t index, size_t axis, int64_t extent) {
  if (mode == "fast" || extent == 0) return element_of(c, index, axis, extent);
  if (mode == "wrap") return ((index % extent) + extent) % extent;
  return std::clamp(index, int64_t{0}, extent - 1);
}

// data[batch…, before…, :, after…] at indices[batch…, …]
Value take(const Call& c) {
  NDArray x = c.tensor(0);
  const std::vector<int64_t> indices = c.ints(1);
  const Extents& places = c.tensor(1).shape();
  if (!c.has("axis")) x = x.reshaped({x.size()});
  const size_t axis = c.has("axis") ? c.axis_attr("axis", 0, x.shape().size()) : 0;
  int64_t batch_dims = c.int_attr("batch_dims", 0);
  if (batch_dims < 0) batch_dims += static_cast<int64_t>(places.size());
  if (batch_dims < 0 || batch_dims > static_cast<int64_t>(std::min(axis, places.size())))
    c.refuse_attribute("batch_dims", "must not pass the axis");
  const auto batched = static_cast<size_t>(batch_dims);
  const std::string mode = c.string_attr("mode", "clip");
  Extents shape(x.shape().begin(), x.shape().begin() + static_cast<std::ptrdiff_t>(axis));
  shape.insert(shape.end(), places.begin() + batch_dims, places.end());
  shape.insert(shape.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape().end());
  NDArray y = c.make(x.dtype(), shape);
  const int64_t batch = range_product(x.shape(), 0, batched), before = range_product(x.shape(), batched, axis);
  const int64_t after = range_product(x.shape(), axis + 1, x.shape().size()), extent = x.shape()[axis];
  if (range_product(places, 0, batched) != batch) c.refuse_shapes("the batches of data and indices differ");
  const int64_t each = range_product(places, batched, places.size());
  int64_t to = 0;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t o = 0; o < before; ++o)
      for (int64_t i = 0; i < each; ++i, to += after) {
        spend();
        const int64_t place = taken(c, mode, indices[static_cast<size_t>(b * each + i)], axis, extent);
        if (after > 0) copy_elements(x, ((b * before + o) * extent + place) * after, y, to, after);
      }
  return y;
}

// f(index) for every index of a shape, in order.
template <class F>
void for_each_index(const Extents& shape, F&& f) {
  if (element_count(shape) <= 0) return;
  Extents index(shape.size(), 0);
  while (true) {
    spend();
    f(static_cast<const Extents&>(index));
    size_t a = shape.size();
    while (a > 0 && ++index[a - 1] == shape[a - 1]) index[--a] = 0;
    if (a == 0) return;
  }
}

// Each element of the indices is the place along the axis; the other places are its own.
Value gather(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> indices = c.ints(1);
  const Extents& shape = c.tensor(1).shape();
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  if (shape.size() != x.shape().size()) c.refuse_shapes("the indices have another rank than the data");
  const Strides own = row_major(x.shape());
  NDArray y = c.make(x.dtype(), shape);
  int64_t to = 0;
  for_each_index(shape, [&](const Extents& index) {
    int64_t at = 0;
    for (size_t a = 0; a < index.size(); ++a) {
      const int64_t place = a == axis ? indices[static_cast<size_t>(to)] : index[a];
      at += element_of(c, place, a, x.shape()[a]) * own[a];
    }
    copy_elements(x, at, y, to++, 1);
  });
  return y;
}

// indices (M, Y…): the first axis holds places in the M axes after the batch.
Value gather_nd(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> indices = c.ints(1);
  const Extents& places = c.tensor(1).shape();
  const int64_t batch_dims = c.int_attr("batch_dims", 0);
  if (places.empty() || batch_dims < 0 || batch_dims + places[0] > static_cast<int64_t>(x.shape().size()) ||
      batch_dims >= static_cast<int64_t>(places.size()))
    c.refuse_shapes("the indices reach more axes than the data has");
  const auto batched = static_cast<size_t>(batch_dims), depth = static_cast<size_t>(places[0]);
  Extents shape(places.begin() + 1, places.end());
  shape.insert(shape.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(batched + depth), x.shape().end());
  NDArray y = c.make(x.dtype(), shape);
  const Strides own = row_major(x.shape());
  const int64_t each = range_product(x.shape(), batched + depth, x.shape().size());
  const int64_t points = range_product(places, 1, places.size());
  int64_t point = 0;
  for_each_index(Extents(places.begin() + 1, places.end()), [&](const Extents& index) {
    int64_t at = 0;
    for (size_t a = 0; a < batched; ++a) at += element_of(c, index[a], a, x.shape()[a]) * own[a];
    for (size_t d = 0; d < depth; ++d) {
      const int64_t place = indices[d * static_cast<size_t>(points) + static_cast<size_t>(point)];
      at += element_of(c, place, batched + d, x.shape()[batched + d]) * own[batched + d];
    }
    if (each > 0) copy_elements(x, at, y, point * each, each);
    ++point;
  });
  return y;
}

// Indices of the first axes, broadcast against each other.
Value adv_index(const Call& c) {
  const std::vector<NDArray> parts = c.all_tensors();
  if (parts.size() < 2 || parts.size() - 1 > parts[0].shape().size()) c.refuse_shapes("not one index an axis at most");
  const NDArray& x = parts[0];
  Extents places = parts[1].shape();
  for (size_t i = 2; i < parts.size(); ++i) places = broadcast_shape(c, places, parts[i].shape());
  const size_t depth = parts.size() - 1;
  Extents shape = places;
  shape.insert(shape.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(depth), x.shape().end());
  NDArray y = c.make(x.dtype(), shape);
  const Strides own = row_major(x.shape());
  const int64_t each = range_product(x.shape(), depth, x.shape().size());
  std::vector<Strides> strides;
  for (size_t d = 0; d < depth; ++d) strides.push_back(broadcast_strides(parts[d + 1].shape(), places));
  int64_t point = 0;
  for_each_index(places, [&](const Extents& index) {
    int64_t at = 0;
    for (size_t d = 0; d < depth; ++d) {
      int64_t from = 0;
      for (size_t a = 0; a < index.size(); ++a) from += index[a] * strides[d][a];
      at += element_of(c, parts[d + 1].int_at(from), d, x.shape()[d]) * own[d];
    }
    if (each > 0) copy_elements(x, at, y, point * each, each);
    ++point;
  });
  return y;
}

// One row an element that is not zero.
Value argwhere(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<int64_t> rows;
  int64_t at = 0;
  for_each_index(x.shape(), [&](const Extents& index) {
    if (x.at(at++) != 0) rows.insert(rows.end(), index.begin(), index.end());
  });
  const auto rank = static_cast<int64_t>(x.shape().size());
  int64_t count = rank > 0 ? static_cast<int64_t>(rows.size()) / rank : (x.at(0) != 0 ? 1 : 0);
  NDArray y = c.make(c.out_dtype(DType::Int(32)), {count, rank});
  store(y, 0, y.size(), rows.data());
  return y;
}

// Flat places as indices of a tensor of the given shape, one row an axis.
Value unravel_index(const Call& c) {
  const std::vector<int64_t> places = c.ints(0), sizes = c.ints(1);
  Extents shape{static_cast<int64_t>(sizes.size())};
  shape.insert(shape.end(), c.tensor(0).shape().begin(), c.tensor(0).shape().end());
  NDArray y = c.make(c.tensor(0).dtype(), shape);
  const auto points = static_cast<int64_t>(places.size());
  const int64_t all = range_product(sizes, 0, sizes.size());
  for (int64_t p = 0; p < points; ++p) {
    int64_t rest = element_of(c, places[static_cast<size_t>(p)], 0, all);
    for (size_t a = sizes.size(); a-- > 0; rest /= sizes[a]) {
      const int64_t index = rest % sizes[a];
      store(y, static_cast<int64_t>(a) * points + p, 1, &index);
    }
  }
  return y;
}

// Position i of the result is where the data has i.
Value invert_permutation(const Call& c) {
  const std::vector<int64_t> places = c.ints(0);
  NDArray y = c.make(c.tensor(0).dtype(), c.tensor(0).shape());
  std::vector<bool> seen(places.size(), false);
  for (size_t i = 0; i < places.size(); ++i) {
    const int64_t place = places[i], index = static_cast<int64_t>(i);
    if (place < 0 || place >= y.size() || seen[static_cast<size_t>(place)])
      c.refuse_value(fmt::format("element {} of the permutation is {}", i, place));
    seen[static_cast<size_t>(place)] = true;
    store(y, place, 1, &index);
  }
  return y;
}

// indices, on, off[, depth]: the new axis has on at the index and off elsewhere. A negative index counts from the end;
// one that is outside leaves all off, as ONNX has it.
Value one_hot(const Call& c) {
  const std::vector<int64_t> indices = c.ints(0);
  const int64_t depth = c.count() > 3 ? c.integer(3) : c.int_attr("depth", 0);
  if (depth < 0) c.refuse_value(fmt::format("its depth is {}", depth));
  Extents shape = c.tensor(0).shape();
  const size_t axis = c.axis_attr("axis", -1, shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  const DType dtype = c.out_dtype(c.tensor(1).dtype());
  const NDArray on = scalar_of(dtype, c.number(1)), off = scalar_of(dtype, c.number(2));
  NDArray y = c.make(dtype, shape);
  const int64_t after = range_product(shape, axis + 1, shape.size());
  for (int64_t i = 0; i < y.size(); ++i) copy_elements(off, 0, y, i, 1);
  for (size_t i = 0; i < indices.size(); ++i) {
    const int64_t index = indices[i] < 0 ? indices[i] + depth : indices[i], at = static_cast<int64_t>(i);
    if (index < 0 || index >= depth) continue;
    copy_elements(on, 0, y, ((at / after) * depth + index) * after + at % after, 1);
  }
  return y;
}

}  // namespace

void add_gather_operators(Table& table) {
  table.add("take", take);
  table.add("gather", gather);
  table.add("gather_nd", gather_nd);
  table.add("adv_index", adv_index);
  table.add("argwhere", argwhere);
  table.add("unravel_index", unravel_index);
  table.add("invert_permutation", invert_permutation);
  table.add("one_hot dyn.one_hot", one_hot);
}

}  // namespace nw::reference
