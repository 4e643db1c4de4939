// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_values.h"

#include <algorithm>
#include <utility>

#include "base/file_pages.h"
#include "graph/tuple_fields.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

using graph::Node;
using graph::NodeKind;

namespace {

constexpr int64_t kMostBytes = int64_t{1} << 40;

}  // namespace

DeviceMemory::DeviceMemory(runtime::Device& device, int64_t bytes)
    : device_(device), limit_(bytes > 0 ? bytes : kMostBytes) {}

void DeviceMemory::allocate(const std::string& node, Value& value, Diagnostics& diagnostics) {
  const int64_t count = element_count(value.shape);
  if (count < 0 || count > (limit_ - used_ - elsewhere_) / value.dtype.bytes()) {
    diagnostics.push_back(runtime::over_memory(node, value.dtype, value.shape, used_ + elsewhere_, limit_));
    return;
  }
  const Result<target::BufferId> buffer = device_.session().allocate(value.bytes());
  append(diagnostics, buffer.diagnostics);
  if (!buffer.value) return;
  value.buffer = *buffer;
  used_ += count * value.dtype.bytes();
  most_used_ = std::max(most_used_, used_);
}

void DeviceMemory::release(const Value& value) {
  used_ -= static_cast<int64_t>(value.bytes());
  release_part(value);
}

void DeviceMemory::take_part(Value& value, const Value& of, int64_t at, Diagnostics& diagnostics) {
  const Result<target::BufferId> buffer = device_.session().view(of.buffer, static_cast<uint64_t>(at), value.bytes());
  append(diagnostics, buffer.diagnostics);
  if (buffer.value) value.buffer = *buffer;
}

void DeviceMemory::release_part(const Value& value) {
  if (device_.session().alive()) device_.session().release(value.buffer);  // else it is gone already
}

Diagnostics DeviceMemory::fill_with_nan(const Value& value) {
  return device_.session().fill_bytes(value.buffer, 0xff, value.bytes());
}

Result<std::vector<NDArray>> DeviceMemory::read(const std::vector<Value>& values) {
  std::vector<NDArray> arrays;
  for (const Value& value : values) {
    arrays.emplace_back(value.dtype, value.shape);
    Diagnostics failed = device_.session().read(value.buffer, arrays.back().mutable_bytes(), value.bytes());
    if (has_errors(failed)) return failed;
  }
  return arrays;
}

Value DeviceConstants::write(const Node& node, Diagnostics& diagnostics) {
  Value value{node.data.dtype(), node.data.shape(), {}};
  memory_.allocate(node.name, value, diagnostics);
  if (has_errors(diagnostics)) return value;
  append(diagnostics, memory_.device().session().write(
                          value.buffer, {reinterpret_cast<const char*>(node.data.bytes()), value.bytes()}));
  leave_to_file({node.data.bytes(), value.bytes()});  // the device has it
  return value;
}

Value DeviceConstants::of(const Node& node, Diagnostics& diagnostics) {
  std::vector<Kept>& same_place = kept_[node.data.bytes()];
  for (const Kept& kept : same_place)
    if (kept.value.dtype == node.data.dtype() && kept.value.shape == node.data.shape()) return kept.value;
  const Value value = write(node, diagnostics);
  if (!has_errors(diagnostics)) same_place.push_back({node.data, value});
  return value;
}

Value DeviceConstants::packed(const Node& node, const model::Packing& packing, const CompiledKernel& code,
                              Diagnostics& diagnostics) {
  const std::pair key(node.data.bytes(), packing.script);
  if (const auto known = packed_.find(key); known != packed_.end()) return known->second.value;
  const Result<SizedKernel> sized = with_sizes(code, {}, {}, node.name);
  append(diagnostics, sized.diagnostics);
  if (!sized.ok()) return {};
  const Argument& result = sized->arguments.back();
  Value value{result.dtype, result.shape, {}};
  memory_.allocate(node.name, value, diagnostics);
  if (has_errors(diagnostics)) return value;
  packed_.emplace(key, Kept{node.data, value});
  packed_bytes_ += static_cast<int64_t>(value.bytes());
  to_pack_.push_back({&node, *sized, value});
  return value;
}

int64_t DeviceConstants::weight_bytes() const {
  int64_t bytes = 0;
  for (const auto& [data, all] : kept_)
    for (const Kept& kept : all) bytes += static_cast<int64_t>(kept.value.bytes());
  return bytes;
}

