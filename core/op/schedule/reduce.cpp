// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, pools and softmax: outer axes parallel, all stages of a row (or a window) computed at their use.
#include <algorithm>

#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

// The innermost axis as vectors.
void vectorize_inner(StageId stage, AxisId axis, const tir::IterVar& iter, ScheduleBuilder& steps) {
  const auto extent = extent_of(iter);
  const int64_t block = vector_length(iter->dom.extent, steps.lanes());
  if (!pays_off(block, steps.lanes())) return;
  steps.vectorize(stage, extent == block ? axis : steps.split(stage, axis, block).second);
}

// All of the axes but the last one, fused and in parallel; the fused axis.
AxisId parallel_outer(StageId stage, std::vector<AxisId> axes, bool keep_last, ScheduleBuilder& steps) {
  if (keep_last && axes.size() > 1) axes.pop_back();
  const AxisId outer = steps.fuse(stage, axes);
  steps.parallel(stage, outer);
  return outer;
}

// Whether a tensor's last index is the axis alone: its elements lie side by side along it.
bool is_contiguous_along(const te::ComputeNode& node, const tir::IterVar& axis) {
  bool contiguous = false;
  for (const tir::Expr& body : node.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e); load && !load->indices.empty())
        contiguous = contiguous || tir::structural_equal(load->indices.back(), axis->var);
      return !contiguous;
    });
  return contiguous;
}

// A long reduction along contiguous data: partial results in the lanes of a vector, which the stage itself combines.
// The stage of the partial results; none, and no step, where the reduction is shorter than `shortest` vectors. To be
// called before any other step on the stage, whose loops it replaces.
StageId factor_into_lanes(const te::Operation& reduction, int64_t shortest, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(reduction);
  int64_t depth = node.reduce_axis.empty() ? 0 : 1;
  for (const tir::IterVar& axis : node.reduce_axis) depth *= extent_of(axis).value_or(0);
  if (depth < shortest * steps.lanes() || !is_contiguous_along(node, node.reduce_axis.back())) return {};
  const StageId stage = steps.stage(reduction);
  const AxisId elements = steps.fuse(stage, steps.reduce_axes(stage));
  const StageId partial = steps.rfactor(stage, steps.split(stage, elements, steps.lanes()).second);
  return partial == stage ? StageId() : partial;
}

void add_in_lanes(StageId partial, ScheduleBuilder& steps) {
  if (!partial) return;
  const AxisId vector = steps.axes(partial).front();
  steps.reorder(partial, {steps.reduce_axes(partial)[0], vector});
  steps.vectorize(partial, vector);
}

void vectorize_partial(StageId partial, StageId at, AxisId axis, ScheduleBuilder& steps) {
  if (partial) steps.compute_at(partial, at, axis);
  add_in_lanes(partial, steps);
}

constexpr int64_t kShortestRow = 2, kShortestPlane = 3, kShortestSum = 4;  // in vectors

// Whether the reduction runs over two axes, the last ones of the data, in whole: their elements lie side by side.
bool covers_planes(const te::ComputeNode& node) {
  if (node.reduce_axis.size() != 2 || node.body.size() != 1) return false;
  bool whole = false;
  tir::walk(node.body[0], [&](const tir::Expr& e) {
    const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
    if (!load || load->indices.size() < 2) return true;
    const te::Tensor data = te::tensor_of(*load);
    const size_t last = load->indices.size() - 1;
    whole = true;
    for (size_t i = 0; i < 2; ++i)
      whole = whole && tir::structural_equal(data->shape[last - i], node.reduce_axis[1 - i]->dom.extent) &&
              tir::structural_equal(load->indices[last - i], node.reduce_axis[1 - i]->var);
    return !whole;
  });
  return whole;
}

}  // namespace

bool schedule_softmax(const Group& group, ScheduleBuilder& steps) {
  const te::Operation softmax = group.tagged("softmax");
  if (!softmax || !same_shape(softmax, group.last)) return false;
  // Rows along the last axis: its row stages have one axis less, the same outer ones.
  const auto row = group.tagged("softmax_row");
  const te::ComputeNode& node = compute(group.last);
  if (!row || compute(row).axis.empty()) return false;
  for (size_t i = 0; i < compute(row).axis.size(); ++i)
    if (compute(row).axis[i]->var->name != node.axis[i]->var->name) return false;
  inline_injective(group, steps, {softmax});
  const StageId last = steps.stage(group.last);
  const auto axes = steps.axes(last);
  const AxisId outer = parallel_outer(last, axes, true, steps);
  vectorize_inner(last, axes.back(), node.axis.back(), steps);
  for (const te::Operation& op : group.operations) {
    const bool of_row = has_tag(op, "softmax_row") || has_tag(op, "softmax_exp") || (op == softmax && op != group.last);
    if (!of_row) continue;
    if (has_tag(op, "softmax_row")) vectorize_partial(factor_into_lanes(op, kShortestRow, steps), last, outer, steps);
    steps.compute_at(steps.stage(op), last, outer);
    if (!has_tag(op, "softmax_exp")) continue;
    vectorize_inner(steps.stage(op), steps.axes(steps.stage(op)).back(), compute(op).axis.back(), steps);
  }
  return true;
}

bool schedule_reduction(const Group& group, ScheduleBuilder& steps) {
  te::Operation reduction = group.tagged("comm_reduce");
  if (!reduction) reduction = group.tagged("pool");
  if (!reduction || !same_shape(reduction, group.last)) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last);
  const te::ComputeNode& result = compute(group.last);
  if (result.axis.empty()) {  // a scalar: nothing to parallelize
    if (has_tag(reduction, "comm_reduce")) add_in_lanes(factor_into_lanes(reduction, kShortestSum, steps), steps);
    return true;
  }
  StageId partial;
  if (has_tag(reduction, "comm_reduce") && compute(reduction).reduce_axis.size() == 1)
    partial = factor_into_lanes(reduction, kShortestSum, steps);
  else if (covers_planes(compute(reduction)))
    partial = factor_into_lanes(reduction, kShortestPlane, steps);
  const auto axes = steps.axes(last);
  const bool plane = has_tag(reduction, "pool") && axes.size() >= 3;  // a batch and its channels
  const AxisId outer =
      plane ? parallel_outer(last, {axes[0], axes[1]}, false, steps) : parallel_outer(last, axes, false, steps);
  vectorize_partial(partial, last, outer, steps);
  if (reduction != group.last) steps.compute_at(steps.stage(reduction), last, outer);
  if (padded) steps.compute_at(steps.stage(padded), last, outer);
  return true;
}

}  // namespace nw::op
