// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations and softmax: the result has the data's shape.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// Each of the vectors gamma, beta, mean, variance fits the axis. Three results: data, mean, variance.
Result<Type> batch_norm(const TypeContext& c) {
  Result<size_t> axis = axis_attr(c, "axis", 1, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  for (size_t i = 1; i < c.args.size(); ++i)
    if (auto wrong = not_a_vector_along(c, i, *axis)) return *wrong;
  return Type::tuple({c.args[0], c.args[3], c.args[4]});
}

// Statistics come from the data; gamma and beta fit the axis.
Result<Type> normalized(const TypeContext& c, int64_t usual_axis) {
  Result<size_t> axis = axis_attr(c, "axis", usual_axis, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  for (size_t i = 1; i < c.args.size(); ++i)
    if (auto wrong = not_a_vector_along(c, i, *axis)) return *wrong;
  return c.args[0];
}

Result<Type> group_norm(const TypeContext& c) {
  Result<Type> type = normalized(c, 1);
  if (!type.value) return type;
  const int64_t groups = graph::int_attr(c.node.attrs, "num_groups", 1);
  const auto axis = axis_of(graph::int_attr(c.node.attrs, "axis", 1), c.args[0].shape.size());
  const std::optional<int64_t> channels = c.args[0].shape[*axis].constant();
  if (groups < 1 || (channels && *channels % groups != 0))
    return wrong_attribute(c.node, "num_groups",
                           fmt::format("must divide the {} channels", graph::to_string(c.args[0].shape[*axis])));
  return type;
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
  set_type(registry, "nn.layer_norm", 3, tensors([](const TypeContext& c) { return normalized(c, -1); }));
  set_type(registry, "nn.instance_norm", 3, tensors([](const TypeContext& c) { return normalized(c, 1); }));
  set_type(registry, "nn.group_norm", 3, tensors(group_norm));
  set_type(registry, "nn.l2_normalize", 1, tensors(same_as_data));
  set_type(registry, "nn.softmax nn.log_softmax nn.fast_softmax", 1, tensors(softmax));
  set_type(registry, "nn.nll_loss", 3, tensors(nll_loss));
  set_type(registry, "nn.cross_entropy nn.cross_entropy_with_logits", 2, tensors(scalar_loss));
}

}  // namespace nw::op
