// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of bytes, four of them at a time: the rows of the first matrix as int32 with four bytes an element,
// the second one in panels of such elements, [N/64, K/4, 64].
#pragma once

#include "op/compute/tools.h"

namespace nw::op {

// c: two matrices, or two batches of them, and their zero points (int32; of the first matrix one number, of the second
// one for each column). The first is (…, M, K); the second (…, N, K) where it is transposed, else (…, K, N).
Tensor product_of_bytes(const ComputeContext& c, bool transpose_b);

}  // namespace nw::op
