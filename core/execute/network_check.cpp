// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/float_limits.h"
#include "execute/product_rounding.h"
#include "measure/comparison.h"
#include "reference/evaluate.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

namespace {

constexpr double kMostSeconds = 20;  // to find out whether a difference is a product's rounding

measure::Expected all_of(const NDArray& reference, const std::vector<double>& allowances) {
  measure::Expected expected;
  expected.reference = reference;
  expected.allowances = allowances;
  for (int64_t i = 0; i < reference.size(); ++i) expected.elements.push_back(i);
  return expected;
}

void add(const measure::VerifyReport& report, measure::NetworkComparison& sum) {
  sum.max_abs_error = std::max(sum.max_abs_error, report.max_abs_error);
  sum.max_rel_error = std::max(sum.max_rel_error, report.max_rel_error);
  sum.checked += report.checked;
  sum.total += report.total;
  sum.nan += report.nan;
}

// The outputs' types and sizes first: elements are compared only where these are equal.
std::string difference(const std::vector<NDArray>& outputs, const std::vector<NDArray>& reference,
                       const std::vector<std::vector<double>>& allowances, const measure::Tolerance& tolerance,
                       measure::VerifyReport& report) {
  if (outputs.size() != reference.size())
    return std::to_string(outputs.size()) + " tensors, the reference has " + std::to_string(reference.size());
  std::string first;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].shape() != reference[i].shape() || outputs[i].dtype() != reference[i].dtype()) {
      report.ok = false;
      return reference::describe(outputs[i]) + ", the reference has " + reference::describe(reference[i]);
    }
    const std::vector<double> none;
    const measure::Expected expected = all_of(reference[i], i < allowances.size() ? allowances[i] : none);
    const std::string one = measure::compare(outputs[i], expected, tolerance, report);
    if (first.empty()) first = one;
  }
  return first;
}

}  // namespace

void NetworkCheck::kernel(const graph::Node& root, const model::GroupGraph& cut, const reference::Values& inputs,
                          const std::vector<NDArray>& outputs, const SizedKernel& code) {
  std::map<NodeId, reference::Value> given;
  for (size_t i = 0; i < inputs.size(); ++i) given[cut.graph.inputs[i]] = inputs[i];
  reference::EvaluationOptions options;
  if (limit_ > 0) options.memory_bytes = limit_;
  options.seconds = progress_.seconds_left();
  const Result<reference::Values> expected = reference::evaluate(cut.graph, given, options);
  if (!expected.ok()) {
    not_compared(expected.diagnostics, root.name);
    return;
  }
  std::vector<NDArray> tensors;
  for (const reference::Value& value : *expected)
    for (NDArray& tensor : reference::tensors_of(value)) tensors.push_back(std::move(tensor));
  measure::VerifyReport report;
  std::string text = difference(outputs, tensors, {}, code.tolerance, report);
  if (!report.ok) {
    options.seconds = std::min(progress_.seconds_left(), kMostSeconds);
    const auto allowances = product_rounding(cut.graph, given, options);
    if (!allowances.empty()) text = difference(outputs, tensors, allowances, code.tolerance, report = {});
  }
  add(report, comparison_);
  all_tolerance_ += code.tolerance.eps * std::sqrt(code.tolerance.reduction + 1);
  comparison_.nodes.push_back({root.name, report.ok, report.max_abs_error});
  if (report.ok) return;
  if (comparison_.ok) diagnostics_.push_back(runtime::node_differs(root.name, text));
  comparison_.ok = false;
}

void NetworkCheck::not_compared(const Diagnostics& why, const std::string& what) {
  ++comparison_.not_compared;
  const bool said = std::ranges::any_of(diagnostics_, [](const Diagnostic& d) { return d.severity == Severity::Note; });
  if (!said) diagnostics_.push_back(runtime::not_compared(what, why));
}

void NetworkCheck::folded(const graph::Graph& source) {
  std::set<NodeId> constant;
  for (const NodeId id : source.post_order()) {
    const graph::Node& node = source.node(id);
    const bool of_constants =
        !node.inputs.empty() && std::ranges::all_of(node.inputs, [&](NodeId i) { return constant.contains(i); });
    if (node.kind != graph::NodeKind::Constant && !of_constants) continue;
    constant.insert(id);
    if (node.kind == graph::NodeKind::Call && node.type.is_tensor()) all_tolerance_ += machine_epsilon(node.type.dtype);
  }
}

void NetworkCheck::outputs(const std::vector<std::string>& names, const std::vector<NDArray>& outputs,
                           const std::vector<NDArray>& reference, const Allowances& allowances) {
  measure::Tolerance tolerance;
  tolerance.eps = 2 * all_tolerance_;
  std::optional<std::vector<std::vector<double>>> allowed;  // of all outputs, once it was asked for
  for (size_t i = 0; i < std::min(outputs.size(), reference.size()); ++i) {
    measure::VerifyReport report;
    std::string text = difference({outputs[i]}, {reference[i]}, {}, tolerance, report);
    if (!report.ok && allowances && !allowed) allowed = allowances();
    if (!report.ok && allowed && i < allowed->size())
      text = difference({outputs[i]}, {reference[i]}, {(*allowed)[i]}, tolerance, report = {});
    add(report, comparison_);
    if (report.ok) continue;
    if (comparison_.ok) diagnostics_.push_back(runtime::networks_differ(names[i], text));
    comparison_.ok = false;
  }
}

}  // namespace nw::execute
