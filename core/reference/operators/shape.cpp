// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that keep the elements and change the shape, their order, or how often each is there.
#include <algorithm>
#include <cctype>
#include <numeric>

#include "reference/layout.h"
#include "reference/operators/families.h"

namespace nw::reference {

namespace {

int64_t product_of(const Extents& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

NDArray with_shape(const Call& c, const NDArray& x, Extents shape) {
  if (element_count(shape) != x.size())
    c.refuse_shapes(fmt::format("{} elements cannot take the shape {}", x.size(), shape_text(shape)));
  return x.reshaped(std::move(shape));
}

// Relay's codes: 0 copies a size (or is one, with allowzero), -1 is inferred, -2 copies all that remain, -3 merges two,
// -4 splits one into the two that follow, of which one may be -1.
class ReshapeCodes {
 public:
  ReshapeCodes(const Call& c, const Extents& data, const std::vector<int64_t>& codes)
      : c_(c), data_(data), codes_(codes), allow_zero_(c.bool_attr("allowzero", false)) {}

  Extents shape() {
    for (size_t i = 0; i < codes_.size(); ++i) i += apply(i);
    if (inferred_ >= 0) infer();
    return result_;
  }

 private:
  int64_t next() {
    if (source_ >= data_.size()) c_.refuse_shapes(fmt::format("{} has no axis {}", shape_text(data_), source_));
    return data_[source_++];
  }
  // How many codes more than one were read.
  size_t apply(size_t i) {
    const int64_t code = codes_[i];
    if (code > 0 || (code == 0 && allow_zero_)) {
      result_.push_back(code);
      ++source_;
    } else if (code == 0) {
      result_.push_back(next());
    } else if (code == -1) {
      if (inferred_ >= 0) c_.refuse_shapes("two sizes are to be inferred");
      inferred_ = static_cast<int64_t>(result_.size());
      result_.push_back(1);
      ++source_;
    } else if (code == -2) {
      while (source_ < data_.size()) result_.push_back(next());
    } else if (code == -3) {
      const int64_t first = next();
      result_.push_back(first * next());
    } else if (code == -4 && i + 2 < codes_.size()) {
      split(codes_[i + 1], codes_[i + 2]);
      return 2;
    } else {
      c_.refuse_shapes(fmt::format("{} is no size", code));
    }
    return 0;
  }
  void split(int64_t first, int64_t second) {
    const int64_t whole = next();
    if (first == -1 && second > 0) first = whole / second;
    if (second == -1 && first > 0) second = whole / first;
    if (first < 0 || second < 0 || first * second != whole)
      c_.refuse_shapes(fmt::format("{} elements cannot be split into {} and {}", whole, first, second));
    result_.insert(result_.end(), {first, second});
  }
  void infer() {
    const int64_t rest = product_of(result_), whole = product_of(data_);
    if (rest == 0 || whole % rest != 0) c_.refuse_shapes(fmt::format("{} elements are no multiple of {}", whole, rest));
    result_[static_cast<size_t>(inferred_)] = whole / rest;
  }

  const Call& c_;
  const Extents data_;
  const std::vector<int64_t> codes_;
  const bool allow_zero_;
  Extents result_;
  size_t source_ = 0;
  int64_t inferred_ = -1;
};

// A symbol that only this value gives a size is inferred.
std::vector<int64_t> newshape_attr(const Call& c) {
  const auto it = c.attrs.find("newshape");
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (!list) return c.ints_attr("newshape");
  std::vector<int64_t> codes;
  for (const graph::Attr& entry : *list)
    codes.push_back(std::holds_alternative<graph::Dim>(entry.value) ? -1 : graph::int_attr({{"v", entry}}, "v", 0));
  return codes;
}

Value reshape(const Call& c) {
  const NDArray& x = c.tensor(0);
  // Of no elements no size can be inferred, and a symbol's 0 is no code: the type has what is meant.
  if (const auto declared = c.declared_shape();
      declared && c.count() == 1 && x.size() == 0 && element_count(*declared) == 0)
    return with_shape(c, x, *declared);
  const std::vector<int64_t> codes = c.count() > 1 ? c.ints(1) : newshape_attr(c);
  return with_shape(c, x, ReshapeCodes(c, x.shape(), codes).shape());
}
Value reverse_reshape(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<int64_t> codes = c.ints_attr("newshape");
  std::reverse(codes.begin(), codes.end());
  Extents data(x.shape().rbegin(), x.shape().rend());
  Extents shape = ReshapeCodes(c, data, codes).shape();
  std::reverse(shape.begin(), shape.end());
  return with_shape(c, x, shape);
}
// lhs_begin to lhs_end of the first shape become rhs_begin to rhs_end of the second.
Value reshape_like(const Call& c) {
  const Extents &left = c.tensor(0).shape(), &right = c.tensor(1).shape();
  const auto place = [&](const char* key, const Extents& shape, bool end) {
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t i = c.has(key) ? c.int_attr(key, 0) : end ? rank : 0;
    return std::clamp(i < 0 ? i + rank : i, int64_t{0}, rank);
  };
  Extents shape(left.begin(), left.begin() + place("lhs_begin", left, false));
  shape.insert(shape.end(), right.begin() + place("rhs_begin", right, false),
               right.begin() + place("rhs_end", right, true));
  shape.insert(shape.end(), left.begin() + place("lhs_end", left, true), left.end());
  return with_shape(c, c.tensor(0), shape);
}

Value squeeze(const Call& c) {
  const NDArray& x = c.tensor(0);
  const bool named = c.count() > 1 || c.has("axis");
  std::vector<bool> drop(x.shape().size(), false);
  if (named) {
    for (const int64_t axis : c.count() > 1 ? c.ints(1) : c.ints_attr("axis")) drop[c.axis(axis, drop.size())] = true;
  } else {
    for (size_t i = 0; i < drop.size(); ++i) drop[i] = x.shape()[i] == 1;
  }
  Extents shape;
  for (size_t i = 0; i < drop.size(); ++i)
    if (!drop[i]) shape.push_back(x.shape()[i]);
  return with_shape(c, x, shape);
}
Value expand_dims(const Call& c) {
  const NDArray& x = c.tensor(0);
  Extents shape = x.shape();
  const int64_t count = c.int_attr("num_newaxis", 1);
  if (count < 0 || count > 64) c.refuse_attribute("num_newaxis", "must be small and not negative");
  if (c.count() > 1) {
    std::vector<int64_t> axes = c.ints(1);
    const size_t rank = shape.size() + axes.size();
    for (int64_t& axis : axes) axis = static_cast<int64_t>(c.axis(axis, rank));
    std::sort(axes.begin(), axes.end());
    for (const int64_t axis : axes) {
      if (axis > static_cast<int64_t>(shape.size())) c.refuse_shapes("an axis is given twice");
      shape.insert(shape.begin() + axis, 1);
    }
    return with_shape(c, x, shape);
  }
  const size_t axis = c.axis_attr("axis", 0, shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), static_cast<size_t>(count), 1);
  return with_shape(c, x, shape);
}
Value batch_flatten(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().empty()) c.refuse_shapes("a scalar has no batch");
  int64_t rest = 1;
  for (size_t i = 1; i < x.shape().size(); ++i) rest *= x.shape()[i];
  return with_shape(c, x, {x.shape()[0], rest});
}

Value transpose(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<int64_t> axes = c.ints_attr("axes");
  if (axes.empty())
    for (size_t i = x.shape().size(); i-- > 0;) axes.push_back(static_cast<int64_t>(i));
  if (axes.size() != x.shape().size()) c.refuse_attribute("axes", fmt::format("must order {} axes", x.shape().size()));
  const Strides own = row_major(x.shape());
  Extents shape;
  Strides strides;
  for (const int64_t axis : axes) {
    const size_t i = c.axis(axis, own.size());
    shape.push_back(x.shape()[i]);
    strides.push_back(own[i]);
  }
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, 0, strides, y);
  return y;
}

