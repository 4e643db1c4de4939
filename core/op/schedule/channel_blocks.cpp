// SPDX-License-Identifier: GPL-3.0-or-later
// Groups whose result lies in blocks of channels (model/channel_blocks.h): the innermost axis is a vector in every
// stage, and no stage turns anything.
#include <algorithm>

#include "op/compute/conv_winograd.h"
#include "op/schedule/builder.h"

namespace nw::op {

namespace {

constexpr double kDataOfChunk = 0.5;   // of the L2 cache
constexpr double kOperandShare = 0.6;  // likewise, for what is read again and again
constexpr double kFarWeights = 16;     // likewise: more come from memory each time,
constexpr double kFromMemory = 3;      // which takes so many times longer than from a cache
constexpr int64_t kChunksOfCore = 3;   // at least, of those whose data a core transforms itself
constexpr int64_t kTileOfWindows = 8;  // pixels of a row whose windows are computed side by side
constexpr int64_t kRowsOfTask = 16;    // of the output, at most,
constexpr int64_t kFewestRows = 7;     // and at least, where cores would have fewer each
constexpr int64_t kTapsUnrolled = 9;   // window positions

// Channels of a block: a vector, but no more than computations make of them (CoreFacts).
int64_t lanes_of(const ScheduleBuilder& steps) {
  return std::min<int64_t>(steps.lanes(), 16);
}

bool is_blocked(const te::Operation& op) {
  return op && has_tag(op, "channel_blocks");
}

// The axes of a result in blocks.
struct Image {
  AxisId n, blocks, rows, columns, lane;
};

Image image_of(StageId stage, const ScheduleBuilder& steps) {
  const std::vector<AxisId> axes = steps.axes(stage);
  return {axes[0], axes[1], axes[2], axes[3], axes[4]};
}

void copy_border(const te::Operation& padded, ScheduleBuilder& steps) {
  if (is_blocked(padded)) steps.vectorize(steps.stage(padded), steps.axes(steps.stage(padded)).back());
}

// Where a chunk's data are copied or transformed: at the loop over chunks, or before everything in parallel.
void at_root(const te::Operation& op, size_t outer, ScheduleBuilder& steps) {
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  axes.resize(outer);
  steps.parallel(steps.stage(op), steps.fuse(steps.stage(op), axes));
}

// The loops of a result over chunks of rows and blocks of output channels.
struct Blocks {
  AxisId at;          // where a block's sums are computed
  AxisId chunk;       // where its data are prepared; invalid if all are before
  bool all_before;    // the data of all chunks are prepared before: blocks are outside
  AxisId block = {};  // the loop over blocks; invalid: it is fused with that over chunks, or inside
};

// `inside`: the loop over chunks is inside that over blocks. `alone`: blocks of channels are enough for the cores.
Blocks split_result(const te::Operation& last, int64_t vectors, int64_t rows, int64_t chunks, bool inside, bool alone,
                    ScheduleBuilder& steps) {
  const StageId stage = steps.stage(last);
  const Image image = image_of(stage, steps);
  const auto [co, vector] = steps.split(stage, image.blocks, vectors);
  const auto [ho, row] = steps.split(stage, image.rows, rows);
  Blocks blocks{co, {}, inside || chunks < kChunksOfCore * steps.cores()};
  const std::vector<AxisId> outer = blocks.all_before ? std::vector{image.n, co, ho} : std::vector{image.n, ho, co};
  std::vector<AxisId> order = outer;
  order.insert(order.end(), {vector, row, image.columns, image.lane});
  steps.reorder(stage, order);
  if (blocks.all_before && alone) {
    blocks.at = ho;
    blocks.block = steps.fuse(stage, {image.n, co});
    steps.parallel(stage, blocks.block);
  } else if (blocks.all_before) {
    blocks.at = steps.fuse(stage, outer);
    steps.parallel(stage, blocks.at);
  } else {
    blocks.chunk = steps.fuse(stage, {image.n, ho});
    steps.parallel(stage, blocks.chunk);
  }
  return blocks;
}

// Elements of the weight that all sums read.
double weights_of(const te::Operation& sums, int64_t outputs) {
  auto elements = static_cast<double>(outputs);
  for (const tir::IterVar& axis : compute(sums).reduce_axis)
    elements *= static_cast<double>(extent_of(axis).value_or(1));
  return elements;
}

// The loops over blocks of output channels and chunks of tiles: what is read again and again by the inner one stays in
// the cache.
struct Chunks {
  int64_t tiles = 0;  // of a chunk; 0 or all: there is one
  bool outside = false;
};

// Whether the loop over chunks is outside: it reads all weights for each, the loop over blocks of channels all data.
bool chunks_outside(double data, double weights, double blocks, double chunks, double l2) {
  const double again = weights > kFarWeights * l2 ? kFromMemory : 1;
  const double outside = data + weights * (weights > kOperandShare * l2 ? 1 + again * (chunks - 1) : 1),
               inside = weights + data * (data > kOperandShare * l2 ? blocks : 1);
  return outside < inside;
}

// Of a chunk, where `blocks` are too few for the cores: chunks of equal size if that makes few more of them.
int64_t shared_tiles(int64_t blocks, int64_t tiles, int64_t cores) {
  const int64_t tasks = kTasksOfCore * cores, least = std::min(tiles, (tasks + blocks - 1) / blocks);
  for (int64_t count = least; count <= std::min(tiles, 2 * least); ++count)
    if (tiles % count == 0) return tiles / count;
  return (tiles + least - 1) / least;
}

Chunks chunks_of(const te::ComputeNode& sums, double data, double weights, double l2, int64_t cores) {
  const int64_t blocks = *extent_of(sums.axis[1]), tiles = *extent_of(sums.axis[2]);
  Chunks chunks;
  chunks.tiles = std::max<int64_t>(1, static_cast<int64_t>(kDataOfChunk * l2 / (data / static_cast<double>(tiles))));
  if (chunks.tiles >= tiles) return {blocks < kTasksOfCore * cores ? shared_tiles(blocks, tiles, cores) : 0, false};
  const int64_t count = (tiles + chunks.tiles - 1) / chunks.tiles;
  chunks.outside = chunks_outside(data, weights, static_cast<double>(blocks), static_cast<double>(count), l2);
  return chunks;
}

// The loops of sums in this order, the last of which runs over a tile, and innermost those over a block of channels:
// the tile and the block's vectors are unrolled.
void sum_in_registers(StageId stage, std::vector<AxisId> order, AxisId channels, int64_t vectors,
                      ScheduleBuilder& steps) {
  steps.unroll(stage, order.back());
  if (vectors > 1) {
    const auto [vector, lane] = steps.split(stage, channels, lanes_of(steps));
    steps.unroll(stage, vector);
    order.push_back(vector);
    channels = lane;
  }
  order.push_back(channels);
  steps.reorder(stage, order);
  steps.vectorize(stage, channels);
}

// What the sums read of their weights, which depends on the block of output channels.
te::Tensor weights_read(const te::ComputeNode& sums) {
  te::Tensor found;
  tir::walk(sums.body.front(), [&](const tir::Expr& e) {
    const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
    if (load &&
        std::ranges::any_of(load->indices, [&](const tir::Expr& i) { return tir::uses_var(i, sums.axis[1]->var); }))
      found = te::tensor_of(*load);
    return !found;
  });
  return found;
}

// Weights that come packed are read from far away, once a block: some channels ahead of their sums, and those of the
// next block while this one is computed.
struct WeightsAhead {
  StageId around;     // the stage with the loop over blocks, which nothing else is fused with
  AxisId block = {};  // that loop; invalid: there is none
};

void read_weights_ahead(const te::Operation& sums, AxisId channel, const WeightsAhead& ahead, ScheduleBuilder& steps) {
  constexpr int64_t kChannelsAhead = 32;
  const te::Tensor weights = weights_read(compute(sums));
  if (!weights || weights->op->kind != te::OpKind::Placeholder) return;
  steps.prefetch(steps.stage(sums), weights->op, channel, kChannelsAhead);
  if (ahead.block) steps.prefetch(ahead.around, weights->op, ahead.block, 1);
}

// Blocks of input channels whose weights are read again and again by all tiles from the first cache; 0: all at once,
// where they are few, or the cache would not help.
int64_t piece_of_weights(int64_t blocks, double bytes_of_block, double l1) {
  constexpr double kShareOfPiece = 0.25, kLargeBlocks = 2;  // of the first cache
  if (bytes_of_block * static_cast<double>(blocks) <= kLargeBlocks * l1) return 0;
  return std::max<int64_t>(1, static_cast<int64_t>(kShareOfPiece * l1 / bytes_of_block));
}

bool convolution(const Group& group, const te::Operation& sums, ScheduleBuilder& steps) {
  constexpr double kNearWeights = 1.25;  // of the L2 cache: all tiles read them from there, or almost
  const te::ComputeNode& node = compute(sums);
  const auto images = extent_of(node.axis[0]), blocks = extent_of(node.axis[1]), tiles = extent_of(node.axis[2]),
             pixels = extent_of(node.axis[3]), channels = extent_of(node.axis[4]),
             inputs = extent_of(node.reduce_axis[0]);
  if (!images || !blocks || !tiles || !pixels || !channels || !inputs) return false;
  const te::Operation padded = group.tagged("pad");
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last), stage = steps.stage(sums);
  const int64_t vectors = *channels / lanes_of(steps), tasks = kTasksOfCore * steps.cores();
  const te::Tensor weights = weights_read(node);
  double data = 4;  // bytes
  for (const te::Tensor& input : sums->inputs()) {
    if (weights && te::same_tensor(input, weights)) continue;
    for (const tir::Expr& extent : input->shape)
      data *= tir::as_const_int(extent) ? static_cast<double>(*tir::as_const_int(extent)) : 1;
  }
  const double weight_bytes = 4 * weights_of(sums, *blocks * *channels), l2 = static_cast<double>(steps.l2_bytes());
  const bool in_blocks = *inputs % lanes_of(steps) == 0;

