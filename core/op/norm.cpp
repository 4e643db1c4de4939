// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations and softmax: the result has the data's shape.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// Each of the vectors gamma, beta, mean, variance fits the axis. Three results: data, mean, variance.
Result<Type> batch_norm(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", 1, data.size());
  if (!axis) return axis.diagnostics;
  for (size_t i = 1; i < c.args.size(); ++i) {
    const Shape& vector = c.args[i].shape;
    const bool fits = vector.size() == 1 &&
                      (vector[0].is_dynamic() || data[*axis].is_dynamic() || graph::same(vector[0], data[*axis]));
    if (!fits) {
      return wrong_argument(c.node, i, fmt::format("be a vector of {} elements", graph::to_string(data[*axis])),
                            c.args[i]);
    }
  }
  return Type::tuple({c.args[0], c.args[3], c.args[4]});
}

Result<Type> scalar_loss(const TypeContext& c) {
  return Type::tensor(c.args[0].dtype, {});
}

Result<Type> nll_loss(const TypeContext& c) {
  const bool reduced = graph::string_attr(c.node.attrs, "reduction", "mean") != "none";
  return Type::tensor(c.args[0].dtype, reduced ? Shape{} : c.args[1].shape);
}

Result<Type> softmax(const TypeContext& c) {
  if (c.args[0].shape.empty()) return wrong_argument(c.node, 0, "have a dimension", c.args[0]);
  Result<size_t> axis = axis_attr(c, "axis", -1, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  return c.args[0];
}

}  // namespace

void add_norm(Registry& registry) {
  set_type(registry, "nn.batch_norm", 5, tensors(batch_norm));
  registry.entry("nn.batch_norm").arg_names = {"data", "gamma", "beta", "moving_mean", "moving_var"};
  set_type(registry, "nn.layer_norm nn.instance_norm nn.group_norm", 3, tensors(same_as_data));
  set_type(registry, "nn.l2_normalize", 1, tensors(same_as_data));
  set_type(registry, "nn.softmax nn.log_softmax nn.fast_softmax", 1, tensors(softmax));
  set_type(registry, "nn.nll_loss", 3, tensors(nll_loss));
  set_type(registry, "nn.cross_entropy nn.cross_entropy_with_logits", 2, tensors(scalar_loss));
}

}  // namespace nw::op
