// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_calls.h"

#include <algorithm>
#include <utility>

#include "runtime/diagnostics.h"
#include "runtime/verify.h"

namespace nw::execute {

Diagnostics NetworkCalls::prepare() {
  Diagnostics diagnostics;
  for (const fusion::Group* group : in_order()) {
    append(diagnostics, progress_.out_of_time() ? Diagnostics{progress_.stopped()} : add(*group));
    if (has_errors(diagnostics) || kernels_.wants_fresh_device()) return diagnostics;
  }
  for (const NodeId output : graph_.outputs) {
    auto values = values_.of(output, diagnostics);
    outputs_.insert(outputs_.end(), values.begin(), values.end());
  }
  return diagnostics;
}

// A group's arguments are roots of other groups: in the order of roots each is there in time.
std::vector<const fusion::Group*> NetworkCalls::in_order() const {
  std::map<NodeId, size_t> position;
  for (const NodeId id : graph_.post_order()) position.emplace(id, position.size());
  std::vector<const fusion::Group*> groups;
  for (const fusion::Group& group : fusion_.groups) groups.push_back(&group);
  std::stable_sort(groups.begin(), groups.end(), [&](const fusion::Group* a, const fusion::Group* b) {
    return position[a->root] < position[b->root];
  });
  return groups;
}

Diagnostics NetworkCalls::add(const fusion::Group& group) {
  Result<model::GroupKernel> kernel =
      model::group_kernel(graph_, fusion_, group.id, memory_.device().facts(), schedule_);
  Diagnostics diagnostics = std::move(kernel.diagnostics);
  if (!kernel.value) return diagnostics;
  progress_.begin("compiling", graph_, group, kernel->task_key);
  Result<const CompiledKernel*> compiled = kernels_.find_or_compile(*kernel);
  append(diagnostics, std::move(compiled.diagnostics));
  if (!compiled.value) return diagnostics;
  KernelCall call{&group, kernel->task_key, *compiled, {}, kernel->stage_nodes};
  append(diagnostics, take_arguments(*kernel, call));
  if (has_errors(diagnostics)) return diagnostics;
  std::vector<Argument> given;
  for (const Value& argument : call.arguments) given.push_back({argument.dtype, argument.shape});
  if (given != call.kernel->arguments)
    diagnostics.push_back(
        runtime::arguments_disagree(graph_.node(group.root).name, to_string(call.kernel->arguments), to_string(given)));
  calls_.push_back(std::move(call));
  return diagnostics;
}

Diagnostics NetworkCalls::take_arguments(const model::GroupKernel& kernel, KernelCall& call) {
  Diagnostics diagnostics;
  std::map<NodeId, size_t> next_field;  // of a tuple, one argument each
  for (const NodeId input : kernel.inputs) {
    const std::vector<Value> values = values_.of(input, diagnostics);
    const size_t field = next_field[input]++;
    if (has_errors(diagnostics)) return diagnostics;
    if (field < values.size()) call.arguments.push_back(values[field]);
  }
  for (const NodeId output : kernel.outputs) {
    const std::optional<Value> made = values_.add_result(output, diagnostics);
    if (has_errors(diagnostics) || !made) return diagnostics;
    call.arguments.push_back(*made);
  }
  return diagnostics;
}

Result<std::vector<std::vector<int64_t>>> NetworkCalls::run(const target::Plan& plan) {
  std::vector<target::Call> calls;
  for (const KernelCall& call : calls_) {
    target::Call one;
    one.module = *call.kernel->module;
    for (const Value& argument : call.arguments) one.buffers.push_back(argument.buffer);
    calls.push_back(std::move(one));
  }
  if (calls.empty()) return std::vector<std::vector<int64_t>>{};
  progress_.begin("running its kernels");
  Result<std::vector<target::CallResult>> results = memory_.device().session().run(calls, plan);
  if (const auto reached = memory_.device().session().stopped_call(); reached && *reached < calls_.size())
    progress_.reached(running(calls_[*reached]));
  if (!results.ok()) return results.diagnostics;
  std::vector<std::vector<int64_t>> times;
  for (size_t i = 0; i < results->size(); ++i) {
    target::CallResult& result = (*results)[i];
    if (result.kernel_status != 0 && i < calls_.size()) return explain(calls_[i], result.kernel_status);
    times.push_back(std::move(result.time_ns));
  }
  times.resize(calls.size());
  return times;
}

std::string NetworkCalls::running(const KernelCall& call) const {
  return "running the kernel of '" + node_name(call) + "' (" + call.task + ")";
}

// With the node whose operator it is: people know their model, not its kernels.
Diagnostics NetworkCalls::explain(const KernelCall& call, int status) {
  const Result<std::vector<NDArray>> arrays = memory_.read(call.arguments);
  if (!arrays.ok()) return arrays.diagnostics;
  Diagnostics diagnostics = runtime::explain_status(status, graph_.node(call.group->root).name, call.kernel->tensors,
                                                    call.kernel->is_output, *arrays);
  for (Diagnostic& d : diagnostics) {
    NodeId node = call.group->root;
    for (const Place& place : d.where)
      if (const auto found = call.stage_nodes.find(place.stage); found != call.stage_nodes.end()) node = found->second;
    d.where.insert(d.where.begin(), at_node(graph_.node(node).name));
  }
  return diagnostics;
}

Result<reference::Value> NetworkCalls::read_value(NodeId node) {
  Diagnostics diagnostics;
  const std::vector<Value> values = values_.of(node, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  Result<std::vector<NDArray>> arrays = memory_.read(values);
  if (!arrays.ok()) return std::move(arrays.diagnostics);
  if (arrays->size() == 1 && !graph_.node(node).type.is_tuple()) return reference::Value(std::move(arrays->front()));
  return reference::Value(reference::Values(arrays->begin(), arrays->end()));
}

Result<std::map<std::string, NDArray>> NetworkCalls::read_inputs() {
  std::map<std::string, NDArray> inputs;
  for (const auto& [node, values] : values_.from_outside()) {
    Result<std::vector<NDArray>> array = memory_.read(values);
    if (!array.ok()) return std::move(array.diagnostics);
    inputs[graph_.node(node).name] = std::move(array->front());
  }
  return inputs;
}

Diagnostics NetworkCalls::check(NetworkCheck& check) {
  for (const KernelCall& call : calls_) {
    if (progress_.out_of_time()) return {progress_.stopped()};
    progress_.begin("comparing", graph_, *call.group, call.task);
    std::vector<graph::Type> types;
    reference::Values inputs;
    for (const NodeId input : model::group_inputs(graph_, *call.group)) {
      Result<reference::Value> value = read_value(input);
      if (!value.ok()) return std::move(value.diagnostics);
      inputs.push_back(std::move(*value));
      types.push_back(graph_.node(input).type);
    }
    std::vector<Value> outputs;
    for (size_t i = 0; i < call.arguments.size(); ++i)
      if (call.kernel->is_output[i]) outputs.push_back(call.arguments[i]);
    const Result<std::vector<NDArray>> arrays = memory_.read(outputs);
    if (!arrays.ok()) return arrays.diagnostics;
    check.kernel(graph_.node(call.group->root), model::cut_out(graph_, *call.group, types), inputs, *arrays,
                 *call.kernel);
  }
  return {};
}

}  // namespace nw::execute
