// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices, compressed by rows: values (count), or blocks (count, rows, columns); the column of each; where each
// row begins. They are written out as dense matrices first.
#include <algorithm>

#include "reference/operators/families.h"
#include "reference/operators/matmul.h"

namespace nw::reference {

namespace {

NDArray written_out(const Call& c, size_t first, int64_t columns) {
  const NDArray& values = c.tensor(first);
  const std::vector<int64_t> places = c.ints(first + 1), starts = c.ints(first + 2);
  const bool blocks = values.shape().size() == 3;
  if (starts.empty() || (values.shape().size() != 1 && !blocks)) c.refuse_shapes("it is no compressed matrix");
  const int64_t height = blocks ? values.shape()[1] : 1, width = blocks ? values.shape()[2] : 1;
  const int64_t rows = static_cast<int64_t>(starts.size()) - 1;
  NDArray y = c.make(values.dtype(), {rows * height, columns});
  with_wide(values.dtype(), [&]<class W>(W) {
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t i = starts[static_cast<size_t>(r)]; i < starts[static_cast<size_t>(r) + 1]; ++i) {
        if (i < 0 || i >= static_cast<int64_t>(places.size()) || i >= values.shape()[0])
          c.refuse_index(i, 0, static_cast<int64_t>(places.size()));
        const int64_t column = places[static_cast<size_t>(i)] * width;
        if (column < 0 || column + width > columns) c.refuse_index(column, 1, columns);
        for (int64_t k = 0; k < height * width; ++k) {
          W value{}, old{};
          const int64_t at = (r * height + k / width) * columns + column + k % width;
          load(values, i * height * width + k, 1, &value);
          load(y, at, 1, &old);
          value += old;
          store(y, at, 1, &value);
        }
      }
  });
  return y;
}

// dense (M, K) by the transposed sparse matrix; or the sparse matrix by the transposed dense one
Value sparse_dense(const Call& c) {
  const NDArray& dense = c.tensor(0);
  if (dense.shape().size() != 2) c.refuse_shapes("it multiplies matrices");
  const NDArray sparse = written_out(c, 1, dense.shape()[1]);
  ProductAttrs how;
  how.transpose_b = true;
  how.out_dtype = dense.dtype();
  return c.bool_attr("sparse_lhs", false) ? dense_product(c, sparse, dense, how) : dense_product(c, dense, sparse, how);
}

Value sparse_add(const Call& c) {
  const NDArray& dense = c.tensor(0);
  if (dense.shape().size() != 2) c.refuse_shapes("it adds matrices");
  const NDArray sparse = written_out(c, 1, dense.shape()[1]);
  if (sparse.shape() != dense.shape()) c.refuse_shapes("the matrices differ in size");
  NDArray y = c.make(dense.dtype(), dense.shape());
  with_wide(dense.dtype(), [&]<class W>(W) {
    for (int64_t i = 0; i < y.size(); ++i) {
      W a{}, b{};
      load(dense, i, 1, &a);
      load(sparse, i, 1, &b);
      a += b;
      store(y, i, 1, &a);
    }
  });
  return y;
}

// A square matrix by columns: the same three vectors.
Value sparse_transpose(const Call& c) {
  const NDArray& values = c.tensor(0);
  const std::vector<int64_t> places = c.ints(1), starts = c.ints(2);
  if (starts.empty() || values.shape().size() != 1) c.refuse_shapes("it is no compressed matrix");
  const auto rows = static_cast<int64_t>(starts.size()) - 1;
  NDArray out = c.make(values.dtype(), values.shape()), columns = c.make(c.tensor(1).dtype(), c.tensor(1).shape());
  NDArray begins = c.make(c.tensor(2).dtype(), c.tensor(2).shape());
  int64_t at = 0;
  for (int64_t column = 0; column <= rows; ++column) {
    store(begins, column, 1, &at);
    for (int64_t r = 0; column < rows && r < rows; ++r)
      for (int64_t i = starts[static_cast<size_t>(r)]; i < starts[static_cast<size_t>(r) + 1]; ++i) {
        if (i < 0 || i >= values.size()) c.refuse_index(i, 0, values.size());
        if (places[static_cast<size_t>(i)] != column) continue;
        const double value = values.at(i);
        store(out, at, 1, &value);
        store(columns, at++, 1, &r);
      }
  }
  return Values{out, columns, begins};
}

// A convolution with a kernel of one place: the matrix is (outputs, channels).
Value sparse_conv2d(const Call& c) {
  const NDArray& x = c.tensor(0);
  const bool last = c.string_attr("layout", "NHWC") == "NHWC";
  if (c.int_attr("kernel_size", 1) != 1) c.refuse_attribute("kernel_size", "must be 1");
  if (x.shape().size() != 4) c.refuse_shapes("the data is an image");
  const int64_t channels = x.shape()[last ? 3 : 1];
  const NDArray weight = written_out(c, 1, channels);
  ProductAttrs how;
  how.transpose_b = true;
  how.out_dtype = x.dtype();
  if (last) return dense_product(c, x, weight, how);
  NDArray moved = c.make(x.dtype(), {x.shape()[0], x.shape()[2], x.shape()[3], channels});
  const Strides own = row_major(x.shape());
  copy_strided(x, 0, {own[0], own[2], own[3], own[1]}, moved);
  const NDArray y = dense_product(c, moved, weight, how);
  const Strides of_result = row_major(y.shape());
  NDArray back = c.make(x.dtype(), {y.shape()[0], y.shape()[3], y.shape()[1], y.shape()[2]});
  copy_strided(y, 0, {of_result[0], of_result[3], of_result[1], of_result[2]}, back);
  return back;
}

// Coordinates (n, rank) of one shape as those of another, which may have one -1.
Value sparse_reshape(const Call& c) {
  const std::vector<int64_t> coordinates = c.ints(0), old = c.ints(1);
  std::vector<int64_t> sizes = c.ints(2);
  int64_t all = 1, known = 1;
  for (const int64_t s : old) all *= s;
  for (const int64_t s : sizes) known *= s == -1 ? 1 : s;
  for (int64_t& s : sizes)
    if (s == -1) s = known > 0 ? all / known : 0;
  if (element_count(sizes) != all || old.empty()) c.refuse_shapes("the shapes have different numbers of elements");
  const auto rank = static_cast<int64_t>(old.size()), count = static_cast<int64_t>(coordinates.size()) / rank;
  NDArray y = c.make(c.tensor(0).dtype(), {count, static_cast<int64_t>(sizes.size())});
  NDArray shape = c.make(c.tensor(2).dtype(), {static_cast<int64_t>(sizes.size())});
  store(shape, 0, shape.size(), sizes.data());
  const Strides from = row_major(old), to = row_major(sizes);
  for (int64_t i = 0; i < count; ++i) {
    int64_t flat = 0;
    for (size_t a = 0; a < old.size(); ++a) flat += coordinates[static_cast<size_t>(i * rank) + a] * from[a];
    for (size_t a = 0; a < sizes.size(); ++a) {
      const int64_t index = sizes[a] > 0 ? flat / to[a] % sizes[a] : 0;
      store(y, i * y.shape()[1] + static_cast<int64_t>(a), 1, &index);
    }
  }
  return Values{y, shape};
}

}  // namespace

void add_sparse_operators(Table& table) {
  table.add("nn.sparse_dense nn.internal.sparse_dense_padded", sparse_dense);
  table.add("nn.sparse_add", sparse_add);
  table.add("nn.sparse_transpose", sparse_transpose);
  table.add("nn.sparse_conv2d", sparse_conv2d);
  table.add("sparse_reshape", sparse_reshape);
}

}  // namespace nw::reference
