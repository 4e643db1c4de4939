// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor as tables of its last two axes, and what its elements are like: least, most, mean, and how many lie where.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/ndarray.h"

namespace nw::views {

// The table at one index of each axis before the last two. A vector is one column, a scalar one cell.
class TensorSlice {
 public:
  TensorSlice() = default;
  explicit TensorSlice(NDArray array);

  const NDArray& array() const { return array_; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  // Axes before the last two, and the index chosen in each.
  const std::vector<int64_t>& leading() const { return leading_; }
  const std::vector<int64_t>& at() const { return at_; }
  void setAt(size_t axis, int64_t index);
  int64_t element(int64_t row, int64_t column) const { return base_ + row * columns_ + column; }
  QString text(int64_t row, int64_t column) const;

 private:
  NDArray array_;
  std::vector<int64_t> leading_, at_;
  int64_t rows_ = 0, columns_ = 0, base_ = 0;
};

QString element_text(const NDArray& array, int64_t element);

struct TensorFigures {
  static constexpr size_t kBins = 64;
  int64_t count = 0, zeros = 0, nan = 0, infinite = 0;
  double least = 0, most = 0, mean = 0;  // of finite elements
  std::vector<int64_t> bins;             // of equal width from `least` to `most`; empty: no finite element

  // Nothing of strings.
  static std::optional<TensorFigures> of(const NDArray& array);
  QString text() const;  // "1,000 elements from -3.2 to 4.1, mean 0.02; 12 zeros; 1 NaN"
};

}  // namespace nw::views
