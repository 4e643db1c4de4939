// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/packing.h"

#include <algorithm>

#include "op/default_schedule.h"
#include "script/write.h"

namespace nw::model {

using te::Tensor;

namespace {

std::vector<te::Operation> operations_of(const GroupComputation& computation) {
  std::vector<te::Operation> roots;
  for (const Tensor& t : computation.outputs) roots.push_back(t->op);
  return te::post_order(roots);
}

bool has_constant_shape(const te::Operation& stage) {
  return std::ranges::all_of(stage->output_shape(0), [](const tir::Expr& extent) { return tir::as_const_int(extent); });
}

// The constant that the stage rearranges or adds up; invalid: it is not such a stage, or its sizes are known at run
// time only.
NodeId packed_constant(const graph::Graph& graph, const GroupComputation& computation, const te::Operation& stage) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage);
  const bool prepares = stage->tag == "pack" || stage->tag == "pack_sums";
  if (!compute || !prepares || !has_constant_shape(stage)) return {};
  const std::vector<Tensor> read = compute->inputs();
  if (read.size() != 1) return {};
  for (size_t i = 0; i < computation.inputs.size(); ++i) {
    const graph::Node& node = graph.node(computation.input_nodes[i]);
    if (te::same_tensor(computation.inputs[i], read[0]) && node.kind == graph::NodeKind::Constant &&
        node.data.defined())
      return node.id;
  }
  return {};
}

Packing packing_of(const te::Operation& stage, const Tensor& constant, NodeId node, const TargetFacts& target) {
  script::WriteRequest request;
  request.outputs = {te::output(stage)};
  request.args = {constant, te::output(stage)};
  request.steps = op::default_schedule(request.outputs, target);
  Packing packing;
  packing.script = script::write(request);
  packing.constant = node;
  return packing;
}

// The inputs that are still read, in their order, and the packed ones where their constants were.
void replace_inputs(GroupComputation& computation, const std::vector<std::pair<NodeId, Tensor>>& packed) {
  std::vector<Tensor> read;
  for (const te::Operation& op : operations_of(computation))
    for (const Tensor& input : op->inputs()) read.push_back(input);
  const auto is_read = [&](const Tensor& t) {
    return std::ranges::any_of(read, [&](const Tensor& r) { return te::same_tensor(r, t); });
  };
  std::vector<Tensor> inputs;
  std::vector<NodeId> nodes;
  const auto keep = [&](const Tensor& tensor, NodeId node) {
    inputs.push_back(tensor);
    nodes.push_back(node);
  };
  for (size_t i = 0; i < computation.inputs.size(); ++i) {
    const NodeId node = computation.input_nodes[i];
    const bool first = std::ranges::find(nodes, node) == nodes.end();
    if (is_read(computation.inputs[i])) keep(computation.inputs[i], node);
    for (const auto& [constant, tensor] : packed)
      if (constant == node && first) keep(tensor, node);
  }
  computation.inputs = std::move(inputs);
  computation.input_nodes = std::move(nodes);
}

}  // namespace

std::vector<Packing> take_out_packings(const graph::Graph& graph, GroupComputation& computation,
                                       const TargetFacts& target) {
  std::vector<Packing> packings;
  std::vector<std::pair<NodeId, Tensor>> packed;
  te::TensorMap now;
  for (const te::Operation& op : operations_of(computation)) {
    if (const NodeId constant = packed_constant(graph, computation, op); constant.valid()) {
      packings.push_back(packing_of(op, op->inputs()[0], constant, target));
      const Tensor stands_for_it = te::tagged_placeholder(op->output_shape(0), op->name, op->output_dtype(0), op->tag);
      packed.emplace_back(constant, stands_for_it);
      now.emplace_back(te::output(op), stands_for_it);
      continue;
    }
    const te::Operation over_packed = te::replace_inputs(op, now);
    if (over_packed == op) continue;
    for (int i = 0; i < op->num_outputs(); ++i) now.emplace_back(te::output(op, i), te::output(over_packed, i));
  }
  if (packings.empty()) return packings;
  for (Tensor& output : computation.outputs)
    for (const auto& [old, replaced] : now)
      if (te::same_tensor(output, old)) {
        output = replaced;
        break;
      }
  replace_inputs(computation, packed);
  for (size_t p = 0; p < packings.size(); ++p)
    for (size_t i = 0; i < computation.inputs.size(); ++i)
      if (te::same_tensor(computation.inputs[i], packed[p].second)) packings[p].input = i;
  return packings;
}

}  // namespace nw::model
