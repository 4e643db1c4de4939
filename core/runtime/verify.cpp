// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tir/visit.h"

namespace nw::runtime {

namespace {

double eps_of(DType t) {
  if (!t.is_float()) return 0;
  if (t.is_bfloat()) return 0x1p-7;
  return t.bits == 16 ? 0x1p-10 : t.bits == 32 ? 0x1p-23 : 0x1p-52;
}

std::string position(const NDArray& array, int64_t element) {
  std::string text;
  for (size_t d = array.shape().size(); d-- > 0;) {
    const int64_t extent = std::max<int64_t>(array.shape()[d], 1);
    text = fmt::format("{}{}{}", element % extent, text.empty() ? "" : ", ", text);
    element /= extent;
  }
  return "[" + text + "]";
}

}  // namespace

Tolerance tolerance_of(const std::vector<te::Tensor>& outputs,
                       const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  tir::Substitution values;
  for (const auto& [var, value] : sizes) values[var] = tir::int_imm(value, var->dtype);
  std::vector<te::Operation> roots;
  for (const te::Tensor& t : outputs) roots.push_back(t->op);
  Tolerance tolerance;
  for (const te::Operation& op : te::post_order(roots)) {
    for (int i = 0; i < op->num_outputs(); ++i) tolerance.eps = std::max(tolerance.eps, eps_of(op->output_dtype(i)));
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    if (!compute || compute->reduce_axis.empty()) continue;
    double length = 1;
    for (const tir::IterVar& axis : compute->reduce_axis) {
      const tir::Expr extent = tir::substitute(axis->dom.extent, values);
      const int64_t* c = tir::as_const_int(extent);
      length *= c ? static_cast<double>(*c) : 1;
    }
    tolerance.reduction = std::max(tolerance.reduction, length);
  }
  return tolerance;
}

std::string compare(const NDArray& actual, const Expected& expected, const Tolerance& tolerance, VerifyReport& report) {
  double greatest = 0;
  for (const double r : expected.reference)
    if (std::isfinite(r)) greatest = std::max(greatest, std::abs(r));
  const double unit = actual.dtype().is_float() ? 16 * tolerance.eps * std::sqrt(tolerance.reduction + 1) : 0;
  std::string first;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const double r = expected.reference[i], a = actual.at(expected.elements[i]);
    const bool same = a == r || (std::isnan(a) && std::isnan(r));
    const double error = std::abs(a - r);
    if (!same && std::isfinite(error)) {
      report.max_abs_error = std::max(report.max_abs_error, error);
      if (r != 0) report.max_rel_error = std::max(report.max_rel_error, error / std::abs(r));
    }
    if (same || error <= unit * (std::abs(r) + greatest)) continue;
    report.ok = false;
    if (first.empty())
      first =
          fmt::format("element {} is {:.9g}, the reference has {:.9g}", position(actual, expected.elements[i]), a, r);
  }
  report.checked += static_cast<int64_t>(expected.elements.size());
  report.total += actual.size();
  return first;
}

}  // namespace nw::runtime
