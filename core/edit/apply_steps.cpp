// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/apply_steps.h"

#include <algorithm>
#include <optional>
#include <set>

#include "model/group_computation.h"
#include "model/model.h"

namespace nw::edit {

namespace {

// The operators of a group by the last parts of their names.
std::string operators_of(const graph::Graph& graph, const fusion::Group& group) {
  std::string ops;
  for (const NodeId node : group.nodes) {
    if (graph.node(node).kind != graph::NodeKind::Call) continue;
    const std::string& op = graph.node(node).op;
    ops += (ops.empty() ? "" : ", ") + op.substr(op.rfind('.') + 1);
  }
  return ops;
}

}  // namespace

Relatives relatives(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group, const CancelToken& cancel) {
  const auto around = [&graph](const fusion::Group& of) {
    return graph.node(of.anchor.valid() ? of.anchor : of.root).op;
  };
  Relatives found;
  const fusion::Group& own = fusion.groups[group.index()];
  const std::string task = model::task_key(graph, own);
  std::set<std::string> seen;
  for (const fusion::Group& other : fusion.groups) {
    if (cancel.cancelled()) break;
    if (other.id == group) continue;
    const std::string key = model::task_key(graph, other);
    if (key == task)
      found.twins.push_back(other.id);
    else
      found.others.push_back(
          {other.id, operators_of(graph, other), around(other) == around(own), seen.insert(key).second});
  }
  std::ranges::stable_partition(found.others, [](const Relative& other) { return other.alike; });
  return found;
}

AppliedSteps apply_steps(const graph::Graph& graph, const fusion::Fusion& fusion, const std::string& script, GroupId to,
                         const TargetFacts& target) {
  std::optional<AppliedSteps> best;
  for (const auto form : {model::DefaultSchedule::ForTarget, model::DefaultSchedule::None}) {
    Result<model::GroupKernel> kernel = model::group_kernel(graph, fusion, to, target, form);
    if (!kernel.value) return best ? std::move(*best) : AppliedSteps{{}, std::move(kernel.diagnostics)};
    AppliedSteps applied{kernel->task_key, transfer_steps(script, kernel->script)};
    const bool better =
        applied.steps.value && (!best || !best->steps.value || applied.steps->left_out < best->steps->left_out);
    if (!best || better) best = std::move(applied);
  }
  return std::move(*best);
}

}  // namespace nw::edit
