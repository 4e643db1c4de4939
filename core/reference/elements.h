// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of tensors as the numbers that operators compute with: floats of every width as double, signed integers (and
// bool) as int64, unsigned ones as uint64. Arithmetic in these is exact or more exact than in the tensor's own type;
// store() rounds once, or wraps in the type's own width.
#pragma once

#include <cstdint>

#include "base/ndarray.h"

namespace nw::reference {

// W is double, int64_t or uint64_t. Integers load into double, and floats into integers, as C converts them.
template <class W>
void load(const NDArray& from, int64_t first, int64_t count, W* to);
// With a distance between the elements, which may be 0 or negative.
template <class W>
void load_strided(const NDArray& from, int64_t first, int64_t stride, int64_t count, W* to);
template <class W>
void store(NDArray& to, int64_t first, int64_t count, const W* from);
template <class W>
void store_strided(NDArray& to, int64_t first, int64_t stride, int64_t count, const W* from);

// Elements of a chunk that operators load, compute and store at a time: it stays in the first cache.
constexpr int64_t kChunk = 1024;

// f with a value of the number type that stands for the data type: with_wide(dtype, [&](auto zero) { using W = … }).
template <class F>
auto with_wide(DType dtype, F&& f) {
  if (dtype.is_float()) return f(double{});
  if (dtype.is_uint() && !dtype.is_bool()) return f(uint64_t{});
  return f(int64_t{});
}

// An integer cut to the type's bits, sign-extended where the type is signed; bool: 0 or 1.
int64_t wrapped(DType dtype, int64_t value);
// A number as an element of the type: floats round to nearest even, integers truncate towards zero; what is out of an
// integer's range saturates in 64 bits and wraps in fewer, NaN is 0.
NDArray scalar_of(DType dtype, double value);

}  // namespace nw::reference
