// SPDX-License-Identifier: GPL-3.0-or-later
// The reference interpreter: what an unscheduled computation means, element by element. Slow and plain beside compiled
// code, but each body is first turned into a small program for a register machine (program.h), with whatever does not
// depend on inner loops hoisted out of them.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "te/operation.h"

namespace nw::interp {

struct Options {
  // Every result is rounded to its type and integers wrap. Here reductions of floats accumulate in double and round
  // once at their end: the reference that kernels are verified against, since a schedule may reorder a sum.
  bool wide_reductions = false;
  int64_t max_bytes = int64_t{2} << 30;  // for intermediate tensors
};

class Interpreter {
 public:
  using Sizes = std::map<tir::Var, int64_t, tir::VarOrder>;

  explicit Interpreter(const std::vector<te::Tensor>& outputs, const Sizes& sizes = {}, Options options = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // The data of a placeholder; its type and shape must be the placeholder's.
  void set_input(const te::Tensor& placeholder, NDArray data);

  // All of a tensor, in its own type.
  Result<NDArray> evaluate(const te::Tensor& tensor);
  // Single elements (row-major positions) as a list, computing only what they need; what was computed once is kept.
  Result<NDArray> elements(const te::Tensor& tensor, const std::vector<int64_t>& positions);

  // Machine steps that evaluate() of these tensors takes: to choose between all elements and some.
  double work(const std::vector<te::Tensor>& tensors) const;
  // The shape with sizes filled in; a dimension that is not known is -1.
  std::vector<int64_t> shape(const te::Tensor& tensor) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nw::interp
