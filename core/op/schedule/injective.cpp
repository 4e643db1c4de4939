// SPDX-License-Identifier: GPL-3.0-or-later
// Groups without an anchor: every stage but the last is inlined into it; the last runs its outer axes in parallel and
// its innermost as vectors.
#include <algorithm>

#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

void inline_injective(const Group& group, ScheduleBuilder& steps, const std::vector<te::Operation>& keep) {
  for (const te::Operation& op : group.operations)
    if (op != group.last && is_injective(op) && std::find(keep.begin(), keep.end(), op) == keep.end())
      steps.compute_inline(steps.stage(op));
}

namespace {

// Conditions and reads at computed indices need a load for each lane: not vectorized by default.
bool vectorizes_well(const te::ComputeNode& op) {
  bool plain = true;
  for (const tir::Expr& body : op.body) {
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* call = tir::node_cast<tir::CallNode>(e)) plain = plain && call->name != "if_then_else";
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e))
        for (const tir::Expr& index : load->indices)
          tir::walk(index, [&](const tir::Expr& i) {
            const tir::ExprKind kind = i->kind;
            plain = plain && kind != tir::ExprKind::ProducerLoad && kind != tir::ExprKind::FloorDiv &&
                    kind != tir::ExprKind::FloorMod;
            return plain;
          });
      return plain;
    });
  }
  return plain;
}

}  // namespace

namespace {

void vectorize_innermost(const te::Operation& op, std::vector<AxisId>& axes, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(op);
  const auto inner = extent_of(node.axis.back());
  const int64_t block = vector_length(node.axis.back()->dom.extent, steps.lanes());
  if (node.is_reduction() || !pays_off(block, steps.lanes()) || !vectorizes_well(node)) return;
  if (inner == block) {
    steps.vectorize(steps.stage(op), axes.back());
    axes.pop_back();
  } else {
    const auto [outer, vector] = steps.split(steps.stage(op), axes.back(), block);
    steps.vectorize(steps.stage(op), vector);
    axes.back() = outer;
  }
}

}  // namespace

void schedule_root(const te::Operation& op, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(op);
  if (node.axis.empty()) return;
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  vectorize_innermost(op, axes, steps);
  if (axes.size() > 1) axes.pop_back();
  if (!axes.empty()) steps.parallel(steps.stage(op), steps.fuse(steps.stage(op), axes));
}

void schedule_at(const te::Operation& op, StageId at, AxisId axis, ScheduleBuilder& steps) {
  steps.compute_at(steps.stage(op), at, axis);
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  if (!axes.empty()) vectorize_innermost(op, axes, steps);
}

void schedule_injective(const Group& group, ScheduleBuilder& steps) {
  inline_injective(group, steps);
  for (const te::Operation& op : group.operations)
    if (op == group.last || !is_injective(op)) schedule_root(op, steps);
}

}  // namespace nw::op
