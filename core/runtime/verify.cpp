// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "codegen/abi.h"
#include "interp/interp.h"
#include "runtime/argmax_ties.h"
#include "runtime/diagnostics.h"
#include "tir/visit.h"

namespace nw::runtime {

namespace {

double eps_of(DType t) {
  if (!t.is_float()) return 0;
  if (t.is_bfloat()) return 0x1p-7;
  return t.bits == 16 ? 0x1p-10 : t.bits == 32 ? 0x1p-23 : 0x1p-52;
}

double tiny_of(DType t) {
  if (!t.is_float()) return 0;
  if (t.is_bfloat()) return 0x1p-133;
  return t.bits == 16 ? 0x1p-24 : t.bits == 32 ? 0x1p-149 : 0x1p-1074;
}

constexpr double kMostSteps = 1e8;
constexpr int64_t kSamples = 4096;

// Positions on the borders of every dimension (evenly thinned to kSamples) and as many random ones, in order.
std::vector<int64_t> sample(const NDArray& array) {
  std::vector<int64_t> border;
  const std::vector<int64_t>& shape = array.shape();
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    const int64_t outer = array.size() / (stride * shape[d]), face = outer * stride;
    const int64_t step = std::max<int64_t>(1, face * static_cast<int64_t>(shape.size()) * 2 / kSamples);
    for (int64_t i = 0; i < face; i += step)
      for (const int64_t end : {int64_t{0}, shape[d] - 1})
        border.push_back((i / stride * shape[d] + end) * stride + i % stride);
    stride *= shape[d];
  }
  std::set<int64_t> chosen(border.begin(), border.end());
  std::mt19937_64 random(20);  // the same elements on every run
  for (int64_t i = 0; i < kSamples; ++i)
    chosen.insert(static_cast<int64_t>(random() % static_cast<uint64_t>(array.size())));
  return {chosen.begin(), chosen.end()};
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

std::string number(const NDArray& array, int64_t at) {
  if (array.dtype().is_float()) return fmt::format("{:.9g}", array.at(at));
  const int64_t value = array.int_at(at);
  return array.dtype().is_uint() ? fmt::format("{}", static_cast<uint64_t>(value)) : fmt::format("{}", value);
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
    for (int i = 0; i < op->num_outputs(); ++i) {
      tolerance.eps = std::max(tolerance.eps, eps_of(op->output_dtype(i)));
      tolerance.tiny = std::max(tolerance.tiny, tiny_of(op->output_dtype(i)));
    }
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
  const NDArray& reference = expected.reference;
  double greatest = 0;
  for (int64_t i = 0; i < reference.size(); ++i)
    if (std::isfinite(reference.at(i))) greatest = std::max(greatest, std::abs(reference.at(i)));
  const bool exact = !actual.dtype().is_float() && reference.dtype() == actual.dtype();
  const double units = actual.dtype().is_float() ? 16 * std::sqrt(tolerance.reduction + 1) : 0;
  std::string first;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const int64_t at = expected.elements[i];
    const double r = reference.at(static_cast<int64_t>(i)), a = actual.at(at);
    const bool neither = std::isnan(a) && std::isnan(r);
    const bool same = exact ? actual.int_at(at) == reference.int_at(static_cast<int64_t>(i)) : a == r || neither;
    report.nan += neither ? 1 : 0;
    const double error = std::abs(a - r);
    if (!same && std::isfinite(error)) {
      report.max_abs_error = std::max(report.max_abs_error, error);
      if (r != 0) report.max_rel_error = std::max(report.max_rel_error, error / std::abs(r));
    }
    if (same || (!exact && error <= units * (tolerance.eps * (std::abs(r) + greatest) + tolerance.tiny))) continue;
    report.ok = false;
    if (first.empty())
      first = fmt::format("element {} is {}, the reference has {}", position(actual, at), number(actual, at),
                          number(reference, static_cast<int64_t>(i)));
  }
  report.checked += static_cast<int64_t>(expected.elements.size());
  report.total += actual.size();
  return first;
}

Diagnostics explain_status(int status, const std::string& kernel, const std::vector<te::Tensor>& args,
                           const std::vector<bool>& is_output, const std::vector<NDArray>& arrays,
                           const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  if (status != NW_INDEX_OUTSIDE) return {out_of_memory()};
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < args.size(); ++i)
    if (is_output[i]) outputs.push_back(args[i]);
  interp::Interpreter reference(outputs, sizes);
  for (size_t i = 0; i < args.size(); ++i)
    if (!is_output[i]) reference.set_input(args[i], arrays[i]);
  constexpr double kMostSearched = 1e9;
  if (reference.work(outputs) > kMostSearched) return {index_outside(kernel)};
  for (const te::Tensor& output : outputs)
    if (const Result<NDArray> values = reference.evaluate(output); !values.ok()) return values.diagnostics;
  return {index_outside(kernel)};
}

Result<VerifyReport> verify(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                            const std::vector<NDArray>& arrays,
                            const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < args.size(); ++i)
    if (is_output[i]) outputs.push_back(args[i]);
  interp::Options options;
  options.wide_reductions = true;
  interp::Interpreter reference(outputs, sizes, options);
  for (size_t i = 0; i < args.size(); ++i)
    if (!is_output[i]) reference.set_input(args[i], arrays[i]);
  const bool everything = reference.work(outputs) <= kMostSteps;
  const Tolerance tolerance = tolerance_of(outputs, sizes);
  Result<VerifyReport> result{VerifyReport{}};
  for (size_t i = 0; i < args.size(); ++i) {
    if (!is_output[i] || arrays[i].size() == 0) continue;
    Expected expected;
    if (everything)
      for (int64_t e = 0; e < arrays[i].size(); ++e) expected.elements.push_back(e);
    else
      expected.elements = sample(arrays[i]);
    Result<NDArray> values = everything ? reference.evaluate(args[i]) : reference.elements(args[i], expected.elements);
    if (!values.ok()) return values.diagnostics;
    expected.reference = std::move(*values);
    accept_ties(args, is_output, arrays, i, sizes, expected);
    const std::string difference = compare(arrays[i], expected, tolerance, *result);
    if (!difference.empty()) result.diagnostics.push_back(wrong_numbers(args[i]->name, difference));
  }
  return result;
}

}  // namespace nw::runtime
