// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a kernel's numbers are right (measure/comparison.h): compared with the reference interpreter, whose
// elementwise operations round to their types and whose reductions accumulate in double.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "measure/comparison.h"
#include "te/operation.h"

namespace nw::runtime {

measure::Tolerance tolerance_of(const std::vector<te::Tensor>& outputs,
                                const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

// The reference values of one computation: of each argument that is an output, in order.
using ReferenceValues = std::vector<measure::Expected>;

// Those of the computations that were asked for last, by name.
class References {
 public:
  ReferenceValues& operator[](const std::string& name);

 private:
  static constexpr size_t kMost = 4;
  std::vector<std::pair<std::string, std::unique_ptr<ReferenceValues>>> known_;  // asked for last: at the end
};

// Compares the arrays that a kernel left with the computation that `args` define: every element where that takes up to
// 1e8 steps, else elements on the borders and 4,096 random ones. A difference is an error (NW4113) in the diagnostics.
// `known`: reference values that an earlier call left there are not computed again.
Result<measure::VerifyReport> verify(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                                     const std::vector<NDArray>& arrays,
                                     const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {},
                                     ReferenceValues* known = nullptr);

// Why a kernel returned `status` (codegen/abi.h): out of memory, or the first element whose computation reads outside a
// tensor (NW4180), found by the interpreter in up to 1e9 steps.
Diagnostics explain_status(int status, const std::string& kernel, const std::vector<te::Tensor>& args,
                           const std::vector<bool>& is_output, const std::vector<NDArray>& arrays,
                           const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

}  // namespace nw::runtime
