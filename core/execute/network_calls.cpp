// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_calls.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "model/group_computation.h"
#include "reference/evaluate.h"
#include "runtime/diagnostics.h"
#include "runtime/verify.h"

namespace nw::execute {

// A group with a schedule over the graph's values is run as a kernel, and its kernel as it was written.
model::MemoryOptions NetworkCalls::memory_options() const {
  return {.parts = memory_.device().session().has_views(),
          .own_kernel = [this](const fusion::Group& group) { return kernels_.takes_graph_values(open_, group); }};
}

// Those of such a group lie as the graph has them.
model::ChannelBlocks NetworkCalls::choose_blocks() const {
  return model::choose_channel_blocks(open_, run_.fusion, memory_.device().facts(), memory_options().own_kernel);
}

Diagnostics NetworkCalls::prepare() {
  Diagnostics diagnostics;
  values_.lay_in_blocks(blocks_);
  size_t ahead = 0;
  for (size_t i = 0; i < plan_.groups.size(); ++i) {
    if (i == ahead) ahead = compile_ahead(i);
    append(diagnostics, progress_.out_of_time() ? Diagnostics{progress_.stopped()} : add(plan_.groups[i]));
    if (has_errors(diagnostics) || kernels_.wants_fresh_device()) return diagnostics;
  }
  append(diagnostics, kernels_.schedules_that_fit_no_group());
  if (has_errors(diagnostics)) return diagnostics;
  append(diagnostics, bind());
  if (has_errors(diagnostics)) return diagnostics;
  for (const NodeId output : graph_.outputs) {
    auto values = values_.of(output, diagnostics);
    outputs_.insert(outputs_.end(), values.begin(), values.end());
  }
  return diagnostics;
}

// Not beyond a group without a kernel: what is wrong with it may end the call, or it is computed otherwise.
size_t NetworkCalls::compile_ahead(size_t first) {
  std::vector<const model::GroupKernel*> kernels;
  std::vector<const fusion::Group*> groups;
  std::vector<size_t> places;  // of the groups in the plan
  size_t next = first;
  for (; next < plan_.groups.size() && !progress_.out_of_time(); ++next) {
    const model::OrderedGroup& ordered = plan_.groups[next];
    if (ordered.role != model::Role::Run) continue;
    Result<model::GroupKernel> kernel =
        kernels_.kernel_of(open_, run_.fusion, *ordered.group, run_.shown(*ordered.group), blocks_);
    if (!kernel.value) break;
    const auto made = ahead_.insert_or_assign(ordered.group->id, std::move(kernel)).first;
    kernels.push_back(&*made->second);
    groups.push_back(ordered.group);
    places.push_back(next);
  }
  kernels_.compile_ahead(kernels, threads_, [&](size_t i) {
    progress_.begin("compiling", graph_, *groups[i], kernels[i]->task_key);
    progress_.part("compiling", places[i], plan_.groups.size());
    return !progress_.out_of_time();
  });
  if (next < plan_.groups.size()) progress_.part("compiling", next, plan_.groups.size());
  return next + 1;
}

namespace {

bool lacks_computation(const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.code == "NW1450"; });
}

Diagnostic other_type(const graph::Node& node) {
  Diagnostic d;
  d.code = "NW1412";
  d.message = "'" + node.name + "' (" + node.op + ") computes another type than the graph has";
  d.where.push_back(at_node(node.name));
  return d;
}

}  // namespace

Result<std::vector<Value>> NetworkCalls::add_results(const fusion::Group& group) {
  Diagnostics diagnostics;
  std::vector<Value> results;
  while (const std::optional<Value> made = values_.add_result(group.root, diagnostics)) results.push_back(*made);
  if (has_errors(diagnostics)) return diagnostics;
  return results;
}

