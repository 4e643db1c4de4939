// SPDX-License-Identifier: GPL-3.0-or-later
// Indices as linear expressions: what decides whether two accesses meet, and what makes of quotients and remainders
// that belong together the plain place that they stand for.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tir/stmt.h"

namespace nw::codegen {

// Values of variables that are constants here: of loops that are written out.
using Constants = std::map<const tir::VarNode*, int64_t>;

// sum of coefficient·term + constant; a vector adds lane·stride. A term may have coefficient 0.
struct Linear {
  std::vector<std::pair<tir::Expr, int64_t>> terms;
  int64_t constant = 0, stride = 0;
  int lanes = 1;
};

Linear linear(const tir::Expr& e, const Constants& known);
void add_scaled(Linear& to, const Linear& from, int64_t factor);
bool is_constant(const Linear& l);
bool same_terms(const Linear& a, const Linear& b);

// The place of an element in its buffer's memory, in elements; nothing where shape, strides or offset do not say.
std::optional<Linear> flat_index(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices,
                                 const Constants& known);

// x // c * c + x % c is x, wherever both are in the sum: a row-major place written as row and column. Whether any
// did.
bool merge_divisions(Linear& place, const Constants& known);

// The linear expression as an expression, or null where a term is a vector of its own.
tir::Expr to_expr(const Linear& l);

}  // namespace nw::codegen
