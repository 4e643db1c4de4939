// SPDX-License-Identifier: GPL-3.0-or-later
// Padding, dilation, and elements moved between batch, depth and space.
#include <algorithm>

#include "reference/layout.h"
#include "reference/operators/families.h"

namespace nw::reference {

namespace {

using Widths = std::vector<std::pair<int64_t, int64_t>>;  // before and after each axis

Widths pairs_attr(const Call& c, const char* key, size_t count) {
  const auto it = c.attrs.find(key);
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (!list || list->size() != count) c.refuse_attribute(key, fmt::format("must hold {} pairs", count));
  Widths widths;
  for (const graph::Attr& entry : *list) {
    const std::vector<int64_t> pair = graph::ints_attr({{"pair", entry}}, "pair", {});
    if (pair.size() != 2) c.refuse_attribute(key, "must hold pairs");
    widths.emplace_back(pair[0], pair[1]);
  }
  return widths;
}

// Where element i of the padded axis comes from, or -1: `i` is relative to the first element of the data.
int64_t source_of(const std::string& mode, int64_t i, int64_t size) {
  if (i >= 0 && i < size) return i;
  if (mode == "constant" || size == 0) return -1;
  if (mode == "edge") return i < 0 ? 0 : size - 1;
  if (mode == "wrap") return ((i % size) + size) % size;
  // "reflect" does not repeat the border, "symmetric" does.
  const int64_t period = mode == "reflect" ? std::max<int64_t>(2 * (size - 1), 1) : 2 * size;
  const int64_t within = ((i % period) + period) % period;
  if (mode == "reflect") return within < size ? within : period - within;
  return within < size ? within : period - 1 - within;
}

NDArray padded(const Call& c, const NDArray& x, const Widths& widths, const std::string& mode, const NDArray& fill) {
  Extents shape;
  for (size_t i = 0; i < widths.size(); ++i) shape.push_back(x.shape()[i] + widths[i].first + widths[i].second);
  NDArray y = c.make(x.dtype(), shape);
  if (y.size() == 0) return y;
  std::vector<std::vector<int64_t>> sources(shape.size());
  for (size_t a = 0; a < shape.size(); ++a)
    for (int64_t i = 0; i < shape[a]; ++i) sources[a].push_back(source_of(mode, i - widths[a].first, x.shape()[a]));
  const Strides own = row_major(x.shape());
  const auto size = static_cast<size_t>(x.dtype().bytes());
  Extents index(shape.size(), 0);
  for (int64_t i = 0; i < y.size(); ++i) {
    spend();
    int64_t at = 0;
    for (size_t a = 0; a < shape.size() && at >= 0; ++a) {
      const int64_t source = sources[a][static_cast<size_t>(index[a])];
      at = source < 0 ? -1 : at + source * own[a];
    }
    const std::byte* const from = at < 0 ? fill.bytes() : x.bytes() + static_cast<size_t>(at) * size;
    std::copy_n(from, size, y.mutable_bytes() + static_cast<size_t>(i) * size);
    for (size_t a = shape.size(); a-- > 0;) {
      if (++index[a] < shape[a]) break;
      index[a] = 0;
    }
  }
  return y;
}

NDArray fill_value(const Call& c, size_t argument) {
  const NDArray& x = c.tensor(0);
  if (argument >= c.count()) return scalar_of(x.dtype(), c.float_attr("pad_value", 0));
  const NDArray& given = c.tensor(argument);
  if (given.size() != 1) c.refuse_shapes("it is padded with one number");
  return given.dtype() == x.dtype() ? given : scalar_of(x.dtype(), given.at(0));
}

Value pad(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::string mode = c.string_attr("pad_mode", "constant");
  if (mode != "constant" && mode != "edge" && mode != "reflect" && mode != "wrap")
    c.refuse_attribute("pad_mode", "must be \"constant\", \"edge\", \"reflect\" or \"wrap\"");
  return padded(c, x, pairs_attr(c, "pad_width", x.shape().size()), mode, fill_value(c, 1));
}
// data, widths as a tensor (rank, 2), the value
Value dyn_pad(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> given = c.ints(1);
  if (given.size() != 2 * x.shape().size()) c.refuse_shapes("not two widths an axis");
  Widths widths;
  for (size_t i = 0; i < x.shape().size(); ++i) widths.emplace_back(given[2 * i], given[2 * i + 1]);
  return padded(c, x, widths, c.string_attr("pad_mode", "constant"), fill_value(c, 2));
}
Value mirror_pad(const Call& c) {
  const NDArray& x = c.tensor(0);
  const bool reflect = c.string_attr("mode", "SYMMETRIC") == "REFLECT";
  return padded(c, x, pairs_attr(c, "pad_width", x.shape().size()), reflect ? "reflect" : "symmetric",
                scalar_of(x.dtype(), 0));
}

// Blocks of an image that lie one a column, added where they overlap: columns (N, C · elements of a block, positions),
// size of the image, size of a block.
Value columns_to_image(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> size = c.ints(1), block = c.ints(2);
  const size_t axes = size.size();
  const std::vector<int64_t> dilations = c.repeated("dilations", axes, 1), strides = c.repeated("strides", axes, 1);
  std::vector<int64_t> pads = c.ints_attr("pads");
  if (pads.empty()) pads.assign(2 * axes, 0);
  if (block.size() != axes || pads.size() != 2 * axes || x.shape().size() != 3 || axes == 0)
    c.refuse_shapes("the image, its blocks and its padding have not the same axes");
  Extents positions;
  for (size_t a = 0; a < axes; ++a) {
    if (block[a] < 1 || strides[a] < 1 || dilations[a] < 1 || size[a] < 0)
      c.refuse_value("its blocks, strides and dilations must be positive");
    const int64_t room = size[a] + pads[a] + pads[a + axes] - dilations[a] * (block[a] - 1) - 1;
    positions.push_back(room < 0 ? 0 : room / strides[a] + 1);
  }
  const int64_t inner = element_count(block), count = element_count(positions), pixels = element_count(size);
  if (x.shape()[1] % inner != 0 || x.shape()[2] != count) c.refuse_shapes("the columns do not fill the image");
  Extents shape{x.shape()[0], x.shape()[1] / inner};
  shape.insert(shape.end(), size.begin(), size.end());
  NDArray y = c.make(x.dtype(), shape);
  std::vector<double> image(static_cast<size_t>(pixels));
  for (int64_t channel = 0; channel < shape[0] * shape[1]; ++channel) {
    spend(1 + inner * count / 16);
    std::ranges::fill(image, 0.0);
    for (int64_t element = 0; element < inner * count; ++element) {
      int64_t in_block = element / count, at = element % count, pixel = 0, stride = 1;
      bool inside = true;
      for (size_t a = axes; a-- > 0;) {
        const int64_t place = at % positions[a] * strides[a] - pads[a] + in_block % block[a] * dilations[a];
        inside = inside && place >= 0 && place < size[a];
        pixel += place * stride;
        stride *= size[a];
        at /= positions[a];
        in_block /= block[a];
      }
      if (inside) image[static_cast<size_t>(pixel)] += x.at(channel * inner * count + element);
    }
    store(y, channel * pixels, pixels, image.data());
  }
  return y;
}

// strides - 1 elements of the value between neighbours
Value dilate(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::vector<int64_t> steps = c.ints_attr("strides");
  if (steps.size() != x.shape().size()) c.refuse_attribute("strides", "must hold one number an axis");
  Extents shape;
  for (size_t i = 0; i < steps.size(); ++i) shape.push_back(x.shape()[i] == 0 ? 0 : (x.shape()[i] - 1) * steps[i] + 1);
  NDArray y = c.make(x.dtype(), shape);
  copy_strided(scalar_of(x.dtype(), c.float_attr("dilation_value", 0)), 0, Strides(shape.size(), 0), y);
  Strides strides = row_major(shape);
  for (size_t i = 0; i < steps.size(); ++i) strides[i] *= steps[i];
  place_strided(x, y, 0, strides);
  return y;
}

// The tensor as one of shape `split`, its axes in another order, as one of shape `shape`.
NDArray regrouped(const Call& c, const NDArray& x, const Extents& split, const std::vector<size_t>& order,
                  const Extents& shape) {
  const Strides own = row_major(split);
  Extents between;
  Strides strides;
  for (const size_t axis : order) {
    between.push_back(split[axis]);
    strides.push_back(own[axis]);
  }
  NDArray y = c.make(x.dtype(), between);
  copy_strided(x, 0, strides, y);
  return y.reshaped(shape);
}

// "DCR": the block's place is the slowest part of the channel; "CRD": the fastest.
Value depth_to_space(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray x = to_plain(c, c.tensor(0), layout, "NCHW");
  const int64_t b = c.int_attr("block_size", 1), n = x.shape()[0], h = x.shape()[2], w = x.shape()[3];
  if (b < 1 || x.shape()[1] % (b * b)) c.refuse_shapes(fmt::format("the channels are no multiple of {0}·{0}", b));
  const int64_t depth = x.shape()[1] / (b * b);
  const Extents shape{n, depth, h * b, w * b};
  const NDArray y = c.string_attr("mode", "DCR") == "CRD"
                        ? regrouped(c, x, {n, depth, b, b, h, w}, {0, 1, 4, 2, 5, 3}, shape)
                        : regrouped(c, x, {n, b, b, depth, h, w}, {0, 3, 4, 1, 5, 2}, shape);
  return from_plain(c, y, "NCHW", layout);
}
Value space_to_depth(const Call& c) {
  const std::string layout = c.string_attr("layout", "NCHW");
  const NDArray x = to_plain(c, c.tensor(0), layout, "NCHW");
  const int64_t b = c.int_attr("block_size", 1), n = x.shape()[0], depth = x.shape()[1];
  if (b < 1 || x.shape()[2] % b || x.shape()[3] % b) c.refuse_shapes(fmt::format("the image is no multiple of {}", b));
  const int64_t h = x.shape()[2] / b, w = x.shape()[3] / b;
  const NDArray y = regrouped(c, x, {n, depth, h, b, w, b}, {0, 3, 5, 1, 2, 4}, {n, depth * b * b, h, w});
  return from_plain(c, y, "NCHW", layout);
}

struct BatchBlocks {
  std::vector<int64_t> block;
  int64_t all = 1;
};
BatchBlocks batch_blocks(const Call& c, size_t rank) {
  BatchBlocks blocks{c.ints_attr("block_shape")};
  if (blocks.block.size() + 1 > rank) c.refuse_attribute("block_shape", "must hold one number an axis after the batch");
  for (const int64_t b : blocks.block) {
    if (b < 1) c.refuse_attribute("block_shape", "must hold positive numbers");
    blocks.all *= b;
  }
  return blocks;
}

Value space_to_batch_nd(const Call& c) {
  NDArray x = c.tensor(0);
  const BatchBlocks blocks = batch_blocks(c, x.shape().size());
  Widths widths(x.shape().size(), {0, 0});
  const Widths given = pairs_attr(c, "paddings", blocks.block.size());
  std::copy(given.begin(), given.end(), widths.begin() + 1);
  x = padded(c, x, widths, "constant", scalar_of(x.dtype(), c.float_attr("pad_value", 0)));
  Extents split{x.shape()[0]}, shape{x.shape()[0] * blocks.all};
  std::vector<size_t> order;
  for (size_t i = 0; i < blocks.block.size(); ++i) {
    if (x.shape()[i + 1] % blocks.block[i]) c.refuse_shapes("the padded axes are no multiples of the blocks");
    split.insert(split.end(), {x.shape()[i + 1] / blocks.block[i], blocks.block[i]});
    shape.push_back(x.shape()[i + 1] / blocks.block[i]);
    order.push_back(2 + 2 * i);
  }
  order.push_back(0);
  for (size_t i = 0; i < blocks.block.size(); ++i) order.push_back(1 + 2 * i);
  for (size_t i = blocks.block.size() + 1; i < x.shape().size(); ++i) {
    order.push_back(split.size());
    split.push_back(x.shape()[i]);
    shape.push_back(x.shape()[i]);
  }
  return regrouped(c, x, split, order, shape);
}

Value batch_to_space_nd(const Call& c) {
  const NDArray& x = c.tensor(0);
  const BatchBlocks blocks = batch_blocks(c, x.shape().size());
  if (x.shape()[0] % blocks.all) c.refuse_shapes("the batch is no multiple of the blocks");
  Extents split = blocks.block, shape{x.shape()[0] / blocks.all};
  split.push_back(shape[0]);
  std::vector<size_t> order{blocks.block.size()};
  for (size_t i = 0; i < blocks.block.size(); ++i) {
    order.push_back(split.size());
    order.push_back(i);
    split.push_back(x.shape()[i + 1]);
    shape.push_back(x.shape()[i + 1] * blocks.block[i]);
  }
  for (size_t i = blocks.block.size() + 1; i < x.shape().size(); ++i) {
    order.push_back(split.size());
    split.push_back(x.shape()[i]);
    shape.push_back(x.shape()[i]);
  }
  Widths crops(shape.size(), {0, 0});
  const Widths given = pairs_attr(c, "crops", blocks.block.size());
  for (size_t i = 0; i < given.size(); ++i) crops[i + 1] = {-given[i].first, -given[i].second};
  return padded(c, regrouped(c, x, split, order, shape), crops, "constant", scalar_of(x.dtype(), 0));
}

// Each channel of a coarse grid is one of stride·stride finer ones (YOLO's reorganization).
Value yolo_reorg(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t s = c.int_attr("stride", 1), n = x.shape()[0], depth = x.shape()[1];
  const int64_t h = x.shape()[2], w = x.shape()[3];
  if (s < 1 || depth % (s * s)) c.refuse_shapes("the channels are no multiple of the stride's square");
  NDArray y = c.make(x.dtype(), {n, depth * s * s, h / s, w / s});
  const int64_t part = depth / (s * s);
  with_wide(x.dtype(), [&]<class W>(W) {
    for (int64_t i = 0; i < y.size(); ++i) {
      // By flat places in an image of part channels, (h·s, w·s): as Darknet computes it.
      const int64_t per_image = depth * h * w, image = i / per_image, flat = i % per_image;
      const int64_t k = flat / (h * w), j = flat / w % h, col = flat % w;
      const int64_t c2 = k % part, offset = k / part;
      const int64_t w2 = col * s + offset % s, h2 = j * s + offset / s;
      W value{};
      load(x, image * per_image + ((c2 * h * s) + h2) * w * s + w2, 1, &value);
      store(y, i, 1, &value);
    }
  });
  return y;
}

}  // namespace

void add_padding_operators(Table& table) {
  table.add("nn.pad", pad);
  table.add("onnx.Col2Im", columns_to_image);
  table.add("dyn.nn.pad", dyn_pad);
  table.add("nn.mirror_pad", mirror_pad);
  table.add("nn.dilate", dilate);
  table.add("nn.depth_to_space", depth_to_space);
  table.add("nn.space_to_depth", space_to_depth);
  table.add("nn.space_to_batch_nd", space_to_batch_nd);
  table.add("nn.batch_to_space_nd", batch_to_space_nd);
  table.add("vision.yolo_reorg", yolo_reorg);
}

}  // namespace nw::reference
