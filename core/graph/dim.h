// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of dimensions. Results are sums of products in one normal form ("8*N + 1"), so that equal shapes look
// equal and a reshape can divide N*12*64 by 12.
#pragma once

#include "graph/type.h"

namespace nw::graph {

Dim operator+(const Dim& a, const Dim& b);
Dim operator-(const Dim& a, const Dim& b);
Dim operator*(const Dim& a, const Dim& b);
// Integers round as the name says; the divisor must not be 0.
Dim floor_div(const Dim& a, const Dim& b);
Dim ceil_div(const Dim& a, const Dim& b);
Dim floor_mod(const Dim& a, const Dim& b);
Dim min(const Dim& a, const Dim& b);
Dim max(const Dim& a, const Dim& b);
bool is_never_negative(const Dim& dim);  // whatever sizes its symbols have

// a/b where that is provably an integer polynomial, else nothing.
std::optional<Dim> exact_quotient(const Dim& a, const Dim& b);
Dim product(const Shape& shape);
// The same value in the normal form.
Dim normalize(const Dim& dim);
// With values for some symbols.
Dim substitute(const Dim& dim, const tir::Substitution& values);
Type substitute(const Type& type, const tir::Substitution& values);

}  // namespace nw::graph
