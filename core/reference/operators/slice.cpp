// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of tensors: slices, splits, reversed axes, masks over sequences, triangles, windows.
#include <algorithm>
#include <functional>
#include <limits>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

constexpr int64_t kFarthest = std::numeric_limits<int64_t>::max();

// begin:end:stride of one axis, with Python's meaning.
struct AxisSlice {
  int64_t first = 0;
  int64_t count = 0;
  int64_t stride = 1;
};

AxisSlice slice_of_axis(const Call& c, int64_t size, std::optional<int64_t> begin, std::optional<int64_t> end,
                        int64_t stride) {
  if (stride == 0 || stride == -kFarthest - 1) c.refuse_value("a slice has the step 0");
  const auto clip = [&](int64_t i) {
    if (i < 0) i = i < -size ? -1 - size : i + size;  // before the first stays before
    return stride > 0 ? std::clamp(i, int64_t{0}, size) : std::clamp(i, int64_t{-1}, size - 1);
  };
  AxisSlice s;
  s.stride = stride;
  s.first = begin ? clip(*begin) : stride > 0 ? 0 : size - 1;
  const int64_t last = end ? clip(*end) : stride > 0 ? size : -1;
  const int64_t span = stride > 0 ? last - s.first : s.first - last, step = stride > 0 ? stride : -stride;
  s.count = span <= 0 ? 0 : (span - 1) / step + 1;
  return s;
}

NDArray sliced(const Call& c, const NDArray& x, const std::vector<AxisSlice>& slices) {
  Extents shape;
  Strides strides = row_major(x.shape());
  int64_t first = 0;
  for (size_t i = 0; i < slices.size(); ++i) {
    shape.push_back(slices[i].count);
    if (slices[i].count > 0) first += slices[i].first * strides[i];
    strides[i] = slices[i].count > 1 ? strides[i] * slices[i].stride : strides[i];
  }
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, first, strides, y);
  return y;
}

std::vector<AxisSlice> whole(const NDArray& x) {
  std::vector<AxisSlice> slices;
  for (const int64_t size : x.shape()) slices.push_back({0, size, 1});
  return slices;
}

std::vector<AxisSlice> slices_of(const Call& c, const NDArray& x, const std::vector<int64_t>& begin,
                                 const std::vector<int64_t>& end, std::vector<int64_t> strides) {
  const size_t rank = x.shape().size();
  std::vector<size_t> axes;
  if (c.has("axes"))
    for (const int64_t axis : c.ints_attr("axes")) axes.push_back(c.axis(axis, rank));
  else
    for (size_t i = 0; i < std::max(begin.size(), end.size()); ++i) axes.push_back(i);
  if (strides.empty()) strides = {1};
  if (strides.size() == 1) strides.resize(axes.size(), strides[0]);
  if (axes.size() > rank || begin.size() > axes.size() || end.size() > axes.size())
    c.refuse_shapes(fmt::format("a slice of {} axes", axes.size()));
  const bool by_size = c.string_attr("slice_mode", "end") == "size";
  std::vector<AxisSlice> slices = whole(x);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t size = x.shape()[axes[i]], step = by_size || i >= strides.size() ? 1 : strides[i];
    std::optional<int64_t> from, to;
    if (i < begin.size()) from = begin[i];
    if (i < end.size()) to = end[i];
    if (by_size && to) to = *to == -1 ? std::nullopt : std::optional<int64_t>(*to + from.value_or(0));
    slices[axes[i]] = slice_of_axis(c, size, from, to, step);
  }
  return slices;
}

Value strided_slice(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (c.count() > 1) return sliced(c, x, slices_of(c, x, c.ints(1), c.ints(2), c.ints(3)));
  return sliced(c, x, slices_of(c, x, c.ints_attr("begin"), c.ints_attr("end"), c.ints_attr("strides")));
}

// The values are written where the slice reads.
Value strided_set(const Call& c) {
  const NDArray &x = c.tensor(0), &values = c.tensor(1);
  const std::vector<AxisSlice> slices = slices_of(c, x, c.ints(2), c.ints(3), c.ints(4));
  NDArray y = c.make(x.dtype(), x.shape());
  copy_strided(x, 0, row_major(x.shape()), y);
  Strides strides = row_major(x.shape());
  Extents shape;
  int64_t first = 0;
  for (size_t i = 0; i < slices.size(); ++i) {
    shape.push_back(slices[i].count);
    first += slices[i].count > 0 ? slices[i].first * strides[i] : 0;
    strides[i] *= slices[i].stride;
  }
  if (broadcast_shape(c, values.shape(), shape) != shape) c.refuse_shapes("the values do not fit the slice");
  NDArray spread = c.make(x.dtype(), shape);
  copy_strided(values, 0, broadcast_strides(values.shape(), shape), spread);
  place_strided(spread, y, first, strides);
  return y;
}