Diagnostics DeviceConstants::pack(int threads) {
  Diagnostics diagnostics;
  for (const Packed& packed : std::exchange(to_pack_, {})) {
    const Value constant = write(*packed.node, diagnostics);
    if (has_errors(diagnostics)) return diagnostics;
    target::Call call;
    call.module = *packed.kernel.code->module();
    call.sizes = packed.kernel.sizes;
    call.buffers = {constant.buffer, packed.value.buffer};
    target::Plan once;
    once.threads = threads;
    append(diagnostics, memory_.device().session().run({call}, once).diagnostics);
    memory_.release(constant);
    if (has_errors(diagnostics)) return diagnostics;
  }
  return diagnostics;
}

NetworkValues::~NetworkValues() {
  for (const Value& value : parts_) memory_.release_part(value);
  for (const Value& value : owned_) memory_.release(value);
}

namespace {

Value without_memory(const Node& node, const graph::Type& type, Diagnostics& diagnostics) {
  Value value{type.dtype, {}, {}};
  if (!type.is_tensor() || !type.rank_known) return value;
  for (const graph::Dim& dim : type.shape) {
    const auto extent = dim.constant();
    if (!extent) {
      diagnostics.push_back(runtime::unknown_dimension(node.name, graph::to_string(dim)));
      return {};
    }
    value.shape.push_back(*extent);
  }
  return value;
}

// Whose value reaches to the end of a buffer of the plan.
std::string last_in(const model::MemoryPlan& plan, const graph::Graph& graph, int64_t offset, int64_t bytes) {
  const model::PlannedValue* last = nullptr;
  for (const model::PlannedValue& value : plan.values)
    if (value.offset && *value.offset >= offset && *value.offset - offset < bytes &&
        (!last || *value.offset + value.bytes > *last->offset + last->bytes))
      last = &value;
  return last ? graph.node(last->id.node).name : "";
}

}  // namespace

// Of the graph's inputs whose sizes are known, no more than can be counted.
int64_t NetworkValues::inputs_bytes() const {
  int64_t sum = 0;
  for (const NodeId id : graph_.inputs) {
    const graph::Type& type = graph_.node(id).type;
    const auto shape = type.is_tensor() && type.rank_known ? graph::constant_shape(type.shape) : std::nullopt;
    const int64_t count = shape ? std::max<int64_t>(element_count(*shape), 0) : 0;
    sum += std::min(count, kMostBytes) * type.dtype.bytes();
    if (sum > kMostBytes) return kMostBytes;
  }
  return sum;
}

Diagnostics NetworkValues::allocate(const model::MemoryPlan& plan) {
  Diagnostics diagnostics;
  // Before gigabytes are filled with numbers that nobody will read.
  const int64_t left = memory_.limit() - memory_.used_anywhere(), inputs = inputs_bytes();
  if (plan.arena_bytes > 0 && plan.arena_bytes <= left && plan.arena_bytes > left - inputs)
    return {runtime::over_memory_together(last_in(plan, graph_, 0, plan.arena_bytes), plan.arena_bytes + inputs,
                                          memory_.used_anywhere(), memory_.limit())};
  for (const auto& [offset, bytes] : plan.own) {
    Value buffer{DType::Int(8), {bytes}, {}};
    const std::string node = last_in(plan, graph_, offset, bytes);
    if (bytes > memory_.limit() - memory_.used_anywhere())
      return {runtime::over_memory_together(node, bytes, memory_.used_anywhere(), memory_.limit())};
    memory_.allocate(node, buffer, diagnostics);
    if (has_errors(diagnostics)) return diagnostics;
    owned_.push_back(buffer);
    buffers_.emplace(offset, std::move(buffer));
  }
  plan_ = &plan;
  return fill_with_nan();
}

Diagnostics NetworkValues::fill_with_nan() {
  Diagnostics diagnostics;
  for (const auto& [offset, buffer] : buffers_) append(diagnostics, memory_.fill_with_nan(buffer));
  return diagnostics;
}

