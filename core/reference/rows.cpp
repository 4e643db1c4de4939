// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/rows.h"

#include <cstring>

namespace nw::reference {

Strides row_major(const Extents& shape) {
  Strides strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

Strides broadcast_strides(const Extents& from, const Extents& to) {
  const Strides own = row_major(from);
  Strides strides(to.size(), 0);
  const size_t offset = to.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i) strides[offset + i] = from[i] == 1 ? 0 : own[i];
  return strides;
}

Rows::Rows(const Extents& shape, const std::vector<Strides>& operands) {
  Extents merged;
  std::vector<Strides> strides(operands.size());
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    bool joins = !merged.empty();
    for (size_t o = 0; joins && o < operands.size(); ++o) joins = strides[o].back() == operands[o][axis] * shape[axis];
    if (joins) {
      merged.back() *= shape[axis];
    } else {
      merged.push_back(shape[axis]);
    }
    for (size_t o = 0; o < operands.size(); ++o) {
      if (joins) strides[o].pop_back();
      strides[o].push_back(operands[o][axis]);
    }
  }
  steps_.assign(operands.size(), 1);
  if (!merged.empty()) {
    length_ = merged.back();
    merged.pop_back();
    for (size_t o = 0; o < operands.size(); ++o) {
      steps_[o] = strides[o].back();
      strides[o].pop_back();
    }
  }
  outer_ = std::move(merged);
  outer_strides_ = std::move(strides);
}

bool Rows::next(Extents& index, std::vector<int64_t>& offsets) const {
  for (size_t axis = outer_.size(); axis-- > 0;) {
    ++index[axis];
    for (size_t o = 0; o < offsets.size(); ++o) offsets[o] += outer_strides_[o][axis];
    if (index[axis] < outer_[axis]) return true;
    for (size_t o = 0; o < offsets.size(); ++o) offsets[o] -= outer_strides_[o][axis] * index[axis];
    index[axis] = 0;
  }
  return false;
}

namespace {

template <class T>
void move_row(const T* from, int64_t from_step, T* to, int64_t to_step, int64_t count) {
  if (from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
    return;
  }
  // Data that lie in a file's bytes may begin anywhere.
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(static_cast<void*>(to + i * to_step), static_cast<const void*>(from + i * from_step), sizeof(T));
}

// The same bytes, whatever they mean.
template <class T>
void move_elements(const NDArray& from, int64_t from_first, const Strides& from_strides, NDArray& to, int64_t to_first,
                   const Strides& to_strides, const Extents& shape) {
  const T* const source = reinterpret_cast<const T*>(from.bytes()) + from_first;
  T* const target = reinterpret_cast<T*>(to.mutable_bytes()) + to_first;
  const Rows rows(shape, {from_strides, to_strides});
  rows.for_each([&](const std::vector<int64_t>& at) {
    move_row(source + at[0], rows.step(0), target + at[1], rows.step(1), rows.length());
  });
}

void move_any(const NDArray& from, int64_t from_first, const Strides& from_strides, NDArray& to, int64_t to_first,
              const Strides& to_strides, const Extents& shape) {
  switch (to.dtype().bytes()) {
    case 1:
      return move_elements<uint8_t>(from, from_first, from_strides, to, to_first, to_strides, shape);
    case 2:
      return move_elements<uint16_t>(from, from_first, from_strides, to, to_first, to_strides, shape);
    case 4:
      return move_elements<uint32_t>(from, from_first, from_strides, to, to_first, to_strides, shape);
    default:
      return move_elements<uint64_t>(from, from_first, from_strides, to, to_first, to_strides, shape);
  }
}

}  // namespace

void copy_strided(const NDArray& from, int64_t first, const Strides& strides, NDArray& to) {
  if (to.size() > 0) move_any(from, first, strides, to, 0, row_major(to.shape()), to.shape());
}

void place_strided(const NDArray& from, NDArray& to, int64_t first, const Strides& strides) {
  if (from.size() > 0) move_any(from, 0, row_major(from.shape()), to, first, strides, from.shape());
}

}  // namespace nw::reference
