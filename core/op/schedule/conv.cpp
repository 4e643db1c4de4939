// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions. In tiles of pixels: a few output channels by a tile are accumulated in registers, for some rows of
// those channels; then the fused operators run over these rows. In blocks of channels: a row of one block is
// accumulated in registers (a tile of the row by the block's vector), then stored by the fused operators; rows are
// parallel. With channels innermost: a tile of a row by one or two vectors of output channels is accumulated in
// registers, with weights and data unpacked. Depthwise: one channel's plane at a time.
#include <algorithm>

#include "op/compute/conv_tiles.h"
#include "op/schedule/builder.h"

namespace nw::op {

namespace {

constexpr int64_t kAccumulators = 28;  // of 32 vector registers; the rest hold the weight and an address or two

constexpr int64_t kMostRows = 8, kFewRows = 3;  // of a depthwise convolution's tile

constexpr int64_t kUnrolledTaps = 9;  // unrolled window positions
constexpr double kDataShare = 0.6;    // of the L2 cache, for the data

// Elements of the data that are read for the sums of an image, and of the weights.
double data_elements(const te::ComputeNode& sums, const te::Operation& padded, size_t end_of_pixels) {
  double elements = static_cast<double>(extent_of(sums.reduce_axis[0]).value_or(1));
  if (padded) {
    elements = 1;
    for (const tir::IterVar& axis : compute(padded).axis) elements *= static_cast<double>(extent_of(axis).value_or(1));
  } else {
    for (size_t i = 2; i < end_of_pixels; ++i) elements *= static_cast<double>(extent_of(sums.axis[i]).value_or(1));
  }
  return elements;
}
double weight_elements(const te::ComputeNode& sums, int64_t outputs) {
  auto elements = static_cast<double>(outputs);
  for (const tir::IterVar& axis : sums.reduce_axis) elements *= static_cast<double>(extent_of(axis).value_or(1));
  return elements;
}

// The cores share what the inner loops read. Where that can be few weights in place of more data, it is: what another
// core has just written is far away.
bool weights_are_shared(double weights, double data, const ScheduleBuilder& steps) {
  return weights < data && 4 * weights < kWeightsShare * static_cast<double>(steps.l2_bytes());
}

// Elements of a row accumulated together: a divisor if a good one exists, else a tile with a tail.
int64_t row_tile(int64_t width) {
  if (width <= kAccumulators) return width;
  const int64_t exact = divisor(width, kAccumulators);
  return exact >= 7 ? exact : 16;
}

}  // namespace

bool schedule_conv_tiles(const Group& group, ScheduleBuilder& steps) {
  const te::Operation sums = group.tagged("conv2d_tiles"), conv = group.tagged("conv2d_untile");
  if (!sums || !conv || !same_shape(conv, group.last)) return false;
  const te::ComputeNode& node = compute(sums);
  const auto chunks = extent_of(node.axis[2]), pixels = extent_of(node.axis[4]),
             kernel_h = extent_of(node.reduce_axis[1]), kernel_w = extent_of(node.reduce_axis[2]);
  const auto height = extent_of(compute(group.last).axis[2]), width = extent_of(compute(group.last).axis[3]),
             outputs = extent_of(node.axis[1]);
  if (!chunks || !pixels || !kernel_h || !kernel_w || !height || !width || !outputs) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last);
  const auto axes = steps.axes(last);
  const int64_t lanes = std::min<int64_t>(steps.lanes(), 16);
  const int64_t channels = tile_channels(*outputs, (*pixels + lanes - 1) / lanes, steps.registers());
  const auto [co, ci] = steps.split(last, axes[1], channels);
  const auto [ho, hi] = steps.split(last, axes[2], *height / *chunks);
  // The loop over the larger operand is outside: it is read once, while the smaller one stays in the cache.
  const double read = data_elements(node, padded, node.axis.size());
  const bool rows_outside = 4 * read > kDataShare * static_cast<double>(steps.l2_bytes()) ||
                            weights_are_shared(weight_elements(node, *outputs), read, steps);
  const std::vector<AxisId> outer = rows_outside ? std::vector{axes[0], ho, co} : std::vector{axes[0], co, ho};
  std::vector<AxisId> order = outer;
  order.insert(order.end(), {ci, hi, axes[3]});
  steps.reorder(last, order);
  const AxisId shared = steps.fuse(last, outer);
  steps.parallel(last, shared);
  // Rows lie side by side in the sums, unless a window's overhang is between them.
  const AxisId elements = *kernel_w == 1 ? steps.fuse(last, {hi, axes[3]}) : axes[3];
  const int64_t count = *kernel_w == 1 ? *height / *chunks * *width : *width;
  const int64_t block = vector_length(tir::int_imm(count), steps.lanes());
  if (pays_off(block, steps.lanes())) steps.vectorize(last, steps.split(last, elements, block).second);
  steps.compute_at(steps.stage(sums), last, shared);

