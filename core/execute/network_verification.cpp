// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_verification.h"

#include <algorithm>
#include <set>

#include "reference/evaluate.h"
#include "reference/operators.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

const Node* first_without_reference(const Graph& graph) {
  for (const NodeId id : graph.post_order()) {
    const Node& node = graph.node(id);
    const bool unknown = node.kind == NodeKind::Match || node.kind == NodeKind::Opaque;
    if (unknown || (node.kind == NodeKind::Call && !reference::Table::standard().find(node.op))) return &node;
  }
  return nullptr;
}

// A value that the file does not hold: it was filled by rule.
bool is_filled(const Node& node) {
  return node.kind == NodeKind::Input || (node.kind == NodeKind::Constant && !node.data.defined());
}

// How one node's tensors differ from the reference, or nothing; the figures are added to the report.
std::string difference(const reference::Value& actual, const reference::Value& expected,
                       const measure::Tolerance& tolerance, measure::VerifyReport& report) {
  const std::vector<NDArray> have = reference::tensors_of(actual), want = reference::tensors_of(expected);
  if (have.size() != want.size()) return reference::describe(actual) + ", the reference has " + describe(expected);
  std::string first;
  for (size_t i = 0; i < have.size(); ++i) {
    if (have[i].dtype() != want[i].dtype() || have[i].shape() != want[i].shape()) {
      report.ok = false;
      return reference::describe(have[i]) + ", the reference has " + reference::describe(want[i]);
    }
    measure::Expected all;
    all.reference = want[i];
    for (int64_t e = 0; e < want[i].size(); ++e) all.elements.push_back(e);
    const std::string text = measure::compare(have[i], all, tolerance, report);
    if (first.empty()) first = text;
  }
  return first;
}

class Verification {
 public:
  explicit Verification(const RanNetwork& network) : network_(network), graph_(network.model.optimized()) {
    options_.memory_bytes = network.memory_bytes > 0 ? network.memory_bytes : options_.memory_bytes;
  }

  Result<measure::NetworkComparison> run() {
    comparison_.by = measure::NetworkComparison::kByReference;
    for (const RanGroup& group : network_.groups)
      if (!compare_group(group)) return std::move(diagnostics_);
    if (!compare_outputs()) return std::move(diagnostics_);
    comparison_.ok = !has_errors(diagnostics_);
    return {std::move(comparison_), std::move(diagnostics_)};
  }

 private:
  // False where there is nothing to compare with.
  bool compare_group(const RanGroup& group) {
    std::map<NodeId, reference::Value> given;
    for (const NodeId input : std::set<NodeId>(group.inputs.begin(), group.inputs.end())) {
      const Node& node = graph_.node(input);
      if (node.kind == NodeKind::Constant && node.data.defined()) continue;  // the file's own, not copied
      if (!read(input, given[input])) return false;
    }
    std::vector<NodeId> outputs;
    for (const NodeId output : group.outputs)
      if (std::find(outputs.begin(), outputs.end(), output) == outputs.end()) outputs.push_back(output);
    const Result<reference::Values> expected = reference::evaluate(graph_, outputs, given, options_);
    append(diagnostics_, expected.diagnostics);
    if (!expected.ok()) return false;
    for (size_t o = 0; o < outputs.size(); ++o)
      if (!compare_node(outputs[o], (*expected)[o], group.tolerance)) return false;
    return true;
  }

  bool compare_node(NodeId id, const reference::Value& expected, const measure::Tolerance& tolerance) {
    reference::Value actual;
    if (!read(id, actual)) return false;
    measure::VerifyReport report;
    const Node& node = graph_.node(id);
    const std::string how = difference(actual, expected, tolerance, report);
    comparison_.nodes.push_back({node.name, how.empty(), report.max_abs_error});
    const bool first = std::none_of(comparison_.nodes.begin(), comparison_.nodes.end() - 1,
                                    [](const auto& before) { return !before.ok; });
    if (!how.empty() && first) diagnostics_.push_back(runtime::node_differs(node.name, how));
    return true;
  }

  // The source graph on the same inputs.
  bool compare_outputs() {
    const Graph& source = network_.model.source();
    std::map<NodeId, reference::Value> given;
    for (const NodeId id : source.post_order())
      if (is_filled(source.node(id)) && source.node(id).type.is_tensor()) {
        const NodeId now = in_optimized(id);
        if (now.valid() && is_filled(graph_.node(now)) && !read(now, given[id])) return false;
      }
    const Result<reference::Values> expected = reference::evaluate(source, given, options_);
    append(diagnostics_, expected.diagnostics);
    if (!expected.ok()) return false;
    measure::Tolerance tolerance;
    tolerance.eps = network_.tolerance / 16;
    measure::VerifyReport report;
    for (size_t o = 0; o < graph_.outputs.size() && o < expected->size(); ++o) {
      reference::Value actual;
      if (!read(graph_.outputs[o], actual)) return false;
      const std::string how = difference(actual, (*expected)[o], tolerance, report);
      if (how.empty()) continue;
      const std::string name = o < graph_.output_names.size() ? graph_.output_names[o] : "output " + std::to_string(o);
      diagnostics_.push_back(runtime::output_differs(name, how));
    }
    comparison_.max_abs_error = report.max_abs_error;
    comparison_.max_rel_error = report.max_rel_error;
    comparison_.checked = report.checked;
    comparison_.total = report.total;
    comparison_.nan = report.nan;
    return true;
  }

  // The node that computes this one of the source after all passes; none if it has gone.
  NodeId in_optimized(NodeId id) const {
    for (size_t i = 1; i < network_.model.snapshots.size(); ++i) {
      const auto& map = network_.model.snapshots[i].from_previous;
      const auto it = map.find(id);
      if (it == map.end()) return {};
      id = it->second;
    }
    return id;
  }

  bool read(NodeId id, reference::Value& value) {
    Result<reference::Value> result = network_.read(id);
    append(diagnostics_, std::move(result.diagnostics));
    if (!result.value) return false;
    value = std::move(*result.value);
    return true;
  }

  const RanNetwork& network_;
  const Graph& graph_;
  reference::EvaluationOptions options_;
  measure::NetworkComparison comparison_;
  Diagnostics diagnostics_;
};

}  // namespace

const Node* without_reference(const model::Model& model) {
  if (const Node* node = first_without_reference(model.source())) return node;
  return first_without_reference(model.optimized());
}

Result<measure::NetworkComparison> verify_network(const RanNetwork& network) {
  return Verification(network).run();
}

}  // namespace nw::execute
