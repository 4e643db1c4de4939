// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of 64 columns of b are brought into rows, each row of a then makes 64 sums: weights are read once and never
// held as a whole.
#include "reference/product.h"

#include <algorithm>

#include "reference/accumulate.h"

namespace nw::reference {

namespace {

constexpr int64_t kColumns = 64;

template <class W>
W own_zero(const std::vector<int64_t>& zeros, int64_t i) {
  return static_cast<W>(zeros.size() == 1 ? zeros[0] : zeros[static_cast<size_t>(i)]);
}

template <class W>
void multiply_as(const Matrix& a, const Matrix& b, int64_t m, int64_t n, int64_t depth, NDArray& result,
                 int64_t first) {
  std::vector<W> panel(static_cast<size_t>(depth * std::min(n, kColumns))), row(static_cast<size_t>(depth));
  std::vector<W> column(static_cast<size_t>(depth));
  std::vector<const W*> rows(static_cast<size_t>(depth));
  W sums[kColumns];
  for (int64_t j = 0; j < n; j += kColumns) {
    const int64_t width = std::min(kColumns, n - j);
    for (int64_t q = 0; q < width; ++q) {
      load_strided(b.tensor, b.first + (j + q) * b.column, b.row, depth, column.data());
      for (int64_t k = 0; k < depth; ++k)
        panel[static_cast<size_t>(k * width + q)] = column[static_cast<size_t>(k)] - own_zero<W>(b.zero, j + q);
    }
    for (int64_t k = 0; k < depth; ++k) rows[static_cast<size_t>(k)] = panel.data() + k * width;
    for (int64_t i = 0; i < m; ++i) {
      spend(1 + depth / 8);
      load_strided(a.tensor, a.first + i * a.row, a.column, depth, row.data());
      for (W& v : row) v -= own_zero<W>(a.zero, i);
      std::fill_n(sums, width, W{0});
      accumulate(sums, width, rows.data(), row.data(), depth);
      store(result, first + i * n + j, width, sums);
    }
  }
}

}  // namespace

void multiply(const Matrix& a, const Matrix& b, int64_t m, int64_t n, int64_t depth, NDArray& result, int64_t first) {
  if (a.tensor.dtype().is_float())
    multiply_as<double>(a, b, m, n, depth, result, first);
  else
    multiply_as<int64_t>(a, b, m, n, depth, result, first);
}

}  // namespace nw::reference
