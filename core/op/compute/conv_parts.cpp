// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/conv_parts.h"

namespace nw::op {

Conv conv_of(const graph::Attrs& attrs) {
  Conv p;
  const std::vector<int64_t> strides = graph::ints_attr(attrs, "strides", {1, 1}),
                             dilation = graph::ints_attr(attrs, "dilation", {1, 1});
  p.stride_h = strides.front(), p.stride_w = strides.back();
  p.dilation_h = dilation.front(), p.dilation_w = dilation.back();
  p.groups = graph::int_attr(attrs, "groups", 1);
  p.padding = window_padding(attrs);
  p.data_layout = graph::string_attr(attrs, "data_layout", "NCHW");
  p.kernel_layout = graph::string_attr(attrs, "kernel_layout", "OIHW");
  if (p.kernel_layout.empty()) p.kernel_layout = p.data_layout == "NHWC" ? "HWIO" : "OIHW";
  return p;
}

Tensor planes(const ComputeContext& c, const Conv& p, const Reach& rh, const Reach& rw, int64_t rows, int64_t pitch) {
  const Tensor& data = c.args[0];
  const DType sums = sum_type(data->dtype);
  const auto element = [&](const Expr& n, const Expr& channel, const Expr& y, const Expr& x) {
    return tir::cast(sums, te::read(data, {n, channel, y, x}));
  };
  return planes_of(c, p, rh, rw, rows, pitch, {data->shape[1], element, tir::constant(sums, 0)});
}

Tensor planes_of(const ComputeContext& c, const Conv& p, const Reach& rh, const Reach& rw, int64_t rows, int64_t pitch,
                 const PlaneValues& values) {
  const Tensor& data = c.args[0];
  const bool phased = rh.stride > 1 || rw.stride > 1;
  std::vector<Expr> shape = {data->shape[0], values.channels};
  std::vector<std::string> names = {"n", "c"};
  if (phased) {
    shape.insert(shape.end(), {number(rh.phases), number(rw.phases)});
    names.insert(names.end(), {"ph", "pw"});
  }
  shape.insert(shape.end(), {number(rows), number(pitch)});
  names.insert(names.end(), {"h", "w"});
  const int64_t height = *tir::as_const_int(data->shape[2]), width = *tir::as_const_int(data->shape[3]);
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        const size_t at = v.size() - 2;
        Expr inside, y = v[at], x = v[at + 1];
        if (phased) {
          y = y * number(rh.stride) + v[2];
          x = x * number(rw.stride) + v[3];
        }
        const auto need = [&](const Expr& e, int64_t begin, int64_t size, int64_t most) {
          if (begin > 0)
            inside = inside ? tir::logical_and(inside, tir::ge(e, number(begin))) : tir::ge(e, number(begin));
          if (most > begin + size) {
            const Expr below = tir::lt(e, number(begin + size));
            inside = inside ? tir::logical_and(inside, below) : below;
          }
        };
        need(y, p.padding[0], height, (rows - 1) * rh.stride + rh.phases);
        need(x, p.padding[1], width, (pitch - 1) * rw.stride + rw.phases);
        if (p.padding[0]) y = y - number(p.padding[0]);
        if (p.padding[1]) x = x - number(p.padding[1]);
        const Expr value = values.value(v[0], v[1], y, x);
        return inside ? tir::if_then_else(inside, value, values.border) : value;
      },
      c.name + "_pad", names, "injective,pad");
}

bool is_depthwise(const Conv& p, const Type& weight) {
  return p.groups > 1 && weight.shape.size() == 4 && weight.shape[1].constant() == 1;
}

}  // namespace nw::op