  const std::vector<AxisId> image = steps.axes(last);  // n, blocks of channels, pixels, lanes
  const auto [co, vector] = steps.split(last, image[1], vectors);
  const auto [tile, pixel] = steps.split(last, image[2], *pixels);
  std::vector<AxisId> outer, inner;
  AxisId sums_at = tile;
  WeightsAhead ahead{last};
  int64_t piece = 0;
  if (weight_bytes <= kNearWeights * l2 && *images * *tiles >= tasks) {
    // A tile's data are in the first cache for all blocks of channels, and the same core will read what it writes.
    outer = {image[0], tile};
    inner = {co};
    sums_at = co;
  } else {
    const Chunks chunks = chunks_of(node, data, weight_bytes, l2, steps.cores());
    outer = {image[0], co};
    AxisId in_chunk = tile;
    const bool in_chunks = chunks.tiles > 0 && chunks.tiles < *tiles;
    if (in_chunks) {
      const auto [chunk, rest] = steps.split(last, tile, chunks.tiles);
      outer.insert(chunks.outside ? outer.begin() + 1 : outer.end(), chunk);
      in_chunk = rest;
    }
    inner = {in_chunk};
    sums_at = in_chunk;
    const int64_t outer_count = chunks.outside ? (*tiles + chunks.tiles - 1) / chunks.tiles : *blocks;
    if (outer_count >= tasks && outer.size() > 2) {
      inner.insert(inner.begin(), outer.back());
      outer.resize(2);
    }
    if (in_blocks && !in_chunks)
      piece = piece_of_weights(*inputs / lanes_of(steps),
                               weight_bytes / static_cast<double>(*blocks * *inputs / lanes_of(steps)),
                               static_cast<double>(steps.l1_bytes()));
    if (outer.size() == 2 && outer.back() == co) ahead.block = co;
  }
  std::vector<AxisId> order = outer;
  order.insert(order.end(), inner.begin(), inner.end());
  order.insert(order.end(), {vector, pixel, image[3]});
  steps.reorder(last, order);
  const AxisId shared = steps.fuse(last, outer);
  if (ahead.block) ahead.block = shared;
  steps.parallel(last, shared);
  steps.unroll(last, vector);
  steps.unroll(last, pixel);
  steps.vectorize(last, image[3]);
  steps.compute_at(stage, last, piece > 0 ? shared : sums_at);