NDArray broadcast_tensor(const Call& c, const NDArray& x, const Extents& shape) {
  if (shape.size() < x.shape().size() || broadcast_shape(c, x.shape(), shape) != shape)
    c.refuse_shapes(fmt::format("{} cannot be broadcast to {}", shape_text(x.shape()), shape_text(shape)));
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, 0, broadcast_strides(x.shape(), shape), y);
  return y;
}
// ONNX's Expand also keeps what the wanted shape has as 1; its importer gives the whole shape where it knows it.
Value broadcast_to(const Call& c) {
  const NDArray& x = c.tensor(0);
  Extents shape = c.count() > 1 ? c.ints(1) : c.ints_attr("shape");
  if (c.count() > 1) shape = broadcast_shape(c, x.shape(), shape);
  return broadcast_tensor(c, x, shape);
}
Value broadcast_to_like(const Call& c) {
  return broadcast_tensor(c, c.tensor(0), c.tensor(1).shape());
}

Value tile(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<int64_t> reps = c.count() > 1 ? c.ints(1) : c.ints_attr("reps");
  Extents shape = x.shape();
  while (shape.size() < reps.size()) shape.insert(shape.begin(), 1);
  while (reps.size() < shape.size()) reps.insert(reps.begin(), 1);
  // Each axis becomes two, (repeats, size), of which the first has the stride 0.
  Extents doubled, result;
  Strides strides;
  const Strides own = row_major(shape);
  for (size_t i = 0; i < shape.size(); ++i) {
    doubled.insert(doubled.end(), {reps[i], shape[i]});
    strides.insert(strides.end(), {0, own[i]});
    result.push_back(reps[i] * shape[i]);
  }
  NDArray y = c.make(x.dtype(), doubled);
  copy_strided(x, 0, strides, y);
  return y.reshaped(result);
}
Value repeat(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  const int64_t repeats = c.int_attr("repeats", 1);
  Extents shape = x.shape(), result = x.shape();
  Strides strides = row_major(shape);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, repeats);
  strides.insert(strides.begin() + static_cast<std::ptrdiff_t>(axis) + 1, 0);
  result[axis] *= repeats;
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, 0, strides, y);
  return y.reshaped(result);
}

