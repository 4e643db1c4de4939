// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/registry.h"

#include <algorithm>

#include "base/local_cpu.h"
#include "op/compute/tools.h"
#include "op/families.h"
#include "op/traits_table.h"

namespace nw::op {

CoreFacts CoreFacts::of(const TargetFacts& target) {
  CoreFacts core;
  core.lanes = std::clamp(target.vector_width() / 4, 4, 16);
  core.registers = target.compute.vector_registers;
  for (const TargetFacts::Cache& cache : target.caches)
    if (cache.level == 2 && cache.bytes > 0) core.l2_bytes = cache.bytes;
  // Said of this computer, or among the features of one that is described.
  const std::string features = "," + target.code.features + ",";
  const auto has = [&](const char* feature) { return features.find(feature) != std::string::npos; };
  core.byte_dots = target.config.contains(kByteDots) || has(",+avx512vnni,") || (core.lanes <= 8 && has(",+avxvnni,"));
  return core;
}

namespace {

Registry make_standard() {
  Registry registry;
  for (const auto& [name, traits] : relay_traits()) {
    OpInfo info;
    info.name = name;
    info.traits = traits;
    registry.add(std::move(info));
  }
  add_elementwise(registry);
  add_broadcast(registry);
  add_reduce(registry);
  add_conv(registry);
  add_conv_transforms(registry);
  add_bitserial(registry);
  add_dense(registry);
  add_pool(registry);
  add_norm(registry);
  add_create(registry);
  add_reshape(registry);
  add_slice(registry);
  add_join(registry);
  add_gather(registry);
  add_image(registry);
  add_pad(registry);
  add_sort(registry);
  add_vision(registry);
  add_quantized(registry);
  add_sparse(registry);
  add_signal(registry);
  add_lowered_calls(registry);
  add_control(registry);
  add_sequence(registry);
  add_selection(registry);
  add_max_places(registry);
  add_recurrent(registry);
  add_spectrum(registry);
  add_text(registry);
  add_strings(registry);
  add_computes(registry);
  return registry;
}

}  // namespace

const Registry& Registry::standard() {
  static const Registry registry = make_standard();
  return registry;
}

const Registry& registry_of(const graph::Graph& graph) {
  // Nothing else is an OperatorSet.
  return graph.operators ? static_cast<const Registry&>(*graph.operators) : Registry::standard();
}

Result<std::vector<NDArray>> Registry::evaluate(const graph::Node& call, const std::vector<NDArray>& arguments) const {
  const OpInfo* info = find(call.op);
  return info && info->evaluate ? info->evaluate(call, arguments) : Result<std::vector<NDArray>>();
}

const OpInfo* Registry::find(std::string_view name) const {
  const auto it = ops_.find(name);
  return it == ops_.end() ? nullptr : &it->second;
}

void Registry::add(OpInfo info) {
  traits_[info.name] = info.traits;
  ops_[info.name] = std::move(info);
}

OpInfo& Registry::entry(std::string_view name) {
  auto it = ops_.find(name);
  if (it == ops_.end()) {
    OpInfo info;
    info.name = std::string(name);
    info.traits.known = true;
    add(std::move(info));
    it = ops_.find(name);
  }
  return it->second;
}

namespace {

// Machines trap, and compilers take it that it never happens: only the reference operator says what is divided.
bool divides_by_constant_zero(const graph::Graph& graph, const graph::Node& node) {
  constexpr std::string_view kDivisions = " divide trunc_divide floor_divide mod trunc_mod floor_mod ";
  if (node.inputs.size() != 2 || kDivisions.find(" " + node.op + " ") == std::string_view::npos) return false;
  const NDArray& divisor = graph.node(node.inputs[1]).data;
  if (!divisor.bytes() || !divisor.dtype().is_integer()) return false;
  for (int64_t i = 0; i < divisor.size(); ++i)
    if (divisor.int_at(i) == 0) return true;
  return false;
}

}  // namespace

Sentence why_no_kernel(const graph::Graph& graph, const graph::Node& node) {
  const OpInfo* info = registry_of(graph).find(node.op);
  if (!info || !info->compute) return NW_TEXT("Model", "it has no computation in tensor expressions");
  if (divides_by_constant_zero(graph, node)) return NW_TEXT("Model", "it divides integers by a constant that is zero");
  const auto holds_strings = [](const Type& type) { return type.is_tensor() && type.dtype.is_string(); };
  bool strings = holds_strings(node.type);
  for (const NodeId input : node.inputs) {
    const Type& type = graph.node(input).type;
    strings = strings || holds_strings(type) || std::ranges::any_of(type.fields, holds_strings);
  }
  return strings ? Sentence(NW_TEXT("Model", "no kernel computes with strings")) : Sentence();
}

}  // namespace nw::op