  const auto data = steps.axes(steps.stage(sums));
  const auto reduce = steps.reduce_axes(steps.stage(sums));
  std::vector<AxisId> inner = {data[3], reduce[0], reduce[1], reduce[2], data[1]};
  AxisId vector = data[4];
  if (*pixels > lanes) {
    const auto [vo, vi] = steps.split(steps.stage(sums), data[4], lanes);
    inner.push_back(vo);
    vector = vi;
  }
  inner.push_back(vector);
  steps.reorder(steps.stage(sums), inner);
  for (size_t i = 4; i + 1 < inner.size(); ++i) steps.unroll(steps.stage(sums), inner[i]);
  if (*kernel_w > 1 && *kernel_w <= kUnrolledTaps) steps.unroll(steps.stage(sums), reduce[2]);
  if (*kernel_h > 1 && *kernel_h * *kernel_w <= kUnrolledTaps) steps.unroll(steps.stage(sums), reduce[1]);
  steps.vectorize(steps.stage(sums), vector);
  if (const te::Operation weight = group.tagged("pack")) schedule_root(weight, steps);
  schedule_byte_stages(group, steps);
  if (padded) {
    std::vector<AxisId> place = steps.axes(steps.stage(padded));
    place.erase(place.end() - 2, place.end());
    steps.parallel(steps.stage(padded), steps.fuse(steps.stage(padded), place));
  }
  return true;
}

namespace {

// Rows of a block that are computed together: as many as leave their sums in the first cache, and enough work for all
// cores. A window reads neighbouring rows, which one row at a time leaves there.
int64_t block_rows(const te::ComputeNode& block, const ScheduleBuilder& steps) {
  constexpr int64_t kMostSums = 6 << 10;
  const std::vector<tir::IterVar>& axis = block.axis;
  if (axis.size() != 5 || block.reduce_axis.size() != 3) return 1;
  const auto blocks = extent_of(axis[1]), height = extent_of(axis[2]), width = extent_of(axis[3]),
             lanes = extent_of(axis[4]);
  const bool window = extent_of(block.reduce_axis[1]) != 1 || extent_of(block.reduce_axis[2]) != 1;
  if (window || !blocks || !height || !width || !lanes) return 1;
  const int64_t rows = divisor(*height, std::max<int64_t>(1, kMostSums / (*width * *lanes)));
  return *blocks * (*height / rows) < kTasksOfCore * steps.cores() ? 1 : rows;
}

}  // namespace

