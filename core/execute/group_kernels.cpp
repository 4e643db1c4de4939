// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/group_kernels.h"

#include <algorithm>
#include <utility>

#include "graph/tuple_fields.h"
#include "model/group_graph.h"
#include "op/registry.h"
#include "reference/sizes.h"
#include "runtime/diagnostics.h"
#include "runtime/verify.h"

namespace nw::execute {

using graph::NodeKind;
using graph::Type;
using reference::Values;

struct GroupKernels::Made {
  model::GroupKernel kernel;
  const CompiledKernel* code = nullptr;
  std::vector<const CompiledKernel*> packings = {};
};

struct GroupKernels::Sized {
  model::GroupGraph cut;
  const Made* made = nullptr;  // null: there is no kernel for it
  std::unique_ptr<Made> own;   // for these sizes alone
  SizedKernel kernel;
  std::vector<NodeId> inputs;  // of the cut graph, in the order of the kernel's arguments
};

Type type_of(const reference::Value& value) {
  if (const NDArray* tensor = value.tensor())
    return Type::tensor(tensor->dtype(), {tensor->shape().begin(), tensor->shape().end()});
  const Values* list = value.list();
  if (!list) return Type::unknown();
  std::vector<Type> fields;
  for (const reference::Value& field : *list) fields.push_back(type_of(field));
  return Type::tuple(std::move(fields));
}

GroupKernels::GroupKernels(Surroundings surroundings)
    : on_(std::move(surroundings)), values_({on_.device, on_.memory, on_.progress, on_.threads}) {
  for (const fusion::Group& group : on_.fusion.groups) {
    const auto computes = [&](NodeId id) {
      const graph::Node& node = on_.graph.node(id);
      return node.kind != NodeKind::Call || op::why_no_kernel(on_.graph, node).empty();
    };
    if (!std::ranges::all_of(group.nodes, computes)) continue;
    Entry& entry = entries_[group.root];
    entry.group = &group;
    entry.inputs = {model::group_inputs(on_.graph, group), group.nodes};
  }
}

GroupKernels::~GroupKernels() = default;

const reference::GroupComputer::Group* GroupKernels::find(NodeId node) const {
  const auto entry = entries_.find(node);
  return entry == entries_.end() ? nullptr : &entry->second.inputs;
}

namespace {

constexpr int64_t kFewElements = 256;

bool is_sized(const Type& type) {
  return graph::is_known(type) && !type.is_dynamic();
}

// A kernel for new sizes takes another device (load()): tenths of a second, in which the reference operators compute a
// million elements. A group whose sizes were new before, as in a loop, is likely to have others again.
constexpr int kOwnKernels = 2;
constexpr int64_t kElementsOfReference = 1'000'000;

int64_t count_elements(const model::GroupGraph& cut) {
  int64_t elements = 0;
  for (const NodeId id : cut.fusion.groups[0].nodes)
    for (const Type& tensor : graph::flattened(cut.graph.node(id).type)) {
      int64_t size = 1;
      for (const graph::Dim& extent : tensor.shape) size *= extent.constant().value_or(1);
      elements += size;
    }
  return elements;
}

}  // namespace

GroupKernels::Sized* GroupKernels::sized(Entry& entry, const std::vector<Type>& types, const reference::Sizes& sizes,
                                         Diagnostics& diagnostics) {
  std::string key;
  for (const Type& type : types) key += graph::to_string(type) + ";";
  for (const NodeId id : entry.group->nodes) {
    const graph::Node& node = on_.graph.node(id);  // its symbols may have other sizes in the next turn of a loop
    if (const auto known = sizes.known(node.attrs))
      for (const auto& [name, attr] : *known) key += name + "=" + graph::to_string(attr) + ";";
    if (node.type.is_dynamic()) key += graph::to_string(sizes.known(node.type)) + ";";
  }
  std::unique_ptr<Sized>& made = entry.sized[key];
  if (made) return made.get();
  made = std::make_unique<Sized>();
  made->cut = model::cut_out(on_.graph, *entry.group, types);
  graph::Graph& graph = made->cut.graph;
  for (size_t i = 0; i < graph.size(); ++i) {
    graph::Node& node = graph.node(NodeId(static_cast<int32_t>(i)));
    if (const auto known = sizes.known(node.attrs)) node.attrs = *known;
    node.type = sizes.known(node.type);
  }
  if (has_errors(op::infer_types(graph))) return made.get();
  for (const NodeId id : made->cut.fusion.groups[0].nodes)
    if (!is_sized(graph.node(id).type)) return made.get();
  if (entry.any_sizes && fit(*entry.any_sizes, entry, sizes, *made)) return made.get();
  if (on_.kernels.is_sealed() && entry.own_kernels >= kOwnKernels && count_elements(made->cut) <= kElementsOfReference)
    return made.get();
  ++entry.own_kernels;
  Result<model::GroupKernel> kernel = model::group_kernel(graph, made->cut.fusion, made->cut.group, on_.device.facts());
  if (!kernel.ok()) return made.get();  // its operators are computed one by one
  made->own = std::make_unique<Made>(Made{std::move(*kernel)});
  on_.progress.begin("compiling", on_.graph, *entry.group, made->own->kernel.task_key);
  append(diagnostics, load(*made->own));
  if (!has_errors(diagnostics)) fit(*made->own, entry, sizes, *made);
  return made.get();
}

// Whether the kernel computes the group with these sizes: its arguments are what the group reads and gives then.
bool GroupKernels::fit(const Made& made, const Entry& entry, const reference::Sizes& sizes, Sized& sized) const {
  SymbolValues inside;
  for (const NodeId id : entry.group->nodes)
    match_symbols(on_.graph.node(id).type, sized.cut.graph.node(sized.cut.inside.at(id)).type, inside);
  const auto value = [&](const tir::Var& symbol) -> std::optional<int64_t> {
    if (const auto known = inside.find(symbol); known != inside.end()) return known->second;
    return sizes.of(graph::Dim(symbol));
  };
  Result<SizedKernel> kernel = with_sizes(*made.code, made.kernel.sizes, value, on_.graph.node(entry.group->root).name);
  if (!kernel.ok()) return false;
  std::vector<NodeId> inputs = made.kernel.inputs, outputs = made.kernel.outputs;
  if (&made != sized.own.get())  // it was made of the whole graph
    for (std::vector<NodeId>* ids : {&inputs, &outputs})
      for (NodeId& id : *ids) {
        const auto known = sized.cut.inside.find(id);
        if (known == sized.cut.inside.end()) return false;  // a field of a tuple, which the group reads as one value
        id = known->second;
      }
  if (kernel->arguments != needed_arguments(sized.cut.graph, made.kernel, *kernel, inputs, outputs)) return false;
  sized.made = &made;
  sized.inputs = std::move(inputs);
  sized.kernel = std::move(*kernel);
  return true;
}

Diagnostics GroupKernels::load(Made& made) {
  if (on_.progress.out_of_time()) return {on_.progress.stopped()};
  Diagnostics diagnostics = find_or_compile(made);
  if (!on_.kernels.wants_fresh_device()) return diagnostics;
  if (Diagnostics failed = values_.leave(); has_errors(failed)) return failed;
  if (Diagnostics failed = on_.reopen(); has_errors(failed)) return failed;
  // With all others: one that is missing when it is called next would take yet another device.
  for (auto& [root, entry] : entries_) {
    if (entry.any_sizes) append(diagnostics, find_or_compile(*entry.any_sizes));
    for (auto& [key, sized] : entry.sized)
      if (sized->own) append(diagnostics, find_or_compile(*sized->own));
  }
  append(diagnostics, find_or_compile(made));
  return diagnostics;
}

Diagnostics GroupKernels::find_or_compile(Made& made) {
  Result<const CompiledKernel*> code = on_.kernels.find_or_compile(made.kernel);
  if (code.value) made.code = *code;
  Result<std::vector<const CompiledKernel*>> packings = on_.kernels.find_or_compile_packings(made.kernel);
  if (packings.value) made.packings = std::move(*packings);
  append(code.diagnostics, std::move(packings.diagnostics));
  std::erase_if(code.diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
  return code.diagnostics;
}

void GroupKernels::compile_ahead(const std::vector<std::pair<Entry*, std::unique_ptr<Made>>>& all) {
  std::vector<const model::GroupKernel*> kernels;
  for (const auto& [entry, made] : all) kernels.push_back(&made->kernel);
  on_.kernels.compile_ahead(kernels, on_.threads, [&](size_t i) {
    on_.progress.begin("compiling", on_.graph, *all[i].first->group, kernels[i]->task_key);
    return !on_.progress.out_of_time();
  });
}

Diagnostics GroupKernels::prepare() {
  std::vector<std::pair<Entry*, std::unique_ptr<Made>>> all;
  for (auto& [root, entry] : entries_) {
    entry.may_be_small =
        !on_.kernels.is_scheduled(on_.graph, *entry.group) &&
        std::ranges::all_of(entry.inputs.inputs, [this](NodeId id) {
          const graph::Node& node = on_.graph.node(id);
          return node.kind != NodeKind::Constant || !node.data.defined() || node.data.size() <= kFewElements;
        });
    Result<model::GroupKernel> kernel = on_.kernels.kernel_of(on_.graph, on_.fusion, *entry.group);
    if (!kernel.ok()) continue;  // made when its sizes are known, if it can be then
    all.emplace_back(&entry, std::make_unique<Made>(Made{std::move(*kernel)}));
  }
  compile_ahead(all);
  for (auto& [of, made] : all) {
    Entry& entry = *of;
    const bool own = on_.kernels.is_scheduled(on_.graph, *entry.group);
    on_.progress.begin("compiling", on_.graph, *entry.group, made->kernel.task_key);
    if (Diagnostics failed = load(*made); has_errors(failed)) {
      if (on_.progress.out_of_time() || own || made->kernel.sizes.empty()) return failed;
      continue;
    }
    entry.any_sizes = std::move(made);
  }
  return {};
}

// To send a few values to the device and wait for a few takes longer than to compute them here, if they are here. A
// kernel that is to be checked runs.
bool GroupKernels::pays(NodeId node, const Values& inputs, const reference::Sizes& sizes) {
  Entry& entry = entries_.at(node);
  entry.computed = false;
  if (on_.check || !entry.may_be_small) return true;
  int64_t elements = 0;
  for (const reference::Value& input : inputs)
    for (const NDArray& tensor : reference::tensors_of(input)) {
      if (!values_.is_here(tensor)) return true;
      elements += tensor.size();
    }
  if (elements > kFewElements) return true;
  std::vector<Type> types;
  for (const reference::Value& input : inputs) types.push_back(type_of(input));
  if (!std::ranges::all_of(types, is_sized)) return true;
  Diagnostics diagnostics;  // compute() has them too
  const Sized* const of_sizes = sized(entry, types, sizes, diagnostics);
  if (has_errors(diagnostics) || !of_sizes->made) return true;
  for (const Argument& argument : of_sizes->kernel.arguments) {
    int64_t size = 1;
    for (const int64_t extent : argument.shape) size *= extent;
    elements = std::max(elements, size);
  }
  return elements > kFewElements;
}

Result<reference::Value> GroupKernels::compute(NodeId node, const Values& inputs, const reference::Sizes& sizes) {
  Entry& entry = entries_.at(node);
  entry.computed = false;
  std::vector<Type> types;
  for (const reference::Value& input : inputs) types.push_back(type_of(input));
  if (!std::ranges::all_of(types, is_sized)) return {};
  Diagnostics diagnostics;
  Sized* const of_sizes = sized(entry, types, sizes, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  if (!of_sizes->made) return {};
  if (!of_sizes->kernel.code->module()) diagnostics = load(of_sizes->own ? *of_sizes->own : *entry.any_sizes);
  if (has_errors(diagnostics)) return diagnostics;
  return run(entry, *of_sizes, inputs);
}

Diagnostics GroupKernels::arguments(const Sized& sized, const std::vector<NDArray>& inputs, std::vector<Value>& values,
                                    std::vector<Value>& owned) {
  Diagnostics diagnostics;
  for (size_t i = 0; i < sized.inputs.size(); ++i) {
    const graph::Node& node = sized.cut.graph.node(sized.inputs[i]);
    if (const auto at = sized.made->kernel.packing_of(i)) {
      const model::Packing& packing = sized.made->kernel.packings[*at];
      values.push_back(
          on_.constants().packed(on_.graph.node(packing.constant), packing, *sized.made->packings[*at], diagnostics));
      if (has_errors(diagnostics)) return diagnostics;
      continue;
    }
    if (node.kind == NodeKind::Constant && node.data.defined()) {
      values.push_back(on_.constants().of(node, diagnostics));
      if (has_errors(diagnostics)) return diagnostics;
      continue;
    }
    if (const auto there = values_.find(inputs[i])) {
      values.push_back(*there);
      continue;
    }
    const Result<Value> written = values_.write(node.name, inputs[i]);
    if (!written.ok()) return written.diagnostics;
    owned.push_back(*written);
    values.push_back(*written);
  }
  return diagnostics;
}

namespace {

// The arrays that the kernel takes, in its order; constants have none.
std::vector<NDArray> in_kernel_order(const model::GroupGraph& cut, const std::vector<NodeId>& kernel_inputs,
                                     const Values& inputs) {
  std::map<NodeId, std::vector<NDArray>> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) tensors[cut.graph.inputs[i]] = reference::tensors_of(inputs[i]);
  std::map<NodeId, size_t> next_field;
  std::vector<NDArray> arrays;
  for (const NodeId id : kernel_inputs) {
    const graph::Node& node = cut.graph.node(id);
    size_t field = next_field[id]++;
    NodeId given = id;
    if (node.kind == NodeKind::TupleGet) {
      given = node.inputs[0];
      if (const auto part =
              graph::tensors_of_field(cut.graph.node(given).type, graph::int_attr(node.attrs, "index", 0)))
        field += part->first;
    }
    const auto found = tensors.find(given);
    arrays.push_back(found != tensors.end() && field < found->second.size() ? found->second[field] : NDArray());
  }
  return arrays;
}

}  // namespace

Result<reference::Value> GroupKernels::run(Entry& entry, Sized& sized, const Values& inputs) {
  std::vector<Value> values, owned;
  const std::vector<NDArray> arrays = in_kernel_order(sized.cut, sized.inputs, inputs);
  if (Diagnostics failed = arguments(sized, arrays, values, owned); has_errors(failed)) return failed;
  Values results;
  const std::string& name = on_.graph.node(entry.group->root).name;
  for (size_t i = values.size(); i < sized.kernel.arguments.size(); ++i) {
    const Argument& argument = sized.kernel.arguments[i];
    const Result<Value> value = values_.allocate(name, argument.dtype, argument.shape);
    if (!value.ok()) return value.diagnostics;
    values.push_back(*value);
    results.emplace_back(values_.keep(*value));
  }
  on_.kernels.seal();
  if (Diagnostics failed = on_.constants().pack(on_.threads); has_errors(failed)) return failed;
  record_memory();
  Diagnostics failed = values_.add(queued(entry, sized, std::move(values)));
  for (const Value& value : owned) values_.release(value);
  if (has_errors(failed)) return failed;
  entry.computed = true;
  if (on_.check) failed = check(entry, sized, inputs, results);
  if (has_errors(failed)) return failed;
  if (results.size() == 1 && !on_.graph.node(entry.group->root).type.is_tuple()) return results.front();
  return reference::Value(std::move(results));
}

DeviceValues::Queued GroupKernels::queued(const Entry& entry, const Sized& sized, std::vector<Value> values) {
  DeviceValues::Queued queued;
  queued.call.module = *sized.kernel.code->module();
  queued.call.sizes = sized.kernel.sizes;
  for (const Value& value : values) queued.call.buffers.push_back(value.buffer);
  queued.values = values;
  const std::string& name = on_.graph.node(entry.group->root).name;
  queued.running = "running the kernel of '" + name + "' (" + sized.made->kernel.task_key + ")";
  queued.ran = [this, &entry, &sized](const target::CallResult& result, TraceRecorder::Clock::time_point begin) {
    count(entry, sized, result, begin);
  };
  queued.explain = [this, name, &sized, values = std::move(values)](int status) -> Diagnostics {
    const Result<std::vector<NDArray>> arrays = on_.memory().read(values);
    if (!arrays.ok()) return arrays.diagnostics;
    return runtime::explain_status(status, name, NetworkKernels::named_tensors(*sized.kernel.code),
                                   sized.kernel.code->is_output, *arrays, sized.kernel.values());
  };
  return queued;
}

Diagnostics GroupKernels::check(const Entry& entry, const Sized& sized, const Values& inputs, const Values& results) {
  for (const Values* each : {&inputs, &results})
    for (const reference::Value& value : *each)
      if (Diagnostics failed = values_.fetch(value); has_errors(failed)) return failed;
  std::vector<NDArray> arrays;
  for (const reference::Value& result : results) arrays.push_back(*result.tensor());
  on_.check->kernel(on_.graph.node(entry.group->root), sized.cut, inputs, arrays, sized.kernel);
  return {};
}

Diagnostics GroupKernels::fetch(const reference::Value& value) {
  return values_.fetch(value);
}

// Memory on this side that waits for elements is not used yet.
void GroupKernels::values_take(int64_t bytes) {
  on_.memory().count_elsewhere(bytes - values_.unread_bytes());
  record_memory();
}

void GroupKernels::count(const Entry& entry, const Sized& sized, const target::CallResult& result,
                         TraceRecorder::Clock::time_point begin) {
  RunLog::Entry ran = entry_of_kernel(on_.graph, *entry.group, sized.made->kernel.task_key, sized.kernel);
  for (const int64_t ns : result.time_ns) ran.time += static_cast<double>(ns) * 1e-3;
  on_.log.add(ran);
  if (trace_) trace_->call(std::move(ran), begin, sized.kernel.arguments);
}

bool GroupKernels::computed(NodeId node) const {
  const auto entry = entries_.find(node);
  return entry != entries_.end() && entry->second.computed;
}

GroupId GroupKernels::group_with(NodeId node) const {
  const auto group = on_.fusion.group_of.find(node);
  return group == on_.fusion.group_of.end() ? GroupId() : group->second;
}

}  // namespace nw::execute
