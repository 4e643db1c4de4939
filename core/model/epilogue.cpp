// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/epilogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/group_computation.h"
#include "op/default_schedule.h"
#include "op/registry.h"

namespace nw::model {

namespace {

using fusion::Group;
using graph::Node;

constexpr size_t kMaxTasks = 200;  // computations that are looked at: large models repeat few

bool has_epilogue(const graph::Graph& graph, const Group& group) {
  if (!group.anchor.valid()) return false;
  const auto anchor = std::find(group.nodes.begin(), group.nodes.end(), group.anchor);
  return std::any_of(anchor + 1, group.nodes.end(),
                     [&](NodeId id) { return graph.node(id).kind == graph::NodeKind::Call; });
}

// Groups of the same operators on the same shapes are reported once.
std::string likeness(const graph::Graph& graph, const Group& group) {
  std::string key = graph::to_string(graph.node(group.anchor).type);
  for (const NodeId id : group.nodes) key += "|" + graph.node(id).op;
  return key;
}

// The stage whose values the rest of the group reads.
std::string result_stage(const GroupComputation& computation, const Group& group) {
  std::vector<te::Operation> roots;
  for (const te::Tensor& t : computation.outputs) roots.push_back(t->op);
  const auto of_anchor = [&](const te::Operation& op) {
    const NodeId node = node_of(op, group.nodes);
    return node.valid() && node == group.anchor;
  };
  for (const te::Operation& op : te::post_order(roots)) {
    if (of_anchor(op)) continue;
    for (const te::Tensor& input : op->inputs()) {
      if (of_anchor(input->op)) return input->op->name;
    }
  }
  return {};
}

// Whether the default schedule computes the stage of that name inside another one.
bool is_placed_inside(const std::vector<te::Tensor>& outputs, const std::string& name, const TargetFacts& machine) {
  const std::vector<schedule::Step> steps = op::default_schedule(outputs, machine);
  const StageId stage = op::unscheduled(outputs).find_by_name(name);
  return std::ranges::any_of(steps, [&](const schedule::Step& step) {
    return step.stage == stage &&
           (step.primitive == schedule::Primitive::ComputeAt || step.primitive == schedule::Primitive::ComputeInline);
  });
}

// "`add`, `nn.relu`": what was fused behind the anchor.
std::string epilogue_of(const graph::Graph& graph, const Group& group) {
  std::string behind;
  for (auto it = std::find(group.nodes.begin(), group.nodes.end(), group.anchor) + 1; it != group.nodes.end(); ++it) {
    if (graph.node(*it).kind == graph::NodeKind::Call)
      behind += (behind.empty() ? "`" : ", `") + graph.node(*it).op + "`";
  }
  return behind;
}

std::string such_groups(int count) {
  return count == 1 ? "" : fmt::format(" ({} such groups)", count);
}

// The anchor has no computation here, so no schedule of it can be looked at.
Diagnostic unchecked(const graph::Graph& graph, const Group& group, int count) {
  const Node& anchor = graph.node(group.anchor);
  Diagnostic d;
  d.code = "NW3013";
  d.severity = Severity::Note;
  d.message = fmt::format("`{}` ({}) is fused with {}; whether its schedule takes that in cannot be checked here{}",
                          anchor.op, anchor.name, epilogue_of(graph, group), such_groups(count));
  d.where.push_back(at_node(anchor.name));
  d.where.front().span = anchor.origin.span;
  d.because.push_back(
      fmt::format("out_elemwise_fusable promises that the schedule of `{}` begins at the group's last stage; fusion "
                  "does not look at schedules, and one that takes its own stage for the last fails when bounds are "
                  "inferred",
                  anchor.op));
  d.legal.push_back(fmt::format("keep it alone until its schedule does: --pattern {}=opaque", anchor.op));
  return d;
}

Diagnostic warning(const graph::Graph& graph, const Group& group, const std::string& stage, int count) {
  const Node& anchor = graph.node(group.anchor);
  Diagnostic d;
  d.code = "NW3012";
  d.severity = Severity::Warning;
  d.message = fmt::format("`{}` ({}) is fused with {}, but its default schedule computes all of `{}` first{}",
                          anchor.op, anchor.name, epilogue_of(graph, group), anchor.op, such_groups(count));
  d.where.push_back(at_node(anchor.name));
  d.where.front().span = anchor.origin.span;
  d.because.push_back(
      fmt::format("the schedule leaves stage '{}' at root, so its whole result goes through memory", stage));
  d.legal.push_back(
      fmt::format("in the group's kernel, attach '{}' inside the loops of the last stage: "
                  "s[{}].compute_at(…)",
                  stage, stage));
  return d;
}

}  // namespace

Diagnostics epilogue_warnings(const graph::Graph& graph, const fusion::Fusion& fusion, const TargetFacts& machine) {
  std::map<std::string, std::pair<const Group*, int>> tasks;  // by what they compute
  std::vector<std::string> order;
  for (const Group& group : fusion.groups) {
    if (!has_epilogue(graph, group)) continue;
    std::string key = likeness(graph, group);
    auto& [first, count] = tasks[key];
    if (count++ > 0) continue;
    first = &group;
    order.push_back(std::move(key));
  }
  Diagnostics out;
  for (size_t i = 0; i < order.size() && i < kMaxTasks; ++i) {
    const auto& [group, count] = tasks.at(order[i]);
    const Result<GroupComputation> computation = group_computation(graph, *group, scheduled_form(machine), machine);
    if (!computation.value) {
      const op::OpInfo* info = op::registry_of(graph).find(graph.node(group->anchor).op);
      if (!info || !info->compute) out.push_back(unchecked(graph, *group, count));
      continue;
    }
    const std::string stage = result_stage(*computation, *group);
    if (stage.empty()) continue;
    if (!is_placed_inside(computation->outputs, stage, machine)) {
      out.push_back(warning(graph, *group, stage, count));
    }
  }
  return out;
}

}  // namespace nw::model
