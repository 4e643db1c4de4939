// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent layers: the inputs' product in tiles over all cores; in a step, tiles of the state's product that are
// accumulated in registers, and gates as vectors. One core computes a step: to wake others takes longer, but for large
// layers.
#include <algorithm>

#include "op/schedule/builder.h"

namespace nw::op {

namespace {

constexpr int64_t kMostRowsOfStep = 4;  // of the batch in a tile: with four vectors of columns, half of the registers
constexpr double kWorthThreads = 1 << 21;  // multiplications of a step

void as_vectors(const te::Operation& op, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(op);
  const AxisId inner = steps.axes(stage).back();
  const int64_t width = vector_length(compute(op).axis.back()->dom.extent, steps.lanes());
  if (width > 1) steps.vectorize(stage, steps.split(stage, inner, width).second);
}

// The product of a step: axes t, b and j, summed over k.
void schedule_step(const te::Operation& product, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(product);
  const te::Tensor panel = packed_operand(product);
  const int64_t* width = panel ? tir::as_const_int(panel->shape.back()) : nullptr;
  if (!width) return;
  const StageId stage = steps.stage(product);
  const std::vector<AxisId> axes = steps.axes(stage);
  const int64_t batch = extent_of(node.axis[1]).value_or(1), columns = extent_of(node.axis[2]).value_or(1),
                depth = extent_of(node.reduce_axis[0]).value_or(1);
  const StageId sums = steps.cache_write(stage, "local");
  const auto [jo, ji] = steps.split(stage, axes[2], *width);
  const auto [bo, bi] = steps.split(stage, axes[1], std::min(batch, kMostRowsOfStep));
  steps.reorder(stage, {axes[0], jo, bo, bi, ji});
  steps.vectorize(stage, ji);
  if (static_cast<double>(batch) * static_cast<double>(columns) * static_cast<double>(depth) >= kWorthThreads)
    steps.parallel(stage, jo);
  steps.compute_at(sums, stage, bo);
  const std::vector<AxisId> data = steps.axes(sums);
  steps.reorder(sums, {data[0], steps.reduce_axes(sums)[0], data[1], data[2]});
  steps.unroll(sums, data[1]);
  steps.vectorize(sums, data[2]);
}

}  // namespace

bool schedule_recurrent(const Group& group, ScheduleBuilder& steps) {
  if (!group.tagged("recurrent_result")) return false;
  Group inputs;
  for (const te::Operation& op : group.operations) {
    if (has_tag(op, "recurrent_inputs")) {
      for (const te::Tensor& read : op->inputs())
        if (has_tag(read->op, "pack") && read->op->kind == te::OpKind::Compute) inputs.operations.push_back(read->op);
      inputs.operations.push_back(inputs.last = op);
      schedule_product_in_tiles(inputs, steps);
    } else if (has_tag(op, "recurrent_products")) {
      for (const te::Tensor& read : op->inputs())
        if (has_tag(read->op, "pack") && read->op->kind == te::OpKind::Compute) schedule_root(read->op, steps);
      schedule_step(op, steps);
    } else if (has_tag(op, "recurrent_cell") || has_tag(op, "recurrent_first")) {
      as_vectors(op, steps);
    } else if (has_tag(op, "recurrent_result")) {
      schedule_root(op, steps);
    }
  }
  return true;
}

}  // namespace nw::op
