// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions. In blocks of channels: a row of one block is summed in registers (a tile of the row by the block's
// vector), then written out with whatever follows; rows run in parallel. Depthwise: a channel's plane at a time.
#include <algorithm>

#include "op/schedule/steps.h"

namespace nw::op {

namespace {

constexpr int64_t kAccumulators = 28;  // of 32 vector registers; the rest hold the weight and an address or two

// Elements of a row summed at once: a divisor if a good one exists, else a tile with a tail.
int64_t row_tile(int64_t width) {
  if (width <= kAccumulators) return width;
  const int64_t exact = divisor(width, kAccumulators);
  return exact >= 7 ? exact : 16;
}

}  // namespace

bool schedule_conv_block(const Group& group, Steps& steps) {
  const te::Operation block = group.tagged("conv2d_block"), pack = group.tagged("pack"),
                      unblock = group.tagged("conv2d_unblock");
  if (!block || !pack || !unblock || !same_shape(unblock, group.last)) return false;
  const auto width = extent_of(compute(block).axis[3]), lanes = extent_of(compute(block).axis[4]);
  if (!width || !lanes) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const std::string& last = group.last->name;
  const auto axes = steps.axes(last, compute(group.last));
  const auto [co, ci] = steps.split(last, axes[1], *lanes);
  steps.reorder(last, {axes[0], co, axes[2], ci, axes[3]});
  const std::string row = steps.fuse(last, {axes[0], co, axes[2]});
  steps.parallel(last, row);
  steps.compute_at(block->name, last, row);

  const auto data = steps.axes(block->name, compute(block));
  const auto reduce = steps.reduce_axes(block->name, compute(block));
  const auto [owo, owi] = steps.split(block->name, data[3], row_tile(*width));
  steps.reorder(block->name, {owo, reduce[0], reduce[1], reduce[2], owi, data[4]});
  steps.unroll(block->name, owi);
  steps.vectorize(block->name, data[4]);
  if (padded) schedule_root(padded, steps);
  schedule_root(pack, steps);
  return true;
}

bool schedule_depthwise(const Group& group, Steps& steps) {
  const te::Operation conv = group.tagged("depthwise_conv2d_nchw");
  if (!conv || !same_shape(conv, group.last)) return false;
  const auto width = extent_of(compute(conv).axis[3]);
  if (!width) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const std::string& last = group.last->name;
  const auto axes = steps.axes(last, compute(group.last));
  const std::string plane = steps.fuse(last, {axes[0], axes[1]});
  steps.parallel(last, plane);
  if (padded) steps.compute_at(padded->name, last, plane);
  const int64_t tile = divisor(*width, steps.lanes());
  auto sum_in_vectors = [&](const std::string& stage, const std::string& w, const std::vector<std::string>& reduce) {
    if (tile * 2 < steps.lanes()) return;
    const auto [wo, wi] = steps.split(stage, w, tile);
    steps.reorder(stage, {wo, reduce[0], reduce[1], wi});
    steps.vectorize(stage, wi);
  };
  if (conv == group.last) {
    sum_in_vectors(last, axes[3], steps.reduce_axes(last, compute(conv)));
    return true;
  }
  steps.compute_at(conv->name, last, axes[2]);
  const auto data = steps.axes(conv->name, compute(conv));
  sum_in_vectors(conv->name, data[3], steps.reduce_axes(conv->name, compute(conv)));
  if (tile * 2 >= steps.lanes()) {
    const auto [wo, wi] = steps.split(last, axes[3], tile);
    steps.vectorize(last, wi);
  }
  return true;
}

}  // namespace nw::op
