// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/open_network.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

#include "measure/arrays.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

using graph::Node;
using graph::NodeKind;

namespace {

// What comes from outside the graph: its inputs, also those of a value that nothing computes, and data that a text
// leaves out. Not the parameters of functions.
std::vector<NodeId> open_values(const graph::Graph& graph) {
  std::vector<NodeId> found;
  std::set<NodeId> bound;
  const std::vector<NodeId> order = graph.post_order();
  for (const NodeId id : order) {
    const Node& node = graph.node(id);
    bound.insert(node.params.begin(), node.params.end());
    if (node.kind == NodeKind::Let) bound.insert(node.bound);
  }
  for (const NodeId id : order) {
    const Node& node = graph.node(id);
    const bool no_data = node.kind == NodeKind::Constant && !node.data.defined();
    if ((node.kind == NodeKind::Input && !bound.contains(id)) || no_data) found.push_back(id);
  }
  return found;
}

}  // namespace

Result<NetworkValues::Inputs> input_values(const graph::Graph& graph, const NetworkValues::Inputs& given,
                                           const measure::Inputs& rule, int64_t memory_bytes) {
  NetworkValues::Inputs values;
  Diagnostics diagnostics;
  size_t number = 0;
  int64_t used = 0;
  for (const NodeId id : open_values(graph)) {
    const Node& node = graph.node(id);
    const size_t filled = number++;
    if (const auto file = given.find(node.name); file != given.end()) {
      values[node.name] = file->second;
      continue;
    }
    if (!node.type.is_tensor() || !node.type.rank_known || node.type.dtype.is_string()) {
      diagnostics.push_back(runtime::no_rule_for_input(node.name, graph::brief(node.type)));
      continue;
    }
    for (const graph::Dim& dim : node.type.shape)
      if (!dim.constant()) diagnostics.push_back(runtime::unknown_dimension(node.name, graph::to_string(dim)));
    const auto shape = graph::constant_shape(node.type.shape);
    if (!shape) continue;
    const int64_t count = element_count(*shape), width = node.type.dtype.bytes();
    if (count < 0 || (memory_bytes > 0 && count > (memory_bytes - used) / width)) {
      diagnostics.push_back(runtime::over_memory(node.name, node.type.dtype, *shape, used, memory_bytes));
      continue;
    }
    used += count * width;
    NDArray array(node.type.dtype, *shape);
    measure::fill(array, rule, filled);
    values[node.name] = std::move(array);
  }
  if (has_errors(diagnostics)) return diagnostics;
  return values;
}

std::map<NodeId, reference::Value> by_node(const graph::Graph& graph, const NetworkValues::Inputs& values) {
  std::map<NodeId, reference::Value> nodes;
  for (const NodeId id : open_values(graph))
    if (const auto value = values.find(graph.node(id).name); value != values.end()) nodes[id] = value->second;
  return nodes;
}

namespace {

void add_fields(const graph::Type& type, const reference::Value& value, reference::Values& all) {
  const reference::Values* fields = value.list();
  if (!type.is_tuple() || !fields || fields->size() != type.fields.size()) return all.push_back(value);
  for (size_t i = 0; i < fields->size(); ++i) add_fields(type.fields[i], (*fields)[i], all);
}

// What an operator gives.
std::vector<Argument> arguments_of(const reference::Value& value) {
  std::vector<Argument> arguments;
  for (const NDArray& tensor : reference::tensors_of(value)) arguments.push_back({tensor.dtype(), tensor.shape()});
  return arguments;
}

}  // namespace

reference::EvaluationOptions OpenNetwork::options() const {
  reference::EvaluationOptions options;
  if (memory_bytes_ > 0) options.memory_bytes = memory_bytes_;
  options.groups = &kernels_;
  // Somewhat before the kernel that runs then is stopped: the evaluation can say how far it came.
  constexpr double kShare = 0.9, kTenths = 10;
  const double seconds = std::floor(progress_.seconds_left() * kShare * kTenths) / kTenths;
  options.seconds = std::clamp(seconds, 1 / kTenths, options.seconds);
  return options;
}

Result<reference::Values> OpenNetwork::evaluate(const reference::EvaluationOptions& options) {
  const Result<reference::Values> values = reference::evaluate(graph_, inputs_, options);
  if (!values.ok()) return values.diagnostics;
  reference::Values outputs;
  for (size_t o = 0; o < values->size(); ++o) add_fields(graph_.node(graph_.outputs[o]).type, (*values)[o], outputs);
  return outputs;
}

Result<reference::Values> OpenNetwork::run_alone() {
  kernels_.record(nullptr);
  kernels_.keep_log(false);
  return evaluate(options());
}

Result<reference::Values> OpenNetwork::run(NetworkCheck* check, TraceRecorder* trace) {
  using Clock = TraceRecorder::Clock;
  log_.clear();
  auto last = Clock::now();
  reference::EvaluationOptions options = this->options();
  options.on_value = [&](NodeId id, const reference::Value& value) {
    const Node& node = graph_.node(id);
    const auto now = Clock::now();
    const auto waited = std::chrono::duration_cast<Clock::duration>(kernels_.take_waited());
    const auto begin = std::min(std::exchange(last, now) + waited, now);
    const bool runs = node.kind == NodeKind::Call || node.kind == NodeKind::If || node.kind == NodeKind::CallNode;
    if (!runs || kernels_.computed(id)) return;
    if (node.kind == NodeKind::Call)
      reference::for_each_tensor(
          value, [this](const NDArray& tensor) { kernels_.count_unshared(static_cast<int64_t>(tensor.size_bytes())); });
    RunLog::Entry entry = entry_of_operator(graph_, id, kernels_.group_with(id));
    entry.time = std::chrono::duration<double, std::micro>(now - begin).count();
    if (check && node.kind == NodeKind::Call) check->computed_by_reference();
    log_.add(entry);
    if (trace && entry.kind != "control") trace->call(std::move(entry), begin, arguments_of(value));
  };
  options.on_scope = [&](NodeId id, bool begins) {
    if (!trace) return;
    if (begins)
      trace->begin(entry_of_operator(graph_, id, kernels_.group_with(id)));
    else
      trace->end();
    last = Clock::now();
  };
  kernels_.record(trace);
  kernels_.keep_log(true);
  return evaluate(options);
}

}  // namespace nw::execute
