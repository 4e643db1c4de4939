// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions with a window of one position: a tile of pixels by a block of output channels is accumulated in
// registers. All blocks read a chunk's data one after the other, which are copied before; where the weights do not stay
// in the cache, or there are few chunks, all data are copied first, and all chunks read a block's weights.
#include "op/compute/conv_pointwise.h"
#include "op/schedule/builder.h"

namespace nw::op {

namespace {

void copy_data(const te::Operation& data, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(data);
  const AxisId pixel = steps.axes(stage)[4];
  if (pays_off(*extent_of(compute(data).axis[4]), steps.lanes())) steps.vectorize(stage, pixel);
}

}  // namespace

bool schedule_conv_pointwise(const Group& group, ScheduleBuilder& steps) {
  const te::Operation data = group.tagged("pointwise_data"), block = group.tagged("pointwise_block"),
                      conv = group.tagged("pointwise_unblock");
  if (!data || !block || !conv || !same_shape(conv, group.last)) return false;
  const te::ComputeNode& sums = compute(block);
  const auto blocks = extent_of(sums.axis[1]), chunks = extent_of(sums.axis[2]), channels = extent_of(sums.axis[5]),
             inputs = extent_of(sums.reduce_axis[0]), height = extent_of(compute(group.last).axis[2]),
             width = extent_of(compute(group.last).axis[3]);
  if (!blocks || !chunks || !channels || !inputs || !height || !width) return false;
  inline_injective(group, steps, {data});
  const StageId last = steps.stage(group.last);
  const auto axes = steps.axes(last);
  const int64_t rows = *height / *chunks;
  const auto [co, ci] = steps.split(last, axes[1], *channels);
  const auto [ho, hi] = steps.split(last, axes[2], rows);
  const double weights = 4 * static_cast<double>(*blocks * *channels * *inputs);
  const bool blocks_outside =
      weights > kWeightsShare * static_cast<double>(steps.l2_bytes()) || *chunks < kTasksOfCore * steps.cores();
  const std::vector<AxisId> outer = blocks_outside ? std::vector{axes[0], co, ho} : std::vector{axes[0], ho, co};
  std::vector<AxisId> order = outer;
  order.insert(order.end(), {ci, hi, axes[3]});
  steps.reorder(last, order);
  AxisId at = co;
  if (blocks_outside) {
    at = steps.fuse(last, outer);
    steps.parallel(last, at);
  } else {
    const AxisId chunk = steps.fuse(last, {axes[0], ho});
    steps.parallel(last, chunk);
    steps.compute_at(steps.stage(data), last, chunk);
  }
  const int64_t elements = vector_length(tir::int_imm(rows * *width), steps.lanes());
  if (pays_off(elements, steps.lanes()))
    steps.vectorize(last, steps.split(last, steps.fuse(last, {hi, axes[3]}), elements).second);
  steps.compute_at(steps.stage(block), last, at);

  const StageId stage = steps.stage(block);
  const auto of_sums = steps.axes(stage);
  const auto [vector, lane] = steps.split(stage, of_sums[5], steps.lanes());
  steps.reorder(stage, {of_sums[3], steps.reduce_axes(stage)[0], of_sums[4], vector, lane});
  steps.unroll(stage, of_sums[4]);
  steps.unroll(stage, vector);
  steps.vectorize(stage, lane);
  copy_data(data, steps);
  if (blocks_outside) {
    const auto of_data = steps.axes(steps.stage(data));
    steps.parallel(steps.stage(data), steps.fuse(steps.stage(data), {of_data[0], of_data[1], of_data[2]}));
  }
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
  return true;
}

}  // namespace nw::op