bool schedule_conv_block(const Group& group, ScheduleBuilder& steps) {
  const te::Operation block = group.tagged("conv2d_block"), pack = group.tagged("pack"),
                      unblock = group.tagged("conv2d_unblock");
  if (!block || !unblock || !same_shape(unblock, group.last)) return false;
  const std::vector<tir::IterVar>& axis = compute(block).axis;
  const auto width = extent_of(axis[axis.size() - 2]), lanes = extent_of(axis.back());
  if (!lanes) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last);
  const auto axes = steps.axes(last);
  const auto [co, ci] = steps.split(last, axes[1], *lanes);
  const auto blocks = extent_of(axis[1]);
  const bool rows_outside = blocks && weights_are_shared(weight_elements(compute(block), *blocks * *lanes),
                                                         data_elements(compute(block), padded, axis.size() - 1), steps);
  std::vector<AxisId> rows = {axes[0]};
  if (!rows_outside) rows.push_back(co);
  rows.insert(rows.end(), axes.begin() + 2, axes.end() - 1);
  std::vector<AxisId> order, within;  // within: what follows the sums runs over these as one
  const int64_t together = block_rows(compute(block), steps);
  if (together > 1) {
    const auto [ho, hi] = steps.split(last, axes[2], together);
    rows.back() = ho;
    if (rows_outside) rows.push_back(co);
    order = rows;
    order.insert(order.end(), {ci, hi, axes.back()});
    within = {hi, axes.back()};
  } else {
    if (rows_outside) rows.push_back(co);
    order = rows;
    order.insert(order.end(), {ci, axes.back()});
  }
  steps.reorder(last, order);
  const AxisId row = steps.fuse(last, rows);
  steps.parallel(last, row);
  if (!within.empty()) {
    const int64_t elements = vector_length(tir::int_imm(together * *width), steps.lanes());
    if (pays_off(elements, steps.lanes()))
      steps.vectorize(last, steps.split(last, steps.fuse(last, within), elements).second);
  }
  steps.compute_at(steps.stage(block), last, row);

  const auto data = steps.axes(steps.stage(block));
  const auto reduce = steps.reduce_axes(steps.stage(block));
  // Several vectors of channels share each pixel.
  const int64_t vectors = *lanes % steps.lanes() == 0 ? *lanes / steps.lanes() : 1;
  const auto row_taps = extent_of(compute(block).reduce_axis.back()).value_or(1);
  const int64_t exact = width ? block_pixels(*width, vectors, row_taps, steps.registers()) : 1;
  const bool whole = *lanes % steps.lanes() == 0 && vectors * exact >= kFewestSums;
  const int64_t pixels = !width ? kAccumulators / 2 : whole ? exact : row_tile(*width);
  const auto [owo, owi] = steps.split(steps.stage(block), data[data.size() - 2], pixels);
  std::vector<AxisId> inner = {owo};
  inner.insert(inner.end(), reduce.begin(), reduce.end());
  inner.push_back(owi);
  AxisId lane = data.back();
  if (vectors > 1) {
    const auto [vo, vi] = steps.split(steps.stage(block), data.back(), steps.lanes());
    inner.push_back(vo);
    lane = vi;
  }
  inner.push_back(lane);
  steps.reorder(steps.stage(block), inner);
  for (size_t i = 1 + reduce.size(); i + 1 < inner.size(); ++i) steps.unroll(steps.stage(block), inner[i]);
  steps.vectorize(steps.stage(block), lane);
  if (padded) schedule_root(padded, steps);
  if (pack) schedule_root(pack, steps);
  schedule_byte_stages(group, steps);
  return true;
}

bool schedule_conv_nhwc(const Group& group, ScheduleBuilder& steps) {
  const te::Operation conv = group.tagged("conv2d_nhwc");
  if (!conv || !same_shape(conv, group.last)) return false;
  const te::ComputeNode& node = compute(conv);
  const auto width = extent_of(node.axis[2]), channels = extent_of(node.axis[3]);
  if (!width || !channels) return false;
  // Two vectors of channels share each load of a pixel; less than half a vector does not pay off.
  const int64_t block = *channels % (2 * steps.lanes()) == 0 ? 2 * steps.lanes() : divisor(*channels, steps.lanes());
  if (block * 2 < steps.lanes()) return false;
  const int64_t vectors = (block + steps.lanes() - 1) / steps.lanes();
  const int64_t most = std::max<int64_t>(1, (steps.registers() - 1 - vectors) / vectors);
  const int64_t exact = divisor(*width, most), tile = exact * 2 > most ? exact : std::min(*width, most);
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last);
  const StageId sums = conv == group.last ? steps.cache_write(last, "local") : steps.stage(conv);
  const auto axes = steps.axes(last);
  const auto [wo, wi] = steps.split(last, axes[2], tile);
  const auto [co, ci] = steps.split(last, axes[3], block);
  // A block's weights are read again for every tile: they stay in the cache while its tiles of all rows are summed.
  steps.reorder(last, {axes[0], co, axes[1], wo, wi, ci});
  steps.vectorize(last, ci);
  const AxisId rows = steps.fuse(last, {axes[0], co, axes[1]});
  steps.parallel(last, rows);
  steps.compute_at(sums, last, wo);
  const auto data = steps.axes(sums);
  const auto reduce = steps.reduce_axes(sums);
  std::vector<AxisId> inner = {reduce[0], reduce[1], reduce[2], data[2]};
  AxisId vector = data[3];
  if (vectors > 1) {
    const auto [vo, vi] = steps.split(sums, data[3], steps.lanes());
    inner.push_back(vo);
    vector = vi;
  }
  inner.push_back(vector);
  steps.reorder(sums, inner);
  for (size_t i = 3; i + 1 < inner.size(); ++i) steps.unroll(sums, inner[i]);
  steps.vectorize(sums, vector);
  if (padded) schedule_root(padded, steps);
  return true;
}

