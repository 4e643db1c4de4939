// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/accumulate.h"

namespace nw::reference {

namespace {

// Four rows at a time: the sums are then loaded and stored a quarter as often. A is what arithmetic is done in, of the
// same width as T; for integers the unsigned type, which wraps.
template <class A, class T>
void accumulate_rows(T* to, int64_t count, const T* const* rows, const T* weights, int64_t terms) {
  int64_t t = 0;
  for (; t + 4 <= terms; t += 4) {
    const T *r0 = rows[t], *r1 = rows[t + 1], *r2 = rows[t + 2], *r3 = rows[t + 3];
    const A w0 = static_cast<A>(weights[t]), w1 = static_cast<A>(weights[t + 1]);
    const A w2 = static_cast<A>(weights[t + 2]), w3 = static_cast<A>(weights[t + 3]);
    for (int64_t i = 0; i < count; ++i)
      to[i] = static_cast<T>(static_cast<A>(to[i]) + w0 * static_cast<A>(r0[i]) + w1 * static_cast<A>(r1[i]) +
                             w2 * static_cast<A>(r2[i]) + w3 * static_cast<A>(r3[i]));
  }
  for (; t < terms; ++t) {
    const T* row = rows[t];
    const A weight = static_cast<A>(weights[t]);
    for (int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(static_cast<A>(to[i]) + weight * static_cast<A>(row[i]));
  }
}

}  // namespace

void accumulate(double* to, int64_t count, const double* const* rows, const double* weights, int64_t terms) {
  accumulate_rows<double>(to, count, rows, weights, terms);
}
void accumulate(int64_t* to, int64_t count, const int64_t* const* rows, const int64_t* weights, int64_t terms) {
  accumulate_rows<uint64_t>(to, count, rows, weights, terms);
}

}  // namespace nw::reference
