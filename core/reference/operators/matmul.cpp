// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products, and their quantized forms, which subtract zero points first.
#include <algorithm>

#include "reference/operators/families.h"
#include "reference/operators/matmul.h"
#include "reference/product.h"

namespace nw::reference {

NDArray dense_product(const Call& c, const NDArray& a, const NDArray& b, const ProductAttrs& how) {
  if (a.shape().empty() || b.shape().size() != 2 || (how.transpose_a && a.shape().size() < 2))
    c.refuse_shapes("it multiplies matrices");
  const size_t rank = a.shape().size();
  const int64_t depth = how.transpose_a ? a.shape()[rank - 2] : a.shape()[rank - 1];
  const int64_t n = b.shape()[how.transpose_b ? 0 : 1];
  if (depth != b.shape()[how.transpose_b ? 1 : 0])
    c.refuse_shapes(fmt::format("the reduced dimensions are {} and {}", depth, b.shape()[how.transpose_b ? 1 : 0]));
  Extents shape = a.shape();
  if (how.transpose_a) shape[rank - 2] = a.shape()[rank - 1];
  shape[rank - 1] = n;
  NDArray y = c.make(how.out_dtype, shape);
  if (y.size() == 0) return y;
  const Matrix right{b, 0, how.transpose_b ? 1 : n, how.transpose_b ? depth : 1, how.b_zero};
  if (how.transpose_a) {
    const int64_t m = a.shape()[rank - 1], each = depth * m, batch = a.size() / std::max<int64_t>(each, 1);
    for (int64_t i = 0; i < batch; ++i) multiply({a, i * each, 1, m, how.a_zero}, right, m, n, depth, y, i * m * n);
  } else {
    multiply({a, 0, depth, 1, how.a_zero}, right, y.size() / n, n, depth, y, 0);
  }
  return y;
}

NDArray batch_product(const Call& c, const NDArray& a, const NDArray& b, const ProductAttrs& how) {
  if (a.shape().size() != 3 || b.shape().size() != 3) c.refuse_shapes("it multiplies batches of matrices");
  const int64_t m = a.shape()[how.transpose_a ? 2 : 1], depth = a.shape()[how.transpose_a ? 1 : 2];
  const int64_t n = b.shape()[how.transpose_b ? 1 : 2], other = b.shape()[how.transpose_b ? 2 : 1];
  if (depth != other) c.refuse_shapes(fmt::format("the reduced dimensions are {} and {}", depth, other));
  const int64_t batch = broadcast_shape(c, {a.shape()[0]}, {b.shape()[0]})[0];
  NDArray y = c.make(how.out_dtype, {batch, m, n});
  for (int64_t i = 0; i < batch && y.size() > 0; ++i) {
    const int64_t ia = a.shape()[0] == 1 ? 0 : i, ib = b.shape()[0] == 1 ? 0 : i;
    multiply({a, ia * m * depth, how.transpose_a ? 1 : depth, how.transpose_a ? m : 1, how.a_zero},
             {b, ib * n * depth, how.transpose_b ? 1 : n, how.transpose_b ? depth : 1, how.b_zero}, m, n, depth, y,
             i * m * n);
  }
  return y;
}

namespace {

ProductAttrs product_attrs(const Call& c, bool transpose_b) {
  ProductAttrs how;
  how.transpose_a = c.bool_attr("transpose_a", false);
  how.transpose_b = c.bool_attr("transpose_b", transpose_b);
  how.out_dtype = c.out_dtype(c.dtype_attr("out_dtype", c.tensor(0).dtype()));
  return how;
}

Value dense(const Call& c) {
  ProductAttrs how = product_attrs(c, true);
  how.transpose_a = false;
  how.transpose_b = true;
  return dense_product(c, c.tensor(0), c.tensor(1), how);
}
Value matmul(const Call& c) {
  return dense_product(c, c.tensor(0), c.tensor(1), product_attrs(c, false));
}
Value batch_matmul(const Call& c) {
  return batch_product(c, c.tensor(0), c.tensor(1), product_attrs(c, true));
}

// The weight is stored in blocks of output features: (N/n, K, n).
Value dense_pack(const Call& c) {
  const NDArray& weight = c.tensor(1);
  if (weight.shape().size() != 3) c.refuse_shapes("its weight has three axes");
  const int64_t blocks = weight.shape()[0], depth = weight.shape()[1], block = weight.shape()[2];
  NDArray plain = c.make(weight.dtype(), {blocks, block, depth});
  copy_strided(weight, 0, {depth * block, 1, block}, plain);
  ProductAttrs how = product_attrs(c, true);
  how.transpose_a = false;
  how.transpose_b = true;
  return dense_product(c, c.tensor(0), plain.reshaped({blocks * block, depth}), how);
}

}  // namespace

void add_matrix_products(Table& table) {
  table.add("nn.dense", dense);
  table.add("nn.matmul", matmul);
  table.add("nn.batch_matmul", batch_matmul);
  table.add("nn.contrib_dense_pack", dense_pack);
}

}  // namespace nw::reference
