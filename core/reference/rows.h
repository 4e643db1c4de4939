// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which operators walk over tensors: rows of the result, each with the place of its first element in every
// operand. Neighbouring axes that all operands step over alike are one, so that rows are long.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "base/ndarray.h"

namespace nw::reference {

using Extents = std::vector<int64_t>;  // sizes of a tensor's axes
using Strides = std::vector<int64_t>;  // elements from one index of an axis to the next; may be 0 or negative

Strides row_major(const Extents& shape);
// Of a tensor of shape `from` read as one of shape `to`, as numpy broadcasts: 0 along axes of size 1. `from` must fit.
Strides broadcast_strides(const Extents& from, const Extents& to);

class Rows {
 public:
  Rows(const Extents& shape, const std::vector<Strides>& operands);

  int64_t length() const { return length_; }
  int64_t step(size_t operand) const { return steps_[operand]; }  // within a row
  // f(offsets): of the row's first element in each operand, relative to the operands' own starts.
  template <class F>
  void for_each(F&& f) const {
    if (length_ == 0) return;
    for (const int64_t extent : outer_)
      if (extent == 0) return;
    Extents index(outer_.size(), 0);
    std::vector<int64_t> offsets(steps_.size(), 0);
    while (true) {
      spend(1 + length_ / 64);
      f(static_cast<const std::vector<int64_t>&>(offsets));
      if (!next(index, offsets)) return;
    }
  }

 private:
  bool next(Extents& index, std::vector<int64_t>& offsets) const;

  Extents outer_;
  std::vector<Strides> outer_strides_;  // by operand
  int64_t length_ = 1;
  std::vector<int64_t> steps_;
};

// to[i…] = from[first + Σ strides·i], to row-major and of from's data type. `to` must not share from's memory.
void copy_strided(const NDArray& from, int64_t first, const Strides& strides, NDArray& to);
// to[first + Σ strides·i] = from[i…]
void place_strided(const NDArray& from, NDArray& to, int64_t first, const Strides& strides);

}  // namespace nw::reference
