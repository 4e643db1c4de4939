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

struct GroupKernels::Sized : DeviceValues::Caller {
  Sized(GroupKernels& kernels, Entry& of) : owner(kernels), entry(of) {}

  GroupKernels& owner;
  Entry& entry;
  model::GroupGraph cut;
  const Made* made = nullptr;  // null: there is no kernel for it
  std::unique_ptr<Made> own;   // for these sizes alone
  SizedKernel kernel;
  std::vector<NodeId> inputs;  // of the cut graph, in the order of the kernel's arguments
  int64_t most_elements = 0;   // of an argument
  // Where the arguments come from: tensor `field` of the group's input `input`; a constant or packed one: none.
  struct From {
    std::optional<size_t> input;
    size_t field = 0;
    std::optional<target::BufferId> constant = std::nullopt;  // once it is on the device that is open
  };
  std::vector<From> from;

  const std::string& node() const { return owner.on_.graph.node(entry.group->root).name; }
  void ran(std::chrono::nanoseconds time, DeviceValues::Clock::time_point begin) const override {
    if (owner.keeps_log_ || owner.trace_) owner.count(*this, time, begin);
  }
  Diagnostics explain(int status, const std::vector<target::BufferId>& arguments) const override;
  std::string running() const override {
    return "running the kernel of '" + node() + "' (" + made->kernel.task_key + ")";
  }
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
  entry_of_.resize(on_.graph.size());
  for (const fusion::Group& group : on_.fusion.groups) {
    const auto computes = [&](NodeId id) {
      const graph::Node& node = on_.graph.node(id);
      return node.kind != NodeKind::Call || op::why_no_kernel(on_.graph, node).empty();
    };
    if (!std::ranges::all_of(group.nodes, computes)) continue;
    Entry& entry = entries_[group.root];
    entry_of_[group.root.index()] = &entry;
    entry.group = &group;
    entry.inputs = {model::group_inputs(on_.graph, group), group.nodes};
    const auto take = [&](const graph::Dim& dim) {
      tir::walk(dim.expr(), [&](const tir::Expr& part) {
        if (const auto* symbol = tir::node_cast<tir::VarNode>(part)) {
          const tir::Var var(symbol);
          if (std::ranges::none_of(entry.symbols, [&](const tir::Var& v) { return v.same_as(var); }))
            entry.symbols.push_back(var);
        }
        return true;
      });
    };
    for (const NodeId id : group.nodes) {
      const graph::Node& node = on_.graph.node(id);
      graph::for_each_dim(node.type, take);
      for (const auto& [name, attr] : node.attrs) graph::for_each_dim(attr, take);
    }
  }
}

GroupKernels::~GroupKernels() = default;

const reference::GroupComputer::Group* GroupKernels::find(NodeId node) const {
  const Entry* entry = entry_of_[node.index()];
  return entry ? &entry->inputs : nullptr;
}

