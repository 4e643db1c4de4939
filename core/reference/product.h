// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices with any strides: dense layers, matmul, batch_matmul and their quantized forms.
#pragma once

#include "reference/call.h"

namespace nw::reference {

// A matrix within a tensor's elements.
struct Matrix {
  const NDArray& tensor;
  int64_t first = 0;  // its element (0, 0)
  int64_t row = 0;    // elements from one row to the next
  int64_t column = 0;
  std::vector<int64_t> zero{0};  // subtracted, one for all or one a row of a, a column of b
};

// result[first + i·n + j] = Σk a[i, k] · b[k, j] for i < m, j < n, k < depth.
void multiply(const Matrix& a, const Matrix& b, int64_t m, int64_t n, int64_t depth, NDArray& result, int64_t first);

}  // namespace nw::reference
