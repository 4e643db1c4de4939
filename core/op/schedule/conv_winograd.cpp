// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions by Winograd's algorithm: for a chunk of tiles and a block of output channels, the products of each of
// the 16 positions are accumulated in registers, the outputs are made of them in the first caches, and the fused
// operators run over these rows. Transformed data stay in the cache while all blocks of channels read them, unless the
// weight does not: then all data are transformed first, and each block's weights are read once.
#include "op/compute/conv_winograd.h"
#include "op/schedule/builder.h"

namespace nw::op {

namespace {

struct Winograd {
  te::Operation padded, data, products, block;
  int64_t columns = 1, rows = 1, chunks = 1;  // of tiles, as in WinogradPlan
  int64_t channels = 1;                       // of a block
  int64_t weights = 0, width = 1;             // elements of the transformed weight; of a row of the output
};

std::optional<Winograd> winograd_of(const Group& group) {
  Winograd w{group.tagged("pad"), group.tagged("winograd_data"), group.tagged("winograd_products"),
             group.tagged("winograd_block")};
  const te::Operation conv = group.tagged("winograd_unblock");
  if (!w.padded || !w.data || !w.products || !w.block || !conv || !same_shape(conv, group.last)) return std::nullopt;
  const auto& axis = compute(w.products).axis;
  const auto blocks = extent_of(axis[1]), chunks = extent_of(axis[2]), tiles = extent_of(axis[3]),
             channels = extent_of(axis[6]), inputs = extent_of(compute(w.products).reduce_axis[0]),
             pitch = extent_of(compute(w.padded).axis[3]), width = extent_of(compute(w.block).axis[3]);
  if (!blocks || !chunks || !tiles || !channels || !inputs || !pitch || !width) return std::nullopt;
  w.columns = (*pitch - 2) / 2, w.rows = *tiles / w.columns, w.chunks = *chunks, w.channels = *channels;
  w.weights = *blocks * *channels * *inputs * 16, w.width = *width;
  return w;
}

void accumulate_products(const Winograd& w, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(w.products);
  const auto axes = steps.axes(stage);
  const int64_t vectors = std::max<int64_t>(1, w.channels / steps.lanes());
  const auto [outer, tile] =
      steps.split(stage, axes[3], winograd_tiles(w.rows * w.columns, vectors, steps.registers()));
  std::vector<AxisId> order = {outer, axes[4], axes[5], steps.reduce_axes(stage)[0], tile};
  AxisId lane = axes[6];
  if (vectors > 1) {
    const auto [vector, inner] = steps.split(stage, axes[6], steps.lanes());
    order.push_back(vector);
    lane = inner;
  }
  order.push_back(lane);
  steps.reorder(stage, order);
  for (size_t i = 4; i + 1 < order.size(); ++i) steps.unroll(stage, order[i]);
  steps.vectorize(stage, lane);
}

// The four outputs of a tile are computed from the same products.
void make_outputs(const Winograd& w, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(w.block);
  const auto axes = steps.axes(stage);
  const auto [row, i] = steps.split(stage, axes[2], 2);
  const auto [column, j] = steps.split(stage, axes[3], 2);
  const auto [vector, lane] = steps.split(stage, axes[4], steps.lanes());
  steps.reorder(stage, {row, column, vector, i, j, lane});
  steps.unroll(stage, i);
  steps.unroll(stage, j);
  steps.vectorize(stage, lane);
}

// The 16 positions of some tiles are computed from the same data.
void transform_data(const Winograd& w, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(w.data);
  const auto axes = steps.axes(stage);
  const auto [row, in_row] = steps.split(stage, axes[5], w.columns);
  const auto [column, lane] = steps.split(stage, in_row, std::min(w.columns, steps.lanes()));
  steps.reorder(stage, {axes[4], row, column, axes[2], axes[3], lane});
  steps.unroll(stage, axes[2]);
  steps.unroll(stage, axes[3]);
  steps.vectorize(stage, lane);
}

void pad_rows(const Winograd& w, ScheduleBuilder& steps) {
  const StageId stage = steps.stage(w.padded);
  const int64_t row = vector_length(compute(w.padded).axis[3]->dom.extent, steps.lanes());
  if (pays_off(row, steps.lanes())) steps.vectorize(stage, steps.split(stage, steps.axes(stage)[3], row).second);
}

}  // namespace

bool schedule_conv_winograd(const Group& group, ScheduleBuilder& steps) {
  const std::optional<Winograd> w = winograd_of(group);
  if (!w) return false;
  inline_injective(group, steps, {w->padded});
  const StageId last = steps.stage(group.last), data = steps.stage(w->data), padded = steps.stage(w->padded);
  const auto axes = steps.axes(last);
  const auto [co, ci] = steps.split(last, axes[1], w->channels);
  const auto [ho, hi] = steps.split(last, axes[2], 2 * w->rows);
  const bool blocks_outside = 4 * w->weights > steps.l2_bytes() || w->chunks < kTasksOfCore * steps.cores();
  const std::vector<AxisId> outer = blocks_outside ? std::vector{axes[0], co, ho} : std::vector{axes[0], ho, co};
  std::vector<AxisId> order = outer;
  order.insert(order.end(), {ci, hi, axes[3]});
  steps.reorder(last, order);
  AxisId block = co;
  if (blocks_outside) {
    block = steps.fuse(last, outer);
    steps.parallel(last, block);
  } else {
    const AxisId chunk = steps.fuse(last, {axes[0], ho});
    steps.parallel(last, chunk);
    steps.compute_at(data, last, chunk);
    steps.compute_at(padded, last, chunk);
  }
  const int64_t elements = vector_length(tir::int_imm(2 * w->rows * w->width), steps.lanes());
  if (pays_off(elements, steps.lanes()))
    steps.vectorize(last, steps.split(last, steps.fuse(last, {hi, axes[3]}), elements).second);
  steps.compute_at(steps.stage(w->block), last, block);
  steps.compute_at(steps.stage(w->products), last, block);
  make_outputs(*w, steps);
  accumulate_products(*w, steps);
  if (blocks_outside) {
    const auto of_data = steps.axes(data), of_padded = steps.axes(padded);
    transform_data(*w, steps);
    steps.parallel(data, steps.fuse(data, {of_data[0], of_data[1], of_data[4]}));
    pad_rows(*w, steps);
    steps.parallel(padded, steps.fuse(padded, {of_padded[0], of_padded[1]}));
  } else {
    transform_data(*w, steps);
    pad_rows(*w, steps);
  }
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
  return true;
}

}  // namespace nw::op
