// SPDX-License-Identifier: GPL-3.0-or-later
// Value range of an integer expression over whatever its inputs hold: data wraps around in its type, so an operation
// that may leave its type's range has the whole of it.
#pragma once

#include <unordered_map>

#include "tir/expr.h"

namespace nw::schedule {

struct DataRange {
  double lo = 0, hi = 0;
};

DataRange range_of_type(DType t);

class DataRanges {
 public:
  // The values of a loop; a variable of which nothing is known has any value of its type.
  void bind(const tir::IterVar& loop);
  DataRange of(const tir::Expr& e);

 private:
  DataRange compute(const tir::Expr& e);
  DataRange binary(const tir::BinaryNode& b, DataRange whole);
  DataRange call(const tir::CallNode& c, DataRange whole);

  std::unordered_map<const tir::ExprNode*, DataRange> known_;  // shared subexpressions are visited once
};

}  // namespace nw::schedule
