// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax and log-softmax in stages; each row's maximum is subtracted first, so that exp never overflows.
#include "op/compute/tools.h"

namespace nw::op {

namespace {

struct Row {
  size_t axis;
  std::vector<Expr> outer_shape;
  std::vector<std::string> outer_names;
};

Row row_of(const ComputeContext& c) {
  const auto rank = static_cast<int64_t>(c.args[0]->shape.size());
  const int64_t axis = graph::int_attr(c.node.attrs, "axis", -1);
  Row row{static_cast<size_t>(axis < 0 ? axis + rank : axis), {}, {}};
  const std::vector<std::string> names = axis_names(static_cast<size_t>(rank));
  for (size_t i = 0; i < static_cast<size_t>(rank); ++i) {
    if (i == row.axis) continue;
    row.outer_shape.push_back(c.args[0]->shape[i]);
    row.outer_names.push_back(names[i]);
  }
  return row;
}

std::vector<Expr> with(std::vector<Expr> outer, size_t axis, Expr along) {
  outer.insert(outer.begin() + static_cast<std::ptrdiff_t>(axis), std::move(along));
  return outer;
}

std::vector<Expr> without(const std::vector<Var>& all, size_t axis) {
  std::vector<Expr> outer = as_indices(all);
  outer.erase(outer.begin() + static_cast<std::ptrdiff_t>(axis));
  return outer;
}

Tensor along_row(const ComputeContext& c, const Row& row, const Tensor& data, bool sum, const std::string& name) {
  const tir::IterVar k = te::reduce_axis({tir::int_imm(0), data->shape[row.axis]}, "k");
  return te::compute(
      row.outer_shape,
      [&](const std::vector<Var>& v) {
        const Expr element = te::read(data, with(as_indices(v), row.axis, k->var));
        return sum ? te::sum(element, {k}) : te::max_reduce(element, {k});
      },
      c.name + name, row.outer_names, "softmax_row");
}

Tensor softmax(const ComputeContext& c) {
  const Row row = row_of(c);
  const Tensor& x = c.args[0];
  const Tensor maximum = along_row(c, row, x, false, "_max");
  const Tensor exponent = te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return tir::call(x->dtype, "exp", {te::read(x, as_indices(v)) - te::read(maximum, without(v, row.axis))});
      },
      c.name + "_exp", axis_names(x->shape.size()), "softmax_exp");
  const Tensor total = along_row(c, row, exponent, true, "_sum");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return tir::div(te::read(exponent, as_indices(v)), te::read(total, without(v, row.axis)));
      },
      c.name, axis_names(x->shape.size()), "softmax");
}

Tensor log_softmax(const ComputeContext& c) {
  const Row row = row_of(c);
  const Tensor& x = c.args[0];
  const Tensor maximum = along_row(c, row, x, false, "_max");
  const Tensor exponent = te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return tir::call(x->dtype, "exp", {te::read(x, as_indices(v)) - te::read(maximum, without(v, row.axis))});
      },
      c.name + "_exp", axis_names(x->shape.size()), "softmax_exp");
  const Tensor total = along_row(c, row, exponent, true, "_sum");
  return te::compute(
      extents(c.out_type),
      [&](const std::vector<Var>& v) {
        return te::read(x, as_indices(v)) - te::read(maximum, without(v, row.axis)) -
               tir::call(x->dtype, "log", {te::read(total, without(v, row.axis))});
      },
      c.name, axis_names(x->shape.size()), "softmax");
}

}  // namespace

void add_softmax_compute(Registry& registry) {
  set_compute(registry, "nn.softmax nn.fast_softmax", floats_only(softmax));
  set_compute(registry, "nn.log_softmax", floats_only(log_softmax));
}

}  // namespace nw::op
