// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/model.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/group_computation.h"
#include "op/default_schedule.h"
#include "op/registry.h"
#include "passes/dims.h"
#include "passes/passes.h"
#include "script/script.h"
#include "script/write.h"

namespace nw::model {

namespace {

// A pass that changed nothing leaves the same graph, not a copy: each would take as much memory as the first.
Snapshot snapshot(const char* name, const char* title, const std::shared_ptr<const graph::Graph>& before,
                  passes::PassResult result) {
  if (result.graph) {
    return {name, title, std::make_shared<const graph::Graph>(std::move(*result.graph)),
            std::move(result.from_previous)};
  }
  Snapshot same{name, title, before, {}};
  for (size_t i = 0; i < before->size(); ++i) {
    same.from_previous.emplace_hint(same.from_previous.end(), NodeId(i), NodeId(i));
  }
  return same;
}

// A table's rules are the last pass.
std::shared_ptr<const Model> rewritten(std::shared_ptr<Model> model, const OpenOptions& options) {
  if (!options.rewrite || options.cancel.cancelled()) return model;
  passes::PassResult result = options.rewrite(model->optimized());
  model->rule_diagnostics = result.diagnostics;
  append(model->diagnostics, std::move(result.diagnostics));
  model->snapshots.push_back(snapshot("rewrite", "Rules applied", model->snapshots.back().graph, std::move(result)));
  return model;
}

// The types that a call gives to inputs without one, and what follows from them.
void give_types(graph::Graph& graph, const std::map<std::string, graph::Type>& types, Diagnostics& diagnostics) {
  bool changed = false;
  for (const NodeId id : graph.inputs) {
    graph::Node& node = graph.node(id);
    const auto given = types.find(node.name);
    if (given == types.end() || graph::is_known(node.type)) continue;
    node.type = given->second;
    changed = true;
  }
  if (changed) append(diagnostics, op::infer_types(graph));
}

}  // namespace

std::shared_ptr<const Model> build_model(graph::Graph source, Diagnostics diagnostics, const std::string& path,
                                         const OpenOptions& options) {
  auto model = std::make_shared<Model>();
  model->path = path;
  model->diagnostics = std::move(diagnostics);
  give_types(source, options.input_types, model->diagnostics);
  if (options.bind_dims) append(model->diagnostics, passes::bind_dims(source, options.dims));
  model->snapshots.push_back({"source", "Source", std::make_shared<const graph::Graph>(std::move(source)), {}});
  if (options.passes == Passes::None) return rewritten(std::move(model), options);
  for (const passes::Pass& pass : passes::default_passes()) {
    if (options.cancel.cancelled()) break;
    passes::PassResult result = pass.run(model->optimized());
    append(model->diagnostics, std::move(result.diagnostics));
    model->snapshots.push_back(snapshot(pass.name, pass.title, model->snapshots.back().graph, std::move(result)));
  }
  return rewritten(std::move(model), options);
}

fusion::Fusion fuse(const Model& model, const fusion::Options& options) {
  return fusion::fuse(model.optimized(), op::registry_of(model.optimized()).traits(), options);
}

Diagnostic no_such_group(const fusion::Fusion& fusion, GroupId id) {
  Diagnostic d;
  d.code = "NW3002";
  d.message = "there is no group " + std::to_string(id.value) + "; groups are numbered from " +
              (fusion.groups.empty() ? std::string("none")
                                     : std::to_string(fusion.groups.front().id.value) + " to " +
                                           std::to_string(fusion.groups.back().id.value));
  return d;
}

namespace {

const fusion::Group* find_group(const fusion::Fusion& fusion, GroupId id) {
  const auto found = std::ranges::find(fusion.groups, id, &fusion::Group::id);
  return found == fusion.groups.end() ? nullptr : &*found;
}

std::string metadata_of(const graph::Graph& graph, const fusion::Group& group, const TargetFacts& target,
                        const std::string& task) {
  return nlohmann::json{{"task", task}, {"target", target.id}, {"model", graph.name}, {"group", group.id.value}}.dump(
      -1, ' ', true, nlohmann::json::error_handler_t::replace);
}

GroupKernel write_kernel(const graph::Graph& graph, const fusion::Group& group, const GroupComputation& computation,
                         const TargetFacts& target, DefaultSchedule schedule) {
  GroupKernel kernel;
  kernel.task_key = task_key(graph, group);
  kernel.inputs = computation.input_nodes;
  kernel.outputs = computation.output_nodes;
  kernel.sizes = computation.sizes;
  std::vector<te::Operation> roots;
  for (const te::Tensor& t : computation.outputs) roots.push_back(t->op);
  for (const te::Operation& op : te::post_order(roots))
    if (const NodeId node = node_of(op, group.nodes); node.valid()) kernel.stage_nodes.emplace(op->name, node);
  script::WriteRequest request;
  request.outputs = computation.outputs;
  request.args = computation.inputs;
  request.args.insert(request.args.end(), computation.outputs.begin(), computation.outputs.end());
  if (schedule == DefaultSchedule::ForTarget) request.steps = op::default_schedule(computation.outputs, target);
  request.metadata = metadata_of(graph, group, target, kernel.task_key);
  kernel.script = script::write(request);
  kernel.args = std::move(request.args);
  return kernel;
}

// The kernel of a declared operator that is a group by itself, as a person has scheduled it. Nothing where there is no
// such schedule for the group's sizes and this target.
std::optional<GroupKernel> scheduled_by_hand(const graph::Graph& graph, const fusion::Group& group,
                                             const TargetFacts& target) {
  if (group.nodes.size() != 1) return std::nullopt;
  const graph::Node& node = graph.node(group.root);
  const op::OpInfo* info = node.kind == graph::NodeKind::Call ? op::registry_of(graph).find(node.op) : nullptr;
  if (!info || !info->scheduled) return std::nullopt;
  std::vector<graph::Type> types;
  std::vector<NodeId> owners;
  for (const NodeId input : node.inputs)
    for (graph::Type& type : flattened(graph.node(input).type)) {
      types.push_back(std::move(type));
      owners.push_back(input);
    }
  const std::optional<op::ScheduledCall> call = info->scheduled(node, types);
  if (!call) return std::nullopt;
  GroupKernel kernel;
  kernel.task_key = task_key(graph, group);
  const std::string metadata = metadata_of(graph, group, target, kernel.task_key);
  if (!call->text.empty()) {
    for (const size_t input : call->order) kernel.inputs.push_back(owners[input]);
    kernel.script = "# nestwright: " + metadata + "\n" + call->text;
  } else {
    kernel.inputs = owners;
    script::WriteRequest request;
    request.outputs = call->outputs;
    request.args = call->inputs;
    request.args.insert(request.args.end(), call->outputs.begin(), call->outputs.end());
    request.steps = call->steps;
    request.metadata = metadata;
    kernel.script = script::write(request);
  }
  script::ReadOptions options;
  options.explain = false;
  options.target = std::make_shared<const TargetFacts>(target);
  script::Program program = script::read(kernel.script, options);
  if (!program.ok()) return std::nullopt;  // its steps are for another target
  kernel.args = std::move(program.args);
  kernel.outputs.assign(call->outputs.size(), group.root);
  std::vector<te::Operation> roots;
  for (const te::Tensor& t : call->outputs) roots.push_back(t->op);
  for (const te::Operation& op : te::post_order(roots))
    if (op->kind != te::OpKind::Placeholder) kernel.stage_nodes.emplace(op->name, group.root);
  return kernel;
}

struct GroupLayout {
  ChannelBlocks blocks;  // of the group's inputs and outputs
  std::string text;
};

GroupLayout layout_of(const GroupComputation& computation, const ChannelBlocks& blocks) {
  GroupLayout layout;
  bool any = false;
  const auto add = [&](NodeId value) {
    const int64_t block = block_of(blocks, value);
    if (block > 0) layout.blocks[value] = block;
    any = any || block > 0;
    layout.text += "," + std::to_string(block);
  };
  for (const NodeId input : computation.input_nodes) add(input);
  for (const NodeId output : computation.output_nodes) add(output);
  if (!any) layout.text.clear();
  return layout;
}

}  // namespace

std::optional<size_t> GroupKernel::packing_of(size_t input) const {
  for (size_t i = 0; i < packings.size(); ++i)
    if (packings[i].input == input) return i;
  return std::nullopt;
}

Result<GroupKernel> group_kernel(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId id,
                                 const TargetFacts& target, DefaultSchedule schedule) {
  const fusion::Group* group = find_group(fusion, id);
  if (!group) return no_such_group(fusion, id);
  if (schedule == DefaultSchedule::ForTarget)
    if (std::optional<GroupKernel> kernel = scheduled_by_hand(graph, *group, target)) return std::move(*kernel);
  Result<GroupComputation> computation = group_computation(
      graph, *group, schedule == DefaultSchedule::None ? Form::AsDefined : scheduled_form(target), target);
  if (!computation.value) return std::move(computation.diagnostics);
  return {write_kernel(graph, *group, *computation, target, schedule), std::move(computation.diagnostics)};
}

Result<GroupKernel> network_kernel(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId id,
                                   const TargetFacts& target, const ChannelBlocks& blocks) {
  const fusion::Group* group = find_group(fusion, id);
  if (!group) return no_such_group(fusion, id);
  if (std::optional<GroupKernel> kernel = scheduled_by_hand(graph, *group, target)) return std::move(*kernel);
  const int64_t block = block_of(blocks, group->root);
  Result<GroupComputation> computation = group_computation(graph, *group, Form::ForNetwork, target, blocks);
  if (!computation.value) return std::move(computation.diagnostics);
  GroupLayout layout = layout_of(*computation, blocks);
  if (!layout.blocks.empty()) lay_in_blocks(*computation, blocks, block);
  std::vector<Packing> packings = take_out_packings(graph, *computation, target);
  GroupKernel kernel = write_kernel(graph, *group, *computation, target, DefaultSchedule::ForTarget);
  kernel.packings = std::move(packings);
  kernel.blocks = std::move(layout.blocks);
  kernel.layout = std::move(layout.text);
  return {std::move(kernel), std::move(computation.diagnostics)};
}

}  // namespace nw::model
