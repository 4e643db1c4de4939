// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a kernel's numbers are right: integers equal; floats within 16·√(K + 1)·(eps·(|r| + max |r|) + tiny), K the
// length of the longest reduction, tiny the type's least positive number (a product that underflows may be one off),
// r the reference, whose elementwise operations round to their types and whose reductions accumulate in double. NaN
// equals NaN, an infinity itself.
#pragma once

#include "base/ndarray.h"
#include "base/result.h"
#include "runtime/report.h"
#include "te/operation.h"

namespace nw::runtime {

// What of an output is compared: its element `elements[i]` should be element i of `reference`, which has its type.
struct Expected {
  std::vector<int64_t> elements;
  NDArray reference;
};

struct Tolerance {
  double eps = 0;        // of the coarsest float type on the way; 0: exact
  double tiny = 0;       // the least positive number of the float types on the way, where that is greatest
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

// Why a kernel returned `status` (codegen/abi.h): out of memory, or the first element whose computation reads outside a
// tensor (NW4180), found by the interpreter in up to 1e9 steps.
Diagnostics explain_status(int status, const std::string& kernel, const std::vector<te::Tensor>& args,
                           const std::vector<bool>& is_output, const std::vector<NDArray>& arrays,
                           const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

}  // namespace nw::runtime