Diagnostics NetworkCalls::compute(const fusion::Group& group, const std::vector<Value>& results) {
  std::map<NodeId, reference::Value> given;
  std::vector<graph::Type> types;
  const std::vector<NodeId> inputs = model::group_inputs(graph_, group);
  for (const NodeId input : inputs) types.push_back(graph_.node(input).type);
  const model::GroupGraph cut = model::cut_out(graph_, group, types);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const graph::Type& type = types[i];
    Result<reference::Value> value =
        model::reads_shape_only(graph_, group) && type.is_tensor()
            ? Result<reference::Value>(
                  NDArray(type.dtype, graph::constant_shape(type.shape).value_or(std::vector<int64_t>())))
            : read_value(inputs[i]);
    if (!value.ok()) return std::move(value.diagnostics);
    given[cut.graph.inputs[i]] = std::move(*value);
  }
  reference::EvaluationOptions options;
  options.seconds = progress_.seconds_left();
  if (memory_bytes_ > 0) options.memory_bytes = memory_bytes_;
  const Result<reference::Values> values = reference::evaluate(cut.graph, given, options);
  if (!values.ok()) return values.diagnostics;
  std::vector<NDArray> arrays;
  for (const reference::Value& value : *values)
    for (NDArray& tensor : reference::tensors_of(value)) arrays.push_back(std::move(tensor));
  Diagnostics diagnostics;
  if (const int64_t block = model::block_of(blocks_, group.root);
      block > 0 && arrays.size() == 1 && arrays[0].shape().size() == 4)
    arrays[0] = model::in_blocks(arrays[0], block);
  for (size_t i = 0; i < results.size(); ++i) {
    if (i >= arrays.size() || arrays[i].shape() != results[i].shape || arrays[i].dtype() != results[i].dtype)
      return {other_type(graph_.node(group.root))};
    append(diagnostics, memory_.device().session().write(
                            results[i].buffer, {reinterpret_cast<const char*>(arrays[i].bytes()), results[i].bytes()}));
  }
  return diagnostics;
}

Diagnostics NetworkCalls::add(const model::OrderedGroup& ordered) {
  const fusion::Group& group = *ordered.group;
  if (ordered.role == model::Role::View || ordered.role == model::Role::Joined) return {};
  if (ordered.role == model::Role::Fixed) {
    const Result<std::vector<Value>> results = add_results(group);
    return results.ok() ? compute(group, *results) : results.diagnostics;
  }
  // For all sizes; where there is no such kernel, or the symbols say other sizes than this call has, for these alone.
  Diagnostics diagnostics = add_kernel(group, open_);
  if (has_errors(diagnostics) && &open_ != &graph_ && !kernels_.is_scheduled(open_, group))
    diagnostics = add_kernel(group, graph_);
  // A loop's body is worth kernels.
  const auto sized = [&](NodeId id) { return model::has_sizes(graph_.node(id).type); };
  if (!lacks_computation(diagnostics) || !sized(group.root) ||
      !std::ranges::all_of(model::group_inputs(graph_, group), sized) || model::has_body(graph_, group))
    return diagnostics;
  prepared_.push_back({&group});
  return {};
}

Diagnostics NetworkCalls::add_kernel(const fusion::Group& group, const graph::Graph& from) {
  auto ahead = &from == &open_ ? ahead_.extract(group.id) : decltype(ahead_)::node_type();
  Result<model::GroupKernel> kernel =
      ahead ? std::move(ahead.mapped()) : kernels_.kernel_of(from, run_.fusion, group, run_.shown(group), blocks_);
  Diagnostics diagnostics = std::move(kernel.diagnostics);
  if (!kernel.value) return diagnostics;
  progress_.begin("compiling", graph_, group, kernel->task_key);
  Result<const CompiledKernel*> compiled = kernels_.find_or_compile(*kernel);
  append(diagnostics, std::move(compiled.diagnostics));
  if (!compiled.value) return diagnostics;
  const Result<std::vector<const CompiledKernel*>> packings = kernels_.find_or_compile_packings(*kernel);
  append(diagnostics, packings.diagnostics);
  if (!packings.value || kernels_.wants_fresh_device()) return diagnostics;
  const auto value = [&](const tir::Var& symbol) {
    const auto known = sizes_.find(symbol);
    return known == sizes_.end() ? std::nullopt : std::optional(known->second);
  };
  const std::string& node = graph_.node(group.root).name;
  Result<SizedKernel> sized = with_sizes(**compiled, kernel->sizes, value, node);
  append(diagnostics, std::move(sized.diagnostics));
  if (!sized.value) return diagnostics;
  const std::vector<Argument> needed = needed_arguments(graph_, *kernel, *sized, kernel->inputs, kernel->outputs);
  if (needed != sized->arguments)
    return {runtime::arguments_disagree(node, to_string(sized->arguments), to_string(needed))};
  prepared_.push_back({&group, std::move(*sized), std::move(*kernel), *packings});
  return diagnostics;
}

