// SPDX-License-Identifier: GPL-3.0-or-later
// Products that plain and quantized operators share.
#pragma once

#include "reference/call.h"

namespace nw::reference {

struct ProductAttrs {
  bool transpose_a = false, transpose_b = false;
  DType out_dtype;
  std::vector<int64_t> a_zero{0}, b_zero{0};  // zero points: one, or one a row of a, a column of b
};
// (…, K) × (N, K) or (K, N)
NDArray dense_product(const Call& call, const NDArray& a, const NDArray& b, const ProductAttrs& how);
// (B, M, K) × (B, N, K) or (B, K, N); a batch of 1 is shared.
NDArray batch_product(const Call& call, const NDArray& a, const NDArray& b, const ProductAttrs& how);

}  // namespace nw::reference
