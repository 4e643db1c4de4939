// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors from attributes and numbers: full, zeros, ones, arange.
#include <cmath>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// The declared type has the sizes that attributes give as symbols.
Extents shape_to_make(const Call& c, size_t argument) {
  if (argument < c.count()) return c.ints(argument);
  if (const auto declared = c.declared_shape()) return *declared;
  return c.ints_attr("shape");
}

NDArray filled(const Call& c, DType dtype, const Extents& shape, const NDArray& value) {
  NDArray y = c.make(dtype, shape);
  with_wide(dtype, [&]<class W>(W) {
    W element{};
    if (value.size() != 1) c.refuse_shapes("it is filled with one number");
    load(value, 0, 1, &element);
    NDArray one(dtype, {});
    store(one, 0, 1, &element);
    copy_strided(one, 0, Strides(shape.size(), 0), y);
  });
  return y;
}

Value full(const Call& c) {
  const DType dtype = c.out_dtype(c.dtype_attr("dtype", c.tensor(0).dtype()));
  return filled(c, dtype, shape_to_make(c, 1), c.tensor(0));
}
Value full_like(const Call& c) {
  return filled(c, c.tensor(0).dtype(), c.tensor(0).shape(), c.tensor(1));
}

template <int V>
Value constant_filled(const Call& c) {
  const DType dtype = c.out_dtype(c.dtype_attr("dtype", DType::Float(32)));
  return filled(c, dtype, shape_to_make(c, 0), scalar_of(dtype, V));
}

// start, start + step, … before stop
Value arange(const Call& c) {
  const NDArray &start = c.tensor(0), &stop = c.tensor(1), &step = c.tensor(2);
  const DType dtype = c.out_dtype(start.dtype());
  const double first = c.number(0), last = c.number(1), by = c.number(2);
  const double count = by == 0 ? std::nan("") : std::max(0.0, std::ceil((last - first) / by));
  if (!(count < 1e15))
    c.refuse_value(fmt::format("from {} to {} by {} are not finitely many numbers", first, last, by));
  NDArray y = c.make(dtype, {static_cast<int64_t>(count)});
  const bool integers =
      dtype.is_integer() && start.dtype().is_integer() && stop.dtype().is_integer() && step.dtype().is_integer();
  for (int64_t i = 0; i < y.size(); ++i) {
    if (integers) {
      const int64_t value = start.int_at(0) + i * step.int_at(0);
      store(y, i, 1, &value);
    } else {
      const double value = first + static_cast<double>(i) * by;
      store(y, i, 1, &value);
    }
  }
  return y;
}

}  // namespace

void add_creating_operators(Table& table) {
  table.add("full dyn.full", full);
  table.add("full_like", full_like);
  table.add("zeros dyn.zeros", constant_filled<0>);
  table.add("ones dyn.ones", constant_filled<1>);
  table.add("arange", arange);
}

}  // namespace nw::reference
