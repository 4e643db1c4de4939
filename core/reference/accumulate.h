// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loop of convolutions and matrix products: sums of scaled rows. Floats are multiplied and added in double,
// where products of float32 are exact; integers in 64 bits, which wrap.
#pragma once

#include <cstdint>

namespace nw::reference {

// to[i] += Σ weights[t] · rows[t][i] for i < count, over `terms` rows. Contiguous rows; `to` overlaps none of them.
void accumulate(double* to, int64_t count, const double* const* rows, const double* weights, int64_t terms);
void accumulate(int64_t* to, int64_t count, const int64_t* const* rows, const int64_t* weights, int64_t terms);

}  // namespace nw::reference
