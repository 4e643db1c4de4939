// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_stages.h"

namespace nw::op {

ReduceAxes reduce_axes(const Expr& channels, const Expr& kernel_h, const Expr& kernel_w) {
  return {te::reduce_axis({number(0), channels}, "ic"), te::reduce_axis({number(0), kernel_h}, "kh"),
          te::reduce_axis({number(0), kernel_w}, "kw")};
}

TiledConv tiled_conv(const Conv& p, const ConvPlane& plane, const ConvTiles& tiles, int64_t outputs, int64_t kernel_h,
                     int64_t kernel_w) {
  TiledConv t{p,
              tiles,
              {p.stride_h, p.dilation_h, std::min(p.stride_h, kernel_h)},
              {p.stride_w, p.dilation_w, std::min(p.stride_w, kernel_w)},
              outputs,
              plane.pitch,
              plane.height / tiles.rows};
  const int64_t last = (t.chunks - 1) * t.chunk() + tiles.tiles * tiles.pixels() - 1 + t.rw.last(kernel_w);
  t.rows = last / t.pitch + t.rh.last(kernel_h) + 1;
  return t;
}

Tensor tile_sums(const ComputeContext& c, const TiledConv& t, const Tensor& data, const Tensor& weight,
                 const Term& term) {
  const ReduceAxes k = reduce_axes(weight->shape[1], weight->shape[2], weight->shape[3]);
  const int64_t outputs = *tir::as_const_int(weight->shape[0]), pixels = t.tiles.pixels();
  return te::compute(
      {c.args[0]->shape[0], number(outputs), number(t.chunks), number(t.tiles.tiles), number(pixels)},
      [&](const std::vector<Var>& v) {
        Expr channel = k.ic->var;
        if (t.conv.groups > 1)
          channel = tir::floordiv(v[1], number(outputs / t.conv.groups)) * weight->shape[1] + channel;
        const Expr place =
            Expr(v[2]) * number(t.chunk()) + Expr(v[3]) * number(pixels) + Expr(v[4]) + t.rw.offset(k.kw->var);
        std::vector<Expr> at = {v[0], channel};
        if (t.phased()) at.insert(at.end(), {t.rh.phase(k.kh->var), t.rw.phase(k.kw->var)});
        at.push_back(tir::floordiv(place, number(t.pitch)) + t.rh.offset(k.kh->var));
        at.push_back(tir::floormod(place, number(t.pitch)));
        return te::sum(term(te::read(data, at), te::read(weight, {v[1], k.ic->var, k.kh->var, k.kw->var})), k.axes());
      },
      c.name + "_tiles", {"n", "c", "chunk", "tile", "pixel"}, "conv2d_tiles");
}

Tensor untiled(const ComputeContext& c, const TiledConv& t, const Tensor& sums, const OfSum& result) {
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        const Expr rows = number(t.tiles.rows), pixels = number(t.tiles.pixels());
        const Expr row = t.chunks == 1 ? Expr(v[2]) : tir::floormod(v[2], rows);
        const Expr place = row * number(t.pitch) + Expr(v[3]);
        return result(te::read(sums, {v[0], v[1], tir::floordiv(v[2], rows), tir::floordiv(place, pixels),
                                      tir::floormod(place, pixels)}),
                      v);
      },
      c.name, {"n", "c", "h", "w"}, "injective,conv2d_untile");
}

Tensor block_sums(const ComputeContext& c, const Conv& p, const Tensor& data, const Tensor& pack, const Term& term) {
  const std::vector<Expr> out = extents(c.out_type);
  const ReduceAxes k = reduce_axes(pack->shape[1], pack->shape[2], pack->shape[3]);
  const int64_t blocks = *tir::as_const_int(pack->shape[0]), block = *tir::as_const_int(pack->shape[4]);
  return te::compute(
      {out[0], number(blocks), out[2], out[3], number(block)},
      [&](const std::vector<Var>& v) {
        Expr channel = k.ic->var;
        if (p.groups > 1)
          channel =
              tir::floordiv(Expr(v[1]) * number(block), number(blocks * block / p.groups)) * pack->shape[1] + channel;
        return te::sum(term(te::read(data, {v[0], channel, k.h(v[2], p), k.w(v[3], p)}),
                            te::read(pack, {v[1], k.ic->var, k.kh->var, k.kw->var, v[4]})),
                       k.axes());
      },
      c.name + "_block", {"n", "oco", "oh", "ow", "oci"}, "conv2d_block");
}

Tensor unblocked(const ComputeContext& c, const Tensor& sums, const OfSum& result) {
  const Expr b = sums->shape[4];
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return result(te::read(sums, {v[0], tir::floordiv(v[1], b), v[2], v[3], tir::floormod(v[1], b)}), v);
      },
      c.name, {"n", "c", "h", "w"}, "injective,conv2d_unblock");
}

std::optional<std::vector<int64_t>> image_shape(const Type& type) {
  if (type.shape.size() != 4) return std::nullopt;
  return graph::constant_shape({graph::Dim(1), type.shape[1], type.shape[2], type.shape[3]});
}

bool packed_before(const ComputeContext& c) {
  return c.packed_before.size() > 1 && c.packed_before[1];
}

}  // namespace nw::op
