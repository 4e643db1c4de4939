// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's lists of tensors, and values that may be absent.
#include <algorithm>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

const Values& sequence_of(const Call& c) {
  const Values* values = c.count() > 0 ? c.args[0].list() : nullptr;
  if (!values) c.refuse_value("its first argument is no sequence");
  return *values;
}

// A place among `count`; negative ones count from the end.
int64_t sequence_place(const Call& c, size_t argument, int64_t count) {
  const int64_t given = c.integer(argument);
  const int64_t at = given < 0 ? given + count : given;
  if (at < 0 || at >= count) c.refuse_index(given, 0, count);
  return at;
}

Value sequence_construct(const Call& c) {
  for (size_t i = 0; i < c.count(); ++i) (void)c.tensor(i);  // no lists of lists
  return c.args;
}
Value sequence_empty(const Call&) {
  return Values{};
}
Value sequence_at(const Call& c) {
  const Values& values = sequence_of(c);
  return values[static_cast<size_t>(sequence_place(c, 1, static_cast<int64_t>(values.size())))];
}
Value sequence_insert(const Call& c) {
  Values values = sequence_of(c);
  const auto count = static_cast<int64_t>(values.size());
  (void)c.tensor(1);  // no lists of lists
  const int64_t given = c.count() > 2 ? c.integer(2) : count;
  const int64_t where = given < 0 ? given + count : given;  // behind the last is a place as well
  if (where < 0 || where > count) c.refuse_index(given, 0, count);
  values.insert(values.begin() + where, c.args[1]);
  return values;
}
Value sequence_erase(const Call& c) {
  Values values = sequence_of(c);
  const auto count = static_cast<int64_t>(values.size());
  if (count == 0) c.refuse_value("its sequence is empty");
  values.erase(values.begin() + (c.count() > 1 ? sequence_place(c, 1, count) : count - 1));
  return values;
}
Value sequence_length(const Call& c) {
  NDArray y = c.make(DType::Int(64), {});
  const auto count = static_cast<int64_t>(sequence_of(c).size());
  store(y, 0, 1, &count);
  return y;
}

NDArray sequence_part(const Call& c, const NDArray& x, size_t axis, int64_t first, int64_t count) {
  Extents shape = x.shape();
  const Strides strides = row_major(shape);
  shape[axis] = count;
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(x, first * strides[axis], strides, y);
  return y;
}

std::vector<int64_t> part_sizes(const Call& c, int64_t whole) {
  if (c.count() < 2) return std::vector<int64_t>(static_cast<size_t>(whole), 1);
  std::vector<int64_t> sizes = c.ints(1);
  if (c.tensor(1).shape().empty()) {
    const int64_t size = c.integer(1);
    if (size < 1) c.refuse_value(fmt::format("parts of {} elements", size));
    sizes.assign(static_cast<size_t>(whole / size), size);
    if (whole % size > 0) sizes.push_back(whole % size);
  }
  int64_t sum = 0;
  for (const int64_t size : sizes)
    if (size < 0 || __builtin_add_overflow(sum, size, &sum)) c.refuse_value(fmt::format("a part of {} elements", size));
  if (sum != whole) c.refuse_shapes(fmt::format("its parts have {} elements of {}", sum, whole));
  return sizes;
}

Value sequence_split(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 0, x.shape().size());
  const bool drop = c.count() < 2 && c.int_attr("keepdims", 1) == 0;
  Values parts;
  int64_t first = 0;
  for (const int64_t size : part_sizes(c, x.shape()[axis])) {
    NDArray piece = sequence_part(c, x, axis, first, size);
    first += size;
    Extents shape = piece.shape();
    if (drop) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    parts.emplace_back(piece.reshaped(std::move(shape)));
  }
  return parts;
}

Value sequence_concat(const Call& c) {
  std::vector<NDArray> parts;
  for (const Value& value : sequence_of(c)) {
    if (!value.tensor()) c.refuse_value("its sequence holds something else than tensors");
    parts.push_back(*value.tensor());
  }
  if (parts.empty()) c.refuse_value("its sequence is empty");
  const bool new_axis = c.int_attr("new_axis", 0) != 0;
  const size_t axis = c.axis_attr("axis", 0, parts[0].shape().size() + (new_axis ? 1 : 0));
  int64_t length = 0;
  Extents shape = parts[0].shape();
  if (new_axis) shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  for (NDArray& piece : parts) {
    Extents own = piece.shape();
    if (new_axis) own.insert(own.begin() + static_cast<std::ptrdiff_t>(std::min(axis, own.size())), 1);
    const int64_t along = axis < own.size() ? own[axis] : -1;
    Extents beside = own;
    if (along >= 0) beside[axis] = shape[axis];
    if (along < 0 || beside != shape || piece.dtype() != parts[0].dtype())
      c.refuse_shapes(fmt::format("{} does not fit {}", describe(piece), describe(parts[0])));
    length += along;
    piece = piece.reshaped(own);
  }
  shape[axis] = length;
  NDArray y = c.make(parts[0].dtype(), shape);
  const Strides strides = row_major(shape);
  int64_t first = 0;
  for (const NDArray& piece : parts) {
    place_strided(piece, y, first * strides[axis], strides);
    first += piece.shape()[axis];
  }
  return y;
}

Value optional_of(const Call& c) {
  return c.count() > 0 ? c.args[0] : Value();
}
Value get_element(const Call& c) {
  if (c.count() != 1 || c.args[0].is_nothing()) c.refuse_value("its argument is absent");
  return c.args[0];
}
Value has_element(const Call& c) {
  NDArray y = c.make(DType::Bool(), {});
  const int64_t there = c.count() > 0 && !c.args[0].is_nothing();
  store(y, 0, 1, &there);
  return y;
}

}  // namespace

void add_sequence_operators(Table& table) {
  table.add("onnx.SequenceConstruct", sequence_construct);
  table.add("onnx.SequenceEmpty", sequence_empty);
  table.add("onnx.SequenceAt", sequence_at);
  table.add("onnx.SequenceInsert", sequence_insert);
  table.add("onnx.SequenceErase", sequence_erase);
  table.add("onnx.SequenceLength", sequence_length);
  table.add("onnx.SplitToSequence", sequence_split);
  table.add("onnx.ConcatFromSequence", sequence_concat);
  table.add("onnx.Optional", optional_of);
  table.add("onnx.OptionalGetElement", get_element);
  table.add("onnx.OptionalHasElement", has_element);
}

}  // namespace nw::reference