Diagnostics NetworkCalls::bind() {
  Diagnostics diagnostics = values_.allocate(plan_);
  auto prepared = prepared_.begin();
  for (size_t step = 0; step < plan_.groups.size() && !has_errors(diagnostics); ++step) {
    const model::OrderedGroup& group = plan_.groups[step];
    if (group.role == model::Role::View) append(diagnostics, values_.add_view(group.group->root, group.source));
    if (group.role == model::Role::Joined) values_.add_result(group.group->root, diagnostics);
    if (group.role == model::Role::Run) append(diagnostics, bind(*prepared++, step));
  }
  prepared_.clear();
  return diagnostics;
}

Diagnostics NetworkCalls::bind(Prepared& prepared, size_t step) {
  const fusion::Group& group = *prepared.group;
  if (!prepared.kernel) {
    Result<std::vector<Value>> results = add_results(group);
    if (results.ok()) calls_.push_back({&group, step, graph_.node(group.root).op, {}, std::move(*results)});
    return std::move(results.diagnostics);
  }
  const model::GroupKernel& kernel = prepared.made;
  const fusion::Group& shown = run_.shown(group);
  const std::string task = &shown == &group ? kernel.task_key : model::task_key(open_, shown);
  GroupCall call{&group, step, task, std::move(*prepared.kernel), {}, kernel.stage_nodes};
  Diagnostics diagnostics = take_arguments(kernel, prepared.packings, call);
  if (!has_errors(diagnostics)) calls_.push_back(std::move(call));
  return diagnostics;
}

