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

// Elements of Size bytes. Data that lie in a file's bytes may begin anywhere.
template <int64_t Size>
void move_row(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step, int64_t count) {
  if (from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<size_t>(count * Size));
    return;
  }
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_step * Size, from + i * from_step * Size, Size);
}

// The same bytes, whatever they mean.
template <int64_t Size>
void move_elements(const NDArray& from, int64_t from_first, const Strides& from_strides, NDArray& to, int64_t to_first,
                   const Strides& to_strides, const Extents& shape) {
  const std::byte* const source = from.bytes() + from_first * Size;
  std::byte* const target = to.mutable_bytes() + to_first * Size;
  const Rows rows(shape, {from_strides, to_strides});
  rows.for_each([&](const std::vector<int64_t>& at) {
    move_row<Size>(source + at[0] * Size, rows.step(0), target + at[1] * Size, rows.step(1), rows.length());
  });
}

void move_any(const NDArray& from, int64_t from_first, const Strides& from_strides, NDArray& to, int64_t to_first,
              const Strides& to_strides, const Extents& shape) {
  switch (to.dtype().bytes()) {
    case 1:
      return move_elements<1>(from, from_first, from_strides, to, to_first, to_strides, shape);
    case 2:
      return move_elements<2>(from, from_first, from_strides, to, to_first, to_strides, shape);
    case 4:
      return move_elements<4>(from, from_first, from_strides, to, to_first, to_strides, shape);
    default:
      return move_elements<8>(from, from_first, from_strides, to, to_first, to_strides, shape);
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