namespace {

constexpr int64_t kFewElements = 256;

bool is_sized(const Type& type) {
  return graph::is_known(type) && !type.is_dynamic();
}

// What a value's type is made of. False: it is no tensor and no list of tensors.
bool add_to_key(const reference::Value& value, std::vector<int64_t>& key) {
  if (const NDArray* tensor = value.tensor()) {
    const DType type = tensor->dtype();
    key.push_back(static_cast<int64_t>(type.code) << 32 | static_cast<int64_t>(type.bits) << 16 | type.lanes);
    key.push_back(static_cast<int64_t>(tensor->shape().size()));
    key.insert(key.end(), tensor->shape().begin(), tensor->shape().end());
    return true;
  }
  constexpr int64_t kList = -1;
  const Values* list = value.list();
  if (!list) return false;
  key.push_back(kList);
  key.push_back(static_cast<int64_t>(list->size()));
  return std::ranges::all_of(*list, [&](const reference::Value& entry) { return add_to_key(entry, key); });
}

// A kernel for new sizes takes another device (load()): tenths of a second, in which the reference operators compute a
// million elements. A group whose sizes were new before, as in a loop, is likely to have others again.
constexpr int kOwnKernels = 2;
constexpr int64_t kElementsOfReference = 1'000'000;

// The tensor of that number, lists flattened; null: there is none.
const NDArray* tensor_at(const reference::Value& value, size_t& field) {
  if (const NDArray* tensor = value.tensor()) return field-- == 0 ? tensor : nullptr;
  if (const Values* list = value.list())
    for (const reference::Value& one : *list)
      if (const NDArray* tensor = tensor_at(one, field)) return tensor;
  return nullptr;
}

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

GroupKernels::Sized* GroupKernels::sized(Entry& entry, const Values& inputs, const reference::Sizes& sizes,
                                         Diagnostics& diagnostics) {
  key_.clear();
  for (const reference::Value& input : inputs)
    if (!add_to_key(input, key_)) return nullptr;
  constexpr int64_t kUnknown = -1;
  for (const tir::Var& symbol : entry.symbols) key_.push_back(sizes.of_symbol(symbol).value_or(kUnknown));
  if (entry.last_key && *entry.last_key == key_) return entry.last;
  const auto at = entry.sized.try_emplace(key_).first;
  entry.last_key = &at->first;
  std::unique_ptr<Sized>& made = at->second;
  entry.last = made.get();
  if (made) return made.get();
  std::vector<Type> types;
  for (const reference::Value& input : inputs) types.push_back(type_of(input));
  made = std::make_unique<Sized>(*this, entry);
  entry.last = made.get();
  make(*made, types, sizes, diagnostics);
  if (made->made) note_arguments(*made);
  return made.get();
}

void GroupKernels::make(Sized& made, const std::vector<Type>& types, const reference::Sizes& sizes,
                        Diagnostics& diagnostics) {
  Entry& entry = made.entry;
  made.cut = model::cut_out(on_.graph, *entry.group, types);
  graph::Graph& graph = made.cut.graph;
  for (size_t i = 0; i < graph.size(); ++i) {
    graph::Node& node = graph.node(NodeId(static_cast<int32_t>(i)));
    if (const auto known = sizes.known(node.attrs)) node.attrs = *known;
    node.type = sizes.known(node.type);
  }
  if (has_errors(op::infer_types(graph))) return;
  for (const NodeId id : made.cut.fusion.groups[0].nodes)
    if (!is_sized(graph.node(id).type)) return;
  if (entry.any_sizes && fit(*entry.any_sizes, sizes, made)) return;
  if (on_.kernels.is_sealed() && entry.own_kernels >= kOwnKernels && count_elements(made.cut) <= kElementsOfReference)
    return;
  ++entry.own_kernels;
  Result<model::GroupKernel> kernel = model::group_kernel(graph, made.cut.fusion, made.cut.group, on_.device.facts());
  if (!kernel.ok()) return;  // its operators are computed one by one
  made.own = std::make_unique<Made>(Made{std::move(*kernel)});
  begin_compiling(*entry.group, made.own->kernel.task_key);
  append(diagnostics, load(*made.own));
  on_.progress.part("running", 0, 1);
  if (!has_errors(diagnostics)) fit(*made.own, sizes, made);
}

// Whether the kernel computes the group with these sizes: its arguments are what the group reads and gives then.
bool GroupKernels::fit(const Made& made, const reference::Sizes& sizes, Sized& sized) const {
  const Entry& entry = sized.entry;
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
  for (auto& [root, entry] : entries_)
    for (auto& [key, sized] : entry.sized)
      for (Sized::From& from : sized->from) from.constant.reset();
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

// How many the run will want for its sizes is not known before: each is one more than were known of.
void GroupKernels::begin_compiling(const fusion::Group& group, const std::string& task) {
  on_.progress.begin("compiling", on_.graph, group, task);
  to_compile_ = std::max(to_compile_, begun_ + 1);
  on_.progress.part("compiling", begun_++, to_compile_);
}

void GroupKernels::compile_ahead(const std::vector<std::pair<Entry*, std::unique_ptr<Made>>>& all) {
  std::vector<const model::GroupKernel*> kernels;
  for (const auto& [entry, made] : all) kernels.push_back(&made->kernel);
  to_compile_ = all.size();
  on_.kernels.compile_ahead(kernels, on_.threads, [&](size_t i) {
    begun_ = i;
    begin_compiling(*all[i].first->group, kernels[i]->task_key);
    return !on_.progress.out_of_time();
  });
  begun_ = to_compile_;
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
    Result<model::GroupKernel> kernel = on_.kernels.kernel_of(on_.graph, on_.fusion, *entry.group, *entry.group);
    if (!kernel.ok()) continue;  // made when its sizes are known, if it can be then
    all.emplace_back(&entry, std::make_unique<Made>(Made{std::move(*kernel)}));
  }
  if (Diagnostics misfits = on_.kernels.schedules_that_fit_no_group(); has_errors(misfits)) return misfits;
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
  on_.progress.part("running", 0, 1);
  return {};
}

// To send a few values to the device and wait for a few takes longer than to compute them here, if they are here. A
// kernel that is to be checked runs.
bool GroupKernels::pays(NodeId node, const Values& inputs, const reference::Sizes& sizes) {
  Entry& entry = *entry_of_[node.index()];
  entry.computed = false;
  if (on_.check || !entry.may_be_small) return true;
  int64_t elements = 0;
  for (const reference::Value& input : inputs)
    if (!count_here(input, elements) || elements > kFewElements) return true;
  Diagnostics diagnostics;  // compute() has them too
  const Sized* const of_sizes = sized(entry, inputs, sizes, diagnostics);
  if (!of_sizes || has_errors(diagnostics) || !of_sizes->made) return true;
  return of_sizes->most_elements > kFewElements;
}

// False: some are on the device alone.
bool GroupKernels::count_here(const reference::Value& value, int64_t& elements) const {
  if (const NDArray* tensor = value.tensor()) {
    elements += tensor->size();
    return values_.is_here(*tensor);
  }
  const Values* list = value.list();
  return !list || std::ranges::all_of(*list, [&](const reference::Value& one) { return count_here(one, elements); });
}

Result<reference::Value> GroupKernels::compute(NodeId node, const Values& inputs, const reference::Sizes& sizes) {
  Entry& entry = *entry_of_[node.index()];
  entry.computed = false;
  Diagnostics diagnostics;
  Sized* const of_sizes = sized(entry, inputs, sizes, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  if (!of_sizes || !of_sizes->made) return {};
  if (!of_sizes->kernel.code->module()) diagnostics = load(of_sizes->own ? *of_sizes->own : *entry.any_sizes);
  if (has_errors(diagnostics)) return diagnostics;
  return run(*of_sizes, inputs);
}

// Where each argument comes from: what is the same in every call with these sizes.
void GroupKernels::note_arguments(Sized& sized) {
  std::map<NodeId, size_t> input_of;
  for (size_t i = 0; i < sized.cut.graph.inputs.size(); ++i) input_of[sized.cut.graph.inputs[i]] = i;
  std::map<NodeId, size_t> next_field;
  for (const NodeId id : sized.inputs) {
    const graph::Node& node = sized.cut.graph.node(id);
    Sized::From from;
    from.field = next_field[id]++;
    NodeId given = id;
    if (node.kind == NodeKind::TupleGet) {
      given = node.inputs[0];
      if (const auto part =
              graph::tensors_of_field(sized.cut.graph.node(given).type, graph::int_attr(node.attrs, "index", 0)))
        from.field += part->first;
    }
    if (const auto found = input_of.find(given); found != input_of.end()) from.input = found->second;
    sized.from.push_back(from);
  }
  for (const Argument& argument : sized.kernel.arguments)
    sized.most_elements = std::max(sized.most_elements, element_count(argument.shape));
}

// Nothing: the argument is none.
Result<std::optional<target::BufferId>> GroupKernels::constant_argument(const Sized& sized, size_t argument) {
  const graph::Node& node = sized.cut.graph.node(sized.inputs[argument]);
  Diagnostics diagnostics;
  std::optional<target::BufferId> buffer;
  if (const auto at = sized.made->kernel.packing_of(argument)) {
    const model::Packing& packing = sized.made->kernel.packings[*at];
    buffer = on_.constants()
                 .packed(on_.graph.node(packing.constant), packing, *sized.made->packings[*at], diagnostics)
                 .buffer;
  } else if (node.kind == NodeKind::Constant && node.data.defined()) {
    buffer = on_.constants().of(node, diagnostics).buffer;
  }
  if (has_errors(diagnostics)) return diagnostics;
  return buffer;
}

Diagnostics GroupKernels::arguments(Sized& sized, const Values& inputs, std::vector<target::BufferId>& buffers,
                                    std::vector<Value>& owned) {
  for (size_t i = 0; i < sized.inputs.size(); ++i) {
    Sized::From& from = sized.from[i];
    if (!from.input && !from.constant) {
      const Result<std::optional<target::BufferId>> constant = constant_argument(sized, i);
      if (!constant.ok()) return constant.diagnostics;
      from.constant = *constant;
    }
    if (from.constant) {
      buffers.push_back(*from.constant);
      continue;
    }
    size_t field = from.field;
    const graph::Node& node = sized.cut.graph.node(sized.inputs[i]);
    const NDArray* const given = from.input ? tensor_at(inputs[*from.input], field) : nullptr;
    if (!given) return {runtime::not_runnable(node.name)};
    if (const auto there = values_.find(*given)) {
      buffers.push_back(*there);
      continue;
    }
    const Result<Value> written = values_.write(node.name, *given);
    if (!written.ok()) return written.diagnostics;
    owned.push_back(*written);
    buffers.push_back(written->buffer);
  }
  return {};
}

Result<reference::Value> GroupKernels::run(Sized& sized, const Values& inputs) {
  target::Call call{{}, {}, sized.kernel.sizes};
  call.buffers.reserve(sized.kernel.arguments.size());
  std::vector<Value> owned;
  if (Diagnostics failed = arguments(sized, inputs, call.buffers, owned); has_errors(failed)) return failed;
  Values results;
  for (size_t i = call.buffers.size(); i < sized.kernel.arguments.size(); ++i) {
    const Argument& argument = sized.kernel.arguments[i];
    const Result<Value> value = values_.allocate(sized.node(), argument.dtype, argument.shape);
    if (!value.ok()) return value.diagnostics;
    call.buffers.push_back(value->buffer);
    if (keeps_log_) use_.unshared += static_cast<int64_t>(value->bytes());
    results.emplace_back(values_.keep(*value));
  }
  on_.kernels.seal();
  if (Diagnostics failed = on_.constants().pack(on_.threads); has_errors(failed)) return failed;
  record_memory();
  call.module = *sized.kernel.code->module();
  Diagnostics failed = values_.add(std::move(call), sized);
  for (const Value& value : owned) values_.release(value);
  if (has_errors(failed)) return failed;
  sized.entry.computed = true;
  if (on_.check) failed = check(sized, inputs, results);
  if (has_errors(failed)) return failed;
  if (results.size() == 1 && !on_.graph.node(sized.entry.group->root).type.is_tuple()) return results.front();
  return reference::Value(std::move(results));
}

Diagnostics GroupKernels::Sized::explain(int status, const std::vector<target::BufferId>& arguments) const {
  std::vector<Value> values;
  for (size_t i = 0; i < arguments.size(); ++i)
    values.push_back({kernel.arguments[i].dtype, kernel.arguments[i].shape, arguments[i]});
  const Result<std::vector<NDArray>> arrays = owner.on_.memory().read(values);
  if (!arrays.ok()) return arrays.diagnostics;
  Diagnostics diagnostics = runtime::explain_status(status, node(), NetworkKernels::named_tensors(*kernel.code),
                                                    kernel.code->is_output, *arrays, kernel.values());
  const graph::Graph& graph = own ? cut.graph : owner.on_.graph;  // that the kernel was made of
  for (Diagnostic& d : diagnostics) {
    std::string name = node();
    for (const Place& place : d.where)
      if (const auto found = made->kernel.stage_nodes.find(place.stage); found != made->kernel.stage_nodes.end())
        name = graph.node(found->second).name;
    d.where.insert(d.where.begin(), at_node(name));
  }
  return diagnostics;
}

Diagnostics GroupKernels::check(const Sized& sized, const Values& inputs, const Values& results) {
  for (const Values* each : {&inputs, &results})
    for (const reference::Value& value : *each)
      if (Diagnostics failed = values_.fetch(value); has_errors(failed)) return failed;
  std::vector<NDArray> arrays;
  for (const reference::Value& result : results) arrays.push_back(*result.tensor());
  on_.check->kernel(on_.graph.node(sized.entry.group->root), sized.cut, inputs, arrays, sized.kernel);
  return {};
}

Diagnostics GroupKernels::fetch(const reference::Value& value) {
  return values_.fetch(value);
}

// Memory on this side that waits for elements is not used yet.
void GroupKernels::values_take(int64_t bytes) {
  const int64_t here = bytes - values_.unread_bytes();
  on_.memory().count_elsewhere(here);
  use_.live = std::max(use_.live, bytes);
  use_.arena = std::max(use_.arena, here + values_.allocated_bytes());
  record_memory();
}

void GroupKernels::count(const Sized& sized, std::chrono::nanoseconds time, TraceRecorder::Clock::time_point begin) {
  RunLog::Entry ran = entry_of_kernel(on_.graph, *sized.entry.group, sized.made->kernel.task_key, sized.kernel);
  ran.time = std::chrono::duration<double, std::micro>(time).count();
  if (keeps_log_) on_.log.add(ran);
  if (trace_) trace_->call(std::move(ran), begin, sized.kernel.arguments);
}

bool GroupKernels::computed(NodeId node) const {
  const Entry* entry = entry_of_[node.index()];
  return entry && entry->computed;
}

GroupId GroupKernels::group_with(NodeId node) const {
  const auto group = on_.fusion.group_of.find(node);
  return group == on_.fusion.group_of.end() ? GroupId() : group->second;
}

}  // namespace nw::execute