Diagnostics NetworkCalls::take_arguments(const model::GroupKernel& kernel,
                                         const std::vector<const CompiledKernel*>& packings, GroupCall& call) {
  Diagnostics diagnostics;
  std::map<NodeId, size_t> next_field;  // of a tuple, one argument each
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    if (const auto packing = kernel.packing_of(i)) {
      call.arguments.push_back(values_.packed(kernel.packings[*packing], *packings[*packing], diagnostics));
      continue;
    }
    const NodeId input = kernel.inputs[i];
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

Result<std::vector<std::vector<int64_t>>> NetworkCalls::run_kernels(size_t first, size_t last,
                                                                    const target::Plan& plan) {
  std::vector<target::Call> calls;
  for (size_t i = first; i < last; ++i) {
    target::Call one;
    one.module = *calls_[i].kernel.code->module();
    one.sizes = calls_[i].kernel.sizes;
    for (const Value& argument : calls_[i].arguments) one.buffers.push_back(argument.buffer);
    calls.push_back(std::move(one));
  }
  if (calls.empty()) return std::vector<std::vector<int64_t>>{};
  progress_.begin("running its kernels");
  Result<std::vector<target::CallResult>> results = memory_.device().session().run(calls, plan);
  if (const auto reached = memory_.device().session().stopped_call(); reached && *reached < calls.size())
    progress_.reached(running(calls_[first + *reached]));
  if (!results.ok()) return results.diagnostics;
  std::vector<std::vector<int64_t>> times;
  for (size_t i = 0; i < results->size(); ++i) {
    target::CallResult& result = (*results)[i];
    if (result.kernel_status != 0 && i < calls.size()) return explain(calls_[first + i], result.kernel_status);
    times.push_back(std::move(result.time_ns));
  }
  times.resize(calls.size());
  return times;
}

Result<std::vector<std::vector<int64_t>>> NetworkCalls::run(const target::Plan& plan) {
  progress_.part("running", 0, 1);
  if (std::ranges::none_of(calls_, &GroupCall::by_reference)) return run_kernels(0, calls_.size(), plan);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<std::vector<int64_t>> times(calls_.size());
  target::Plan once = plan;
  once.warmup = 0;
  once.runs = once.runs_per_sample = 1;
  for (int run = 0; run < std::max(plan.runs, 1); ++run) {
    for (size_t i = 0; i < calls_.size();) {
      size_t last = i;
      while (last < calls_.size() && !calls_[last].by_reference()) ++last;
      const Result<std::vector<std::vector<int64_t>>> kernels = run_kernels(i, last, once);
      if (!kernels.ok()) return kernels.diagnostics;
      for (const std::vector<int64_t>& ns : *kernels) times[i++].push_back(ns.empty() ? 0 : ns.front());
      if (i == calls_.size()) break;
      const auto start = Clock::now();
      if (progress_.out_of_time()) return progress_.stopped();
      progress_.begin("computing '" + node_name(calls_[i]) + "' by its reference");
      if (Diagnostics failed = compute(*calls_[i].group, calls_[i].arguments); has_errors(failed)) return failed;
      times[i++].push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
    }
    if (plan.most_ns > 0 && Clock::now() - begin > std::chrono::nanoseconds(plan.most_ns)) break;
  }
  return times;
}

std::string NetworkCalls::running(const GroupCall& call) const {
  return "running the kernel of '" + node_name(call) + "' (" + call.task + ")";
}

// With the node whose operator it is: people know their model, not its kernels.
Diagnostics NetworkCalls::explain(const GroupCall& call, int status) {
  const Result<std::vector<NDArray>> arrays = memory_.read(call.arguments);
  if (!arrays.ok()) return arrays.diagnostics;
  Diagnostics diagnostics = runtime::explain_status(status, graph_.node(call.group->root).name,
                                                    NetworkKernels::named_tensors(*call.kernel.code),
                                                    call.kernel.code->is_output, *arrays, call.kernel.values());
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
  std::vector<NodeId> fields = {node};
  if (graph_.node(node).kind == graph::NodeKind::Tuple) fields = graph_.node(node).inputs;
  for (size_t i = 0; i < arrays->size() && i < fields.size(); ++i)
    if (model::block_of(blocks_, fields[i]) > 0) (*arrays)[i] = model::without_blocks((*arrays)[i]);
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

Diagnostics NetworkCalls::check(NetworkCheck& check, int threads) {
  target::Plan once;
  once.threads = threads;
  Diagnostics diagnostics = values_.fill_with_nan();
  size_t step = 0;
  for (size_t i = 0; i < calls_.size() && !has_errors(diagnostics); ++i) {
    for (; step < calls_[i].step; ++step) append(diagnostics, fill_freed(step));
    append(diagnostics, check_call(i, check, once));
  }
  for (; step < plan_.groups.size(); ++step) append(diagnostics, fill_freed(step));
  return diagnostics;
}

// The kernel may write over its inputs: they are read before.
Diagnostics NetworkCalls::check_call(size_t at, NetworkCheck& check, const target::Plan& once) {
  const GroupCall& call = calls_[at];
  if (progress_.out_of_time()) return {progress_.stopped()};
  progress_.begin("comparing", graph_, *call.group, call.task);
  progress_.part("comparing", at, calls_.size());
  if (call.by_reference()) {
    check.computed_by_reference();
    return compute(*call.group, call.arguments);
  }
  std::vector<graph::Type> types;
  reference::Values inputs;
  for (const NodeId input : model::group_inputs(graph_, *call.group)) {
    Result<reference::Value> value = read_value(input);
    if (!value.ok()) return std::move(value.diagnostics);
    inputs.push_back(std::move(*value));
    types.push_back(graph_.node(input).type);
  }
  if (const auto ran = run_kernels(at, at + 1, once); !ran.ok()) return ran.diagnostics;
  std::vector<Value> outputs;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    if (call.kernel.code->is_output[i]) outputs.push_back(call.arguments[i]);
  Result<std::vector<NDArray>> arrays = memory_.read(outputs);
  if (!arrays.ok()) return arrays.diagnostics;
  if (model::block_of(blocks_, call.group->root) > 0) (*arrays)[0] = model::without_blocks((*arrays)[0]);
  check.kernel(graph_.node(call.group->root), model::cut_out(graph_, *call.group, types), inputs, *arrays, call.kernel);
  return {};
}

Diagnostics NetworkCalls::fill_freed(size_t step) {
  Diagnostics diagnostics;
  for (const size_t place : plan_.freed[step]) {
    const model::ValueId& id = plan_.values[place].id;
    append(diagnostics, memory_.fill_with_nan(values_.of(id.node, diagnostics).at(id.field)));
  }
  return diagnostics;
}

}  // namespace nw::execute