Value slice_like(const Call& c) {
  const NDArray &x = c.tensor(0), &like = c.tensor(1);
  std::vector<AxisSlice> slices = whole(x);
  std::vector<int64_t> axes = c.ints_attr("axes");
  if (axes.empty())
    for (size_t i = 0; i < slices.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  for (const int64_t axis : axes) {
    const size_t i = c.axis(axis, slices.size());
    if (i >= like.shape().size() || like.shape()[i] > x.shape()[i]) c.refuse_shapes("the second tensor is larger");
    slices[i].count = like.shape()[i];
  }
  return sliced(c, x, slices);
}

Value reverse(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<AxisSlice> slices = whole(x);
  const size_t axis = c.axis_attr("axis", 0, slices.size());
  slices[axis] = {slices[axis].count - 1, slices[axis].count, -1};
  return sliced(c, x, slices);
}

Value split(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  const int64_t size = x.shape()[axis];
  std::vector<int64_t> ends = c.ints_attr("indices_or_sections");
  const auto it = c.attrs.find("indices_or_sections");
  if (it != c.attrs.end() && std::holds_alternative<int64_t>(it->second.value)) {
    const int64_t sections = c.int_attr("indices_or_sections", 1);
    if (sections < 1 || size % sections != 0)
      c.refuse_shapes(fmt::format("{} elements cannot be split into {} equal parts", size, sections));
    ends.clear();
    for (int64_t i = 1; i < sections; ++i) ends.push_back(i * (size / sections));
  }
  ends.push_back(size);
  Values parts;
  int64_t begin = 0;
  for (const int64_t end : ends) {
    if (end < begin || end > size) c.refuse_shapes(fmt::format("a part ends at {} of {} elements", end, size));
    std::vector<AxisSlice> slices = whole(x);
    slices[axis] = {begin, end - begin, 1};
    parts.emplace_back(sliced(c, x, slices));
    begin = end;
  }
  return parts;
}

// The elements of x at other places of the same shape: f makes the index of the result the one that is read, or returns
// false for elements that take the fill, or 0.
NDArray mapped(const Call& c, const NDArray& x, const NDArray* fill, const std::function<bool(Extents&)>& f) {
  NDArray y = c.make(x.dtype(), x.shape());
  const Strides own = row_major(x.shape());
  const auto size = static_cast<size_t>(x.dtype().bytes());
  Extents index;
  for (int64_t i = 0; i < y.size(); ++i) {
    spend();
    index.clear();
    for (size_t a = 0; a < own.size(); ++a) index.push_back(i / own[a] % x.shape()[a]);
    const bool inside = f(index);
    int64_t at = 0;
    for (size_t a = 0; a < own.size(); ++a) at += index[a] * own[a];
    std::byte* const to = y.mutable_bytes() + static_cast<size_t>(i) * size;
    if (inside)
      std::copy_n(x.bytes() + static_cast<size_t>(at) * size, size, to);
    else if (fill)
      std::copy_n(fill->bytes(), size, to);
  }
  return y;
}

// The first seq_lengths[b] elements along seq_axis are reversed.
Value reverse_sequence(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> lengths = c.ints(1);
  const size_t rank = x.shape().size();
  const size_t along = c.axis_attr("seq_axis", 1, rank), batch = c.axis_attr("batch_axis", 0, rank);
  if (static_cast<int64_t>(lengths.size()) != x.shape()[batch]) c.refuse_shapes("not one length for each of the batch");
  for (const int64_t length : lengths)
    if (length < 0 || length > x.shape()[along])
      c.refuse_value(fmt::format("a sequence of {} elements is {} long", x.shape()[along], length));
  return mapped(c, x, nullptr, [&](Extents& index) {
    const int64_t length = lengths[static_cast<size_t>(index[batch])];
    if (index[along] < length) index[along] = length - 1 - index[along];
    return true;
  });
}

// data: axis 0 or 1 is time, the other the batch; what is beyond each length becomes mask_value.
Value sequence_mask(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> lengths = c.ints(1);
  const size_t time = c.axis_attr("axis", 0, x.shape().size());
  if (x.shape().size() < 2 || time > 1) c.refuse_shapes("time must be the axis 0 or 1 of at least two");
  if (static_cast<int64_t>(lengths.size()) != x.shape()[1 - time]) c.refuse_shapes("not one length a sequence");
  const NDArray fill = scalar_of(x.dtype(), c.float_attr("mask_value", 0));
  return mapped(c, x, &fill,
                [&](const Extents& index) { return index[time] < lengths[static_cast<size_t>(index[1 - time])]; });
}

Value trilu(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t k = c.integer(1);
  const bool upper = c.bool_attr("upper", true);
  const size_t rank = x.shape().size();
  if (rank < 2) c.refuse_shapes("it takes matrices");
  return mapped(c, x, nullptr, [&](const Extents& index) {
    const int64_t distance = index[rank - 1] - index[rank - 2];
    return upper ? distance >= k : distance <= k;
  });
}

// Windows over the axes from `axis` on.
Value sliding_window(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  const std::vector<int64_t> window = c.ints_attr("window_shape"), steps = c.ints_attr("strides");
  const Strides own = row_major(x.shape());
  if (window.size() != x.shape().size() - axis || steps.size() != window.size())
    c.refuse_attribute("window_shape", "must hold one number an axis");
  Extents shape(x.shape().begin(), x.shape().begin() + static_cast<std::ptrdiff_t>(axis));
  Strides strides(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(axis));
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t room = x.shape()[axis + i] - window[i];
    if (window[i] < 0 || steps[i] < 1 || room < 0) c.refuse_shapes("the window is larger than the data");
    shape.push_back(room / steps[i] + 1);
    strides.push_back(own[axis + i] * steps[i]);
  }
  for (size_t i = 0; i < window.size(); ++i) {
    shape.push_back(window[i]);
    strides.push_back(own[axis + i]);
  }
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, 0, strides, y);
  return y;
}

}  // namespace

void add_slice_operators(Table& table) {
  table.add("strided_slice dyn.strided_slice", strided_slice);
  table.add("strided_set", strided_set);
  table.add("slice_like", slice_like);
  table.add("reverse", reverse);
  table.add("split", split);
  table.add("reverse_sequence", reverse_sequence);
  table.add("sequence_mask", sequence_mask);
  table.add("trilu", trilu);
  table.add("sliding_window", sliding_window);
}

}  // namespace nw::reference