Value NetworkValues::place(const Node& node, const graph::Type& type, int64_t offset, Diagnostics& diagnostics) {
  Value value = without_memory(node, type, diagnostics);
  if (const auto whole = buffers_.find(offset); !memory_.device().session().has_views()) {
    value.buffer = whole->second.buffer;
    return value;
  }
  memory_.take_part(value, buffers_.begin()->second, offset, diagnostics);
  if (!has_errors(diagnostics)) parts_.push_back(value);
  return value;
}

Value NetworkValues::make(const Node& node, const graph::Type& type, Diagnostics& diagnostics) {
  Value value = without_memory(node, type, diagnostics);
  if (has_errors(diagnostics)) return {};
  memory_.allocate(node.name, value, diagnostics);
  if (!has_errors(diagnostics)) owned_.push_back(value);
  return value;
}

std::optional<Value> NetworkValues::add_result(NodeId node, Diagnostics& diagnostics) {
  const std::vector<graph::Type> fields = flattened(graph_.node(node).type);
  std::vector<Value>& made = values_[node];
  if (made.size() >= fields.size()) return std::nullopt;
  const model::PlannedValue* planned = plan_ ? plan_->placed({node, made.size()}) : nullptr;
  Value value = planned ? place(graph_.node(node), fields[made.size()], *planned->offset, diagnostics)
                        : make(graph_.node(node), fields[made.size()], diagnostics);
  if (!has_errors(diagnostics) && !planned) append(diagnostics, memory_.fill_with_nan(value));
  if (has_errors(diagnostics)) return std::nullopt;
  if (const int64_t block = blocks_ ? model::block_of(*blocks_, node) : 0; block > 0)
    value.shape = model::in_blocks(value.shape, block);
  made.push_back(value);
  return value;
}

Diagnostics NetworkValues::add_view(NodeId node, NodeId source) {
  Diagnostics diagnostics;
  const std::vector<Value> from = of(source, diagnostics);
  Value value = without_memory(graph_.node(node), graph_.node(node).type, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  memory_.take_part(value, from.at(0), 0, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  parts_.push_back(value);
  values_[node] = {value};
  return diagnostics;
}

Value NetworkValues::input(const Node& node, Diagnostics& diagnostics) {
  target::Session& session = memory_.device().session();
  const size_t number = filled_++;
  const auto given = given_.find(node.name);
  const NDArray* const array = given == given_.end() ? nullptr : given->second.tensor();
  if (node.kind == NodeKind::Input && array) {
    Value value{array->dtype(), array->shape(), {}};
    memory_.allocate(node.name, value, diagnostics);
    if (has_errors(diagnostics)) return value;
    owned_.push_back(value);
    append(diagnostics, session.write(value.buffer, {reinterpret_cast<const char*>(array->bytes()), value.bytes()}));
    return value;
  }
  const Value value = make(node, node.type, diagnostics);
  if (!has_errors(diagnostics))
    append(diagnostics, session.fill(value.buffer, value.dtype, element_count(value.shape), rule_, number));
  return value;
}

std::vector<Value> NetworkValues::of(NodeId id, Diagnostics& diagnostics) {
  if (const auto known = values_.find(id); known != values_.end()) return known->second;
  const Node& node = graph_.node(id);
  std::vector<Value> values;
  if (node.type.is_tensor() && node.type.dtype.is_string()) {
    diagnostics.push_back(runtime::not_runnable(node.name));  // no kernel computes with strings
  } else if (node.kind == NodeKind::Tuple) {
    for (const NodeId field : node.inputs)
      for (Value& value : of(field, diagnostics)) values.push_back(std::move(value));
  } else if (node.kind == NodeKind::TupleGet) {
    const auto all = of(node.inputs[0], diagnostics);
    const auto field =
        graph::tensors_of_field(graph_.node(node.inputs[0]).type, graph::int_attr(node.attrs, "index", 0));
    for (size_t i = 0; field && i < field->count && field->first + i < all.size(); ++i)
      values.push_back(all[field->first + i]);
  } else if (node.kind == NodeKind::Constant && node.data.defined()) {
    values.push_back(constants_.of(node, diagnostics));
  } else if ((node.kind == NodeKind::Input || node.kind == NodeKind::Constant) && node.type.is_tensor()) {
    values.push_back(input(node, diagnostics));
    from_outside_[id] = values;
  } else {
    diagnostics.push_back(runtime::not_runnable(node.name));
  }
  return values_[id] = std::move(values);
}

}  // namespace nw::execute
