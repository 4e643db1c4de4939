// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a kernel's numbers are right: integers equal; floats within 16·eps·√(K + 1)·(|r| + max |r|), K the length of
// the longest reduction, r the reference in float64. NaN equals NaN, an infinity itself.
#pragma once

#include "base/ndarray.h"
#include "base/result.h"
#include "runtime/report.h"
#include "te/operation.h"

namespace nw::runtime {

// What of an output is compared: `elements[i]` should be `reference[i]`.
struct Expected {
  std::vector<int64_t> elements;
  std::vector<double> reference;
};

struct Tolerance {
  double eps = 0;        // of the coarsest float type on the way; 0: exact
  double reduction = 0;  // K
};

Tolerance tolerance_of(const std::vector<te::Tensor>& outputs,
                       const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

// Adds the comparison of one output to `report`; says where the first difference is, or nothing.
std::string compare(const NDArray& actual, const Expected& expected, const Tolerance& tolerance, VerifyReport& report);

// Compares the arrays that a kernel left with the computation that `args` define: every element where that takes up to
// 1e8 steps, else elements on the borders and 4,096 random ones. A difference is an error (NW4113) in the diagnostics.
Result<VerifyReport> verify(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                            const std::vector<NDArray>& arrays,
                            const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

}  // namespace nw::runtime
