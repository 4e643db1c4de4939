// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/verify.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "base/float_limits.h"
#include "codegen/abi.h"
#include "interp/interp.h"
#include "runtime/argmax_ties.h"
#include "runtime/diagnostics.h"
#include "tir/visit.h"

namespace nw::runtime {

namespace {

std::vector<te::Tensor> outputs_of(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output) {
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < args.size(); ++i)
    if (is_output[i]) outputs.push_back(args[i]);
  return outputs;
}

constexpr double kMaxSteps = 1e8;
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

}  // namespace

measure::Tolerance tolerance_of(const std::vector<te::Tensor>& outputs,
                                const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  tir::Substitution values;
  for (const auto& [var, value] : sizes) values[var] = tir::int_imm(value, var->dtype);
  std::vector<te::Operation> roots;
  for (const te::Tensor& t : outputs) roots.push_back(t->op);
  measure::Tolerance tolerance;
  for (const te::Operation& op : te::post_order(roots)) {
    for (int i = 0; i < op->num_outputs(); ++i) {
      tolerance.eps = std::max(tolerance.eps, machine_epsilon(op->output_dtype(i)));
      tolerance.tiny = std::max(tolerance.tiny, least_positive(op->output_dtype(i)));
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
  constexpr double kMaxSearched = 1e9;
  if (reference.work(outputs) > kMaxSearched) return {index_outside(kernel)};
  for (const te::Tensor& output : outputs)
    if (const Result<NDArray> values = reference.evaluate(output); !values.ok()) return values.diagnostics;
  return {index_outside(kernel)};
}

ReferenceValues& References::operator[](const std::string& name) {
  const auto known = std::ranges::find(known_, name, &decltype(known_)::value_type::first);
  if (known != known_.end()) {
    std::rotate(known, known + 1, known_.end());
    return *known_.back().second;
  }
  if (known_.size() == kMost) known_.erase(known_.begin());
  return *known_.emplace_back(name, std::make_unique<ReferenceValues>()).second;
}

namespace {

// Of every output, in order.
Result<ReferenceValues> reference_values(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                                         const std::vector<NDArray>& arrays,
                                         const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  const std::vector<te::Tensor> outputs = outputs_of(args, is_output);
  interp::Options options;
  options.wide_reductions = true;
  interp::Interpreter reference(outputs, sizes, options);
  for (size_t i = 0; i < args.size(); ++i)
    if (!is_output[i]) reference.set_input(args[i], arrays[i]);
  const bool everything = reference.work(outputs) <= kMaxSteps;
  ReferenceValues all;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!is_output[i]) continue;
    measure::Expected& expected = all.emplace_back();
    if (arrays[i].size() == 0) continue;
    if (everything)
      for (int64_t e = 0; e < arrays[i].size(); ++e) expected.elements.push_back(e);
    else
      expected.elements = sample(arrays[i]);
    Result<NDArray> values = everything ? reference.evaluate(args[i]) : reference.elements(args[i], expected.elements);
    if (!values.ok()) return values.diagnostics;
    expected.reference = std::move(*values);
  }
  return all;
}

}  // namespace

Result<measure::VerifyReport> verify(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                                     const std::vector<NDArray>& arrays,
                                     const std::map<tir::Var, int64_t, tir::VarOrder>& sizes, ReferenceValues* known) {
  ReferenceValues own;
  ReferenceValues& values = known ? *known : own;
  if (values.empty()) {
    Result<ReferenceValues> computed = reference_values(args, is_output, arrays, sizes);
    if (!computed.ok()) return computed.diagnostics;
    values = std::move(*computed);
  }
  const measure::Tolerance tolerance = tolerance_of(outputs_of(args, is_output), sizes);
  Result<measure::VerifyReport> result{measure::VerifyReport{}};
  size_t output = 0;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!is_output[i]) continue;
    if (output == values.size()) break;
    measure::Expected expected = values[output++];
    if (arrays[i].size() == 0) continue;
    accept_ties(args, is_output, arrays, i, sizes, expected);
    const std::string difference = measure::compare(arrays[i], expected, tolerance, *result);
    if (!difference.empty()) result.diagnostics.push_back(wrong_numbers(args[i]->name, difference));
  }
  return result;
}

}  // namespace nw::runtime
