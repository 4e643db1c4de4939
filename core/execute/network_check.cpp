// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_check.h"

#include <algorithm>
#include <cmath>

#include "measure/comparison.h"
#include "reference/evaluate.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

namespace {

measure::Expected all_of(const NDArray& reference) {
  measure::Expected expected;
  expected.reference = reference;
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
                       const measure::Tolerance& tolerance, measure::VerifyReport& report) {
  if (outputs.size() != reference.size())
    return std::to_string(outputs.size()) + " tensors, the reference has " + std::to_string(reference.size());
  std::string first;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].shape() != reference[i].shape() || outputs[i].dtype() != reference[i].dtype()) {
      report.ok = false;
      return reference::describe(outputs[i]) + ", the reference has " + reference::describe(reference[i]);
    }
    const std::string one = measure::compare(outputs[i], all_of(reference[i]), tolerance, report);
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
  const std::string text = difference(outputs, tensors, code.tolerance, report);
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

void NetworkCheck::outputs(const std::vector<std::string>& names, const std::vector<NDArray>& outputs,
                           const std::vector<NDArray>& reference) {
  measure::Tolerance tolerance;
  tolerance.eps = 2 * all_tolerance_;
  for (size_t i = 0; i < std::min(outputs.size(), reference.size()); ++i) {
    measure::VerifyReport report;
    const std::string text = difference({outputs[i]}, {reference[i]}, tolerance, report);
    add(report, comparison_);
    if (report.ok) continue;
    if (comparison_.ok) diagnostics_.push_back(runtime::networks_differ(names[i], text));
    comparison_.ok = false;
  }
}

}  // namespace nw::execute
