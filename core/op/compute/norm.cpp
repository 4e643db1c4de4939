// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations as in the model, before they are simplified for inference: x standardized by a mean and a variance,
// then scaled by γ and shifted by β. batch_norm gets mean and variance as inputs; layer_norm and instance_norm compute
// them from x.
#include <algorithm>

#include "op/compute/tools.h"
#include "op/rules.h"

namespace nw::op {

namespace {

bool flag(const ComputeContext& c, const char* key) {
  return graph::bool_attr(c.node.attrs, key, true);
}

size_t channel_axis(const ComputeContext& c, int64_t usual) {
  return axis_of(graph::int_attr(c.node.attrs, "axis", usual), c.args[0]->shape.size()).value_or(0);
}

// (x − mean) / √(variance + ε) · γ + β for the element at `v`, whose statistics are at `at`.
Expr normalized(const ComputeContext& c, const std::vector<Var>& v, size_t axis, const Tensor& mean,
                const Tensor& variance, const std::vector<Expr>& at) {
  const DType dtype = c.args[0]->dtype;
  const Expr epsilon = tir::constant(dtype, graph::float_attr(c.node.attrs, "epsilon", 1e-5));
  const Expr deviation = tir::call(dtype, "sqrt", {te::read(variance, at) + epsilon});
  Expr x = tir::div(te::read(c.args[0], as_indices(v)) - te::read(mean, at), deviation);
  if (flag(c, "scale")) x = x * te::read(c.args[1], {v[axis]});
  if (flag(c, "center")) x = x + te::read(c.args[2], {v[axis]});
  return x;
}

Tensor copied(const Tensor& vector, const std::string& name) {
  return te::compute(
      vector->shape, [&](const std::vector<Var>& v) { return te::read(vector, as_indices(v)); }, name,
      axis_names(vector->shape.size()), "injective");
}

Result<std::vector<Tensor>> batch_norm(const ComputeContext& c) {
  if (!c.args[0]->dtype.is_float()) return no_compute(c, "it takes floats only");
  const size_t axis = channel_axis(c, 1);
  const Tensor& x = c.args[0];
  const Tensor data = te::compute(
      x->shape, [&](const std::vector<Var>& v) { return normalized(c, v, axis, c.args[3], c.args[4], {v[axis]}); },
      c.name, axis_names(x->shape.size()), "broadcast");
  return std::vector<Tensor>{data, copied(c.args[3], c.name + "_mean"), copied(c.args[4], c.name + "_variance")};
}

// The mean over `axes` of `term`; one element for each position of the other axes.
Tensor mean_over(const ComputeContext& c, const std::vector<size_t>& axes, const std::string& name,
                 const std::function<Expr(const std::vector<Expr>&, const std::vector<Expr>&)>& term) {
  const Tensor& x = c.args[0];
  const std::vector<std::string> names = axis_names(x->shape.size());
  std::vector<Expr> outer_shape;
  std::vector<std::string> outer_names;
  std::vector<tir::IterVar> reduced;
  Expr count = tir::int_imm(1);
  const auto is_reduced = [&](size_t i) { return std::find(axes.begin(), axes.end(), i) != axes.end(); };
  for (size_t i = 0; i < x->shape.size(); ++i) {
    if (is_reduced(i)) {
      reduced.push_back(te::reduce_axis({tir::int_imm(0), x->shape[i]}, "r" + names[i]));
      count = count * x->shape[i];
    } else {
      outer_shape.push_back(x->shape[i]);
      outer_names.push_back(names[i]);
    }
  }
  const Tensor total = te::compute(
      outer_shape,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> indices;
        size_t outer = 0, inner = 0;
        for (size_t i = 0; i < x->shape.size(); ++i)
          indices.push_back(is_reduced(i) ? Expr(reduced[inner++]->var) : Expr(v[outer++]));
        return te::sum(term(indices, as_indices(v)), reduced);
      },
      c.name + name + "_sum", outer_names, "comm_reduce");
  return te::compute(
      outer_shape,
      [&](const std::vector<Var>& v) { return tir::div(te::read(total, as_indices(v)), tir::cast(x->dtype, count)); },
      c.name + name, outer_names, "broadcast");
}

Tensor standardized(const ComputeContext& c, size_t axis, const std::vector<size_t>& axes) {
  const Tensor& x = c.args[0];
  const Tensor mean = mean_over(c, axes, "_mean",
                                [&](const std::vector<Expr>& at, const std::vector<Expr>&) { return te::read(x, at); });
  const Tensor variance =
      mean_over(c, axes, "_variance", [&](const std::vector<Expr>& at, const std::vector<Expr>& outer) {
        const Expr distance = te::read(x, at) - te::read(mean, outer);
        return distance * distance;
      });
  return te::compute(
      x->shape,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at;
        for (size_t i = 0; i < v.size(); ++i)
          if (std::find(axes.begin(), axes.end(), i) == axes.end()) at.push_back(v[i]);
        return normalized(c, v, axis, mean, variance, at);
      },
      c.name, axis_names(x->shape.size()), "broadcast");
}

Tensor layer_norm(const ComputeContext& c) {
  const size_t axis = channel_axis(c, -1);
  return standardized(c, axis, {axis});
}

// Over all axes but the batch and the channels.
Tensor instance_norm(const ComputeContext& c) {
  const size_t axis = channel_axis(c, 1);
  std::vector<size_t> axes;
  for (size_t i = 1; i < c.args[0]->shape.size(); ++i)
    if (i != axis) axes.push_back(i);
  return standardized(c, axis, axes);
}

}  // namespace

void add_norm_compute(Registry& registry) {
  set_compute(registry, "nn.batch_norm", batch_norm);
  set_compute(registry, "nn.layer_norm", floats_only(layer_norm));
  set_compute(registry, "nn.instance_norm", floats_only(instance_norm));
}

}  // namespace nw::op