bool schedule_depthwise(const Group& group, ScheduleBuilder& steps) {
  const te::Operation conv = group.tagged("depthwise_conv2d_nchw");
  if (!conv || !same_shape(conv, group.last)) return false;
  const auto width = extent_of(compute(conv).axis[3]);
  if (!width) return false;
  if (const te::Operation weight = group.tagged("pack")) schedule_root(weight, steps);
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last);
  const auto axes = steps.axes(last);
  const AxisId plane = steps.fuse(last, {axes[0], axes[1]});
  steps.parallel(last, plane);
  if (padded) {
    steps.compute_at(steps.stage(padded), last, plane);
    const int64_t row = vector_length(compute(padded).axis.back()->dom.extent, steps.lanes());
    if (pays_off(row, steps.lanes()))
      steps.vectorize(steps.stage(padded),
                      steps.split(steps.stage(padded), steps.axes(steps.stage(padded)).back(), row).second);
  }
  const int64_t tile = vector_length(compute(conv).axis[3]->dom.extent, steps.lanes());
  const bool vectors = pays_off(tile, steps.lanes());
  // Rows of a tile are summed side by side: each addition waits for the one before it in its row.
  const auto height = extent_of(compute(conv).axis[2]);
  const int64_t exact = divisor(height.value_or(kMostRows), kMostRows),
                rows = exact >= kFewRows ? exact : kMostRows / 2;
  const auto [ho, hi] = steps.split(last, axes[2], rows);
  const auto sum_in_vectors = [&](StageId stage, AxisId h, AxisId w) {
    if (!vectors) return;
    const auto reduce = steps.reduce_axes(stage);
    const auto [wo, wi] = steps.split(stage, w, tile);
    steps.reorder(stage, {wo, reduce[0], reduce[1], h, wi});
    steps.unroll(stage, h);
    steps.vectorize(stage, wi);
  };
  if (conv == group.last) {
    sum_in_vectors(last, hi, axes[3]);
    return true;
  }
  steps.compute_at(steps.stage(conv), last, ho);
  const auto data = steps.axes(steps.stage(conv));
  sum_in_vectors(steps.stage(conv), data[2], data[3]);
  if (!vectors) return true;
  if (*width % tile == 0) {
    steps.vectorize(last, steps.split(last, axes[3], tile).second);
    return true;
  }
  // Vectors that hold a row with a tail take several instructions for each operation; those of the rows' elements,
  // which lie side by side, have one tail together.
  const AxisId elements = steps.fuse(last, {hi, axes[3]});
  steps.vectorize(last, steps.split(last, elements, vector_length(tir::int_imm(rows * *width), steps.lanes())).second);
  return true;
}

// A single pixel: each weight is read once, where it lies. Sums over enough channels are taken in the lanes of a
// vector.
bool schedule_conv_one_pixel(const Group& group, ScheduleBuilder& steps) {
  const te::Operation conv = group.tagged("conv2d_nchw");
  if (!conv || !same_shape(conv, group.last)) return false;
  const te::ComputeNode& node = compute(conv);
  const auto channels = extent_of(node.reduce_axis[0]), outputs = extent_of(node.axis[1]);
  const bool one_position = extent_of(node.reduce_axis[1]) == 1 && extent_of(node.reduce_axis[2]) == 1;
  const bool one_pixel = extent_of(node.axis[2]) == 1 && extent_of(node.axis[3]) == 1;
  if (!one_pixel || !one_position || !channels || !outputs) return false;
  if (*channels < 2 * steps.lanes() || *channels % steps.lanes() != 0) return false;
  inline_injective(group, steps);
  const StageId last = steps.stage(group.last);
  const AxisId channel = steps.reduce_axes(steps.stage(conv))[0];
  const StageId partial =
      steps.rfactor(steps.stage(conv), steps.split(steps.stage(conv), channel, steps.lanes()).second);
  const StageId sums = conv == group.last ? last : steps.stage(conv);
  const auto axes = steps.axes(last);
  const int64_t block = vector_length(node.axis[1]->dom.extent, steps.lanes());
  if (sums != last && pays_off(block, steps.lanes())) {
    const auto [co, ci] = steps.split(last, axes[1], block);
    steps.vectorize(last, ci);
    const AxisId outer = steps.fuse(last, {axes[0], co});
    steps.parallel(last, outer);
    steps.compute_at(sums, last, outer);
  } else {
    steps.parallel(last, steps.fuse(last, {axes[0], axes[1]}));
  }
  steps.compute_at(partial, sums, sums == last ? axes.back() : steps.axes(sums)[1]);
  const auto of_partial = steps.axes(partial);
  std::vector<AxisId> inner = steps.reduce_axes(partial);
  inner.push_back(of_partial[0]);
  steps.reorder(partial, inner);
  steps.vectorize(partial, of_partial[0]);
  return true;
}

}  // namespace nw::op