  const auto axes = steps.axes(stage), reduce = steps.reduce_axes(stage);
  // The window's positions are around a block of input channels: neighbouring pixels share elements of a row, which
  // compilers would keep in registers.
  if (in_blocks) {
    const auto [block, channel] = steps.split(stage, reduce[0], lanes_of(steps));
    order = {block, reduce[1], reduce[2], channel, axes[3]};
    if (piece > 0) {
      const auto [around, in_piece] = steps.split(stage, block, piece);
      order.front() = in_piece;
      order.insert(order.begin(), {around, axes[2]});
    }
    read_weights_ahead(sums, channel, ahead, steps);
  } else {
    order = {reduce[0], reduce[1], reduce[2], axes[3]};
  }
  sum_in_registers(stage, order, axes[4], vectors, steps);
  if (padded) {
    at_root(padded, 2, steps);
    copy_border(padded, steps);
  }
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
  return true;
}

bool winograd(const Group& group, const te::Operation& data, ScheduleBuilder& steps) {
  const te::Operation padded = group.tagged("pad"), products = group.tagged("winograd_products"),
                      block = group.tagged("winograd_block");
  if (!padded || !products || !block) return false;
  const te::ComputeNode& node = compute(products);
  const auto blocks = extent_of(node.axis[1]), chunks = extent_of(node.axis[2]), tiles = extent_of(node.axis[3]),
             channels = extent_of(node.axis[6]), pitch = extent_of(compute(padded).axis[3]);
  if (!blocks || !chunks || !tiles || !channels || !pitch) return false;
  const int64_t columns = (*pitch - 2) / 2, vectors = *channels / lanes_of(steps);
  inline_injective(group, steps, {padded});
  const StageId last = steps.stage(group.last), stage = steps.stage(products);
  const double weights = 4 * 16 * weights_of(products, *blocks * *channels);
  double data_bytes = 4;
  for (const tir::IterVar& axis : compute(data).axis) data_bytes *= static_cast<double>(extent_of(axis).value_or(1));
  const bool outside = chunks_outside(data_bytes, weights, static_cast<double>(*blocks), static_cast<double>(*chunks),
                                      static_cast<double>(steps.l2_bytes()));
  const bool far = weights > static_cast<double>(steps.l2_bytes());
  const Blocks at = split_result(group.last, vectors, 2 * (*tiles / columns), *chunks, !outside,
                                 far && *blocks >= kTasksOfCore * steps.cores(), steps);
  const WeightsAhead ahead{last, at.block};
  steps.vectorize(last, image_of(last, steps).lane);
  steps.compute_at(steps.stage(block), last, at.at);
  steps.compute_at(stage, last, at.at);
  {  // the four outputs of a tile are computed from the same products
    const StageId outputs = steps.stage(block);
    const auto axes = steps.axes(outputs);
    const auto [row, i] = steps.split(outputs, axes[2], 2);
    const auto [column, j] = steps.split(outputs, axes[3], 2);
    const auto [vector, lane] = steps.split(outputs, axes[4], lanes_of(steps));
    steps.reorder(outputs, {row, column, vector, i, j, lane});
    steps.unroll(outputs, i);
    steps.unroll(outputs, j);
    steps.vectorize(outputs, lane);
  }
  {
    const auto axes = steps.axes(stage);
    const auto [outer, tile] = steps.split(stage, axes[3], winograd_tiles(*tiles, vectors, steps.registers()));
    const auto [input, channel] = steps.split(stage, steps.reduce_axes(stage)[0], lanes_of(steps));
    sum_in_registers(stage, {axes[4], axes[5], outer, input, channel, tile}, axes[6], vectors, steps);
    read_weights_ahead(products, channel, ahead, steps);
  }
  {  // the 16 positions of a tile are computed from the same data
    const StageId transformed = steps.stage(data);
    if (!at.all_before) {
      steps.compute_at(transformed, last, at.chunk);
      steps.compute_at(steps.stage(padded), last, at.chunk);
    }
    const auto axes = steps.axes(transformed);
    const auto [row, column] = steps.split(transformed, axes[5], columns);
    steps.reorder(transformed, {axes[2], row, column, axes[3], axes[4], axes[6]});
    steps.unroll(transformed, axes[3]);
    steps.unroll(transformed, axes[4]);
    steps.vectorize(transformed, axes[6]);
    if (at.all_before) {
      steps.parallel(transformed, steps.fuse(transformed, {axes[0], axes[1], axes[2]}));
      at_root(padded, 2, steps);
    }
    copy_border(padded, steps);
  }
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
  return true;
}

// Depthwise convolutions and pools: the windows of a few pixels of a row of a block of channels are computed side by
// side. Whether an element lies in the border is asked once a vector, which takes less time than a copy of the data.
void windows(const Group& group, const te::Operation& window, ScheduleBuilder& steps) {
  inline_injective(group, steps);
  const StageId last = steps.stage(group.last), stage = steps.stage(window);
  const te::ComputeNode& node = compute(window);
  const int64_t tile = divisor(extent_of(node.axis[3]).value_or(1), kTileOfWindows),
                height = extent_of(node.axis[2]).value_or(1),
                rows = divisor(height, std::min(kRowsOfTask, std::max(height / steps.cores(), kFewestRows)));
  const Image image = image_of(last, steps);
  const auto [ho, hi] = steps.split(last, image.rows, rows);
  const auto [wo, wi] = steps.split(last, image.columns, tile);
  // As the convolutions around it: a core computes all channels of its rows.
  const std::vector<AxisId> shared = {image.n, ho, image.blocks};
  steps.reorder(last, shared);
  const AxisId plane = steps.fuse(last, shared);
  steps.parallel(last, plane);
  int64_t taps = 1;
  for (const tir::IterVar& axis : node.reduce_axis) taps *= extent_of(axis).value_or(kTapsUnrolled + 1);
  const auto reduce = steps.reduce_axes(stage);
  const auto in_tile = [&](const std::vector<AxisId>& outer, AxisId column, AxisId lane) {
    std::vector<AxisId> order = outer;
    order.insert(order.end(), reduce.begin(), reduce.end());
    order.insert(order.end(), {column, lane});
    steps.reorder(stage, order);
    if (taps <= kTapsUnrolled)
      for (const AxisId axis : reduce) steps.unroll(stage, axis);
    steps.unroll(stage, column);
    steps.vectorize(stage, lane);
  };
  if (stage == last) {
    in_tile({hi, wo}, wi, image.lane);
  } else {
    steps.unroll(last, wi);
    steps.vectorize(last, image.lane);
    steps.compute_at(stage, last, wo);
    const Image sums = image_of(stage, steps);
    in_tile({}, sums.columns, sums.lane);
  }
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
}

void elementwise(const Group& group, ScheduleBuilder& steps) {
  inline_injective(group, steps);
  const StageId last = steps.stage(group.last);
  const Image image = image_of(last, steps);
  steps.vectorize(last, image.lane);
  steps.parallel(last, steps.fuse(last, {image.n, image.blocks, image.rows}));
}

// One window over each channel: vectors of channels are added.
bool whole_pool(const Group& group, ScheduleBuilder& steps) {
  const te::Operation pool = group.tagged("pool");
  if (!pool || !same_shape(pool, group.last) || compute(pool).reduce_axis.size() != 2) return false;
  if (!std::ranges::any_of(pool->inputs(), [](const te::Tensor& t) { return is_blocked(t->op); })) return false;
  const auto channels = extent_of(compute(pool).axis[1]);
  if (!channels || *channels % lanes_of(steps) != 0) return false;
  inline_injective(group, steps);
  const StageId last = steps.stage(group.last), stage = steps.stage(pool);
  const auto axes = steps.axes(last);
  const auto [co, ci] = steps.split(last, axes[1], lanes_of(steps));
  const AxisId outer = steps.fuse(last, {axes[0], co});
  steps.parallel(last, outer);
  const auto reduce = steps.reduce_axes(stage);
  if (stage == last) {
    steps.reorder(last, {reduce[0], reduce[1], ci});
    steps.vectorize(last, ci);
    return true;
  }
  steps.vectorize(last, ci);
  steps.compute_at(stage, last, outer);
  const AxisId lane = steps.axes(stage)[1];
  steps.reorder(stage, {reduce[0], reduce[1], lane});
  steps.vectorize(stage, lane);
  return true;
}

}  // namespace

bool schedule_channel_blocks(const Group& group, ScheduleBuilder& steps) {
  if (!is_blocked(group.last)) return whole_pool(group, steps);
  if (const te::Operation sums = group.tagged("channels_sums")) return convolution(group, sums, steps);
  if (const te::Operation data = group.tagged("winograd_channels")) return winograd(group, data, steps);
  te::Operation window = group.tagged("depthwise_channels");
  if (!window) window = group.tagged("pool");
  if (window)
    windows(group, window, steps);
  else
    elementwise(group, steps);
  return true;
}

}  // namespace nw::op
