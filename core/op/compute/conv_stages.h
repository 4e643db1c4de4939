// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of a two-dimensional convolution that accumulates in registers: sums in tiles of pixels, or in blocks of
// output channels (conv_tiles.h), and the result that is read from them. What is summed is up to the caller: elements,
// or four bytes at a time.
#pragma once

#include <functional>
#include <optional>

#include "op/compute/conv_parts.h"
#include "op/compute/conv_tiles.h"

namespace nw::op {

// What a sum adds up, of an element of the data and one of the weight; in the sums' type.
using Term = std::function<Expr(const Expr& data, const Expr& weight)>;
// The result at a place (n, c, h, w), of the sum there.
using OfSum = std::function<Expr(const Expr& sum, const std::vector<Var>& at)>;

struct ReduceAxes {
  tir::IterVar ic, kh, kw;
  Expr h(const Var& oh, const Conv& p) const {
    return Expr(oh) * number(p.stride_h) + Expr(kh->var) * number(p.dilation_h);
  }
  Expr w(const Var& ow, const Conv& p) const {
    return Expr(ow) * number(p.stride_w) + Expr(kw->var) * number(p.dilation_w);
  }
  std::vector<tir::IterVar> axes() const { return {ic, kh, kw}; }
};
ReduceAxes reduce_axes(const Expr& channels, const Expr& kernel_h, const Expr& kernel_w);

// A convolution of images of constant sizes in tiles.
struct TiledConv {
  Conv conv;
  ConvTiles tiles;
  Reach rh, rw;
  int64_t outputs = 1, pitch = 1;
  int64_t chunks = 1;  // of rows that are computed together
  int64_t rows = 1;    // of a plane of the data that the tiles read
  bool phased() const { return conv.stride_h > 1 || conv.stride_w > 1; }
  int64_t chunk() const { return tiles.rows * pitch; }  // elements
};
TiledConv tiled_conv(const Conv& p, const ConvPlane& plane, const ConvTiles& tiles, int64_t outputs, int64_t kernel_h,
                     int64_t kernel_w);
// `data` as `planes` has it, `weight` (O, I, KH, KW) → sums [N, O, groups of rows, tiles, pixels of a tile].
Tensor tile_sums(const ComputeContext& c, const TiledConv& t, const Tensor& data, const Tensor& weight,
                 const Term& term);
// The result from such sums, (N, C, H, W).
Tensor untiled(const ComputeContext& c, const TiledConv& t, const Tensor& sums, const OfSum& result);

// `data` (N, C, H, W) with its border, `pack` (O/b, I, KH, KW, b) → sums [N, O/b, OH, OW, b].
Tensor block_sums(const ComputeContext& c, const Conv& p, const Tensor& data, const Tensor& pack, const Term& term);
Tensor unblocked(const ComputeContext& c, const Tensor& sums, const OfSum& result);

// The sizes of an image; the first is not one: only the run may tell how many images there are.
std::optional<std::vector<int64_t>> image_shape(const Type& type);
bool packed_before(const ComputeContext& c);  // the weight

}  // namespace nw::op