std::string capital_letters(const std::string& layout) {
  std::string plain;
  for (const char letter : layout)
    if (std::isupper(static_cast<unsigned char>(letter))) plain += letter;
  return plain;
}
Value layout_transform(const Call& c) {
  const std::string from = c.string_attr("src_layout", ""), to = c.string_attr("dst_layout", "");
  const std::string plain = capital_letters(from);
  return from_plain(c, to_plain(c, c.tensor(0), from, plain), plain, to);
}

Value shape_of(const Call& c) {
  const NDArray& x = c.tensor(0);
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", DType::Int(32))), {static_cast<int64_t>(x.shape().size())});
  store(y, 0, y.size(), x.shape().data());
  return y;
}
Value ndarray_size(const Call& c) {
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", DType::Int(32))), {});
  const int64_t size = c.tensor(0).size();
  store(y, 0, 1, &size);
  return y;
}

Value meshgrid(const Call& c) {
  const std::vector<NDArray> vectors = c.all_tensors();
  Extents shape;
  for (const NDArray& v : vectors) shape.push_back(v.size());
  const bool xy = c.string_attr("indexing", "ij") == "xy" && vectors.size() >= 2;
  if (xy) std::swap(shape[0], shape[1]);
  Values grids;
  for (size_t i = 0; i < vectors.size(); ++i) {
    Strides strides(shape.size(), 0);
    strides[xy && i < 2 ? 1 - i : i] = 1;
    NDArray grid = c.make(vectors[i].dtype(), shape);
    copy_strided(vectors[i], 0, strides, grid);
    grids.emplace_back(std::move(grid));
  }
  return grids;
}

}  // namespace

void add_shape_operators(Table& table) {
  table.add("reshape dyn.reshape", reshape);
  table.add("vm.reshape_tensor", [](const Call& c) -> Value { return with_shape(c, c.tensor(0), c.ints(1)); });
  table.add("contrib_reverse_reshape", reverse_reshape);
  table.add("reshape_like", reshape_like);
  table.add("squeeze dyn.squeeze", squeeze);
  table.add("expand_dims dyn.expand_dims", expand_dims);
  table.add("nn.batch_flatten", batch_flatten);
  table.add("transpose", transpose);
  table.add("broadcast_to dyn.broadcast_to", broadcast_to);
  table.add("broadcast_to_like", broadcast_to_like);
  table.add("tile dyn.tile", tile);
  table.add("repeat", repeat);
  table.add("layout_transform", layout_transform);
  table.add("shape_of vm.shape_of", shape_of);
  table.add("ndarray_size", ndarray_size);
  table.add("meshgrid", meshgrid);
}

}  // namespace nw::reference
