// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that work element by element on one tensor; the result has its shape.
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> with_dtype(const TypeContext& c, DType dtype) {
  return Type::tensor(dtype, c.args[0].shape);
}

Result<Type> bool_of_data(const TypeContext& c) {
  return with_dtype(c, DType::Bool());
}

Result<Type> cast(const TypeContext& c) {
  constexpr DType kNone{DType::Code::Handle, 0};
  const DType named = dtype_attr(c.node.attrs, "dtype", kNone);
  if (!has_attr(c.node.attrs, "dtype") || named == kNone)
    return wrong_attribute(c.node, "dtype", "must name a data type");
  return with_dtype(c, named);
}

Result<Type> cast_like(const TypeContext& c) {
  return with_dtype(c, c.args[1].dtype);
}

Result<Type> full_like(const TypeContext& c) {
  if (c.args.size() != 2) return wrong_argument_count(c.node, 2);
  if (!c.args[1].shape.empty()) return wrong_argument(c.node, 1, "be a scalar", c.args[1]);
  return c.args[0];
}

Result<Type> trilu(const TypeContext& c) {
  if (c.args.size() != 2) return wrong_argument_count(c.node, 2);
  if (c.args[0].shape.size() < 2) return wrong_argument(c.node, 0, "have two dimensions or more", c.args[0]);
  if (!c.args[1].dtype.is_integer() || c.args[1].shape.size() > 1)
    return wrong_argument(c.node, 1, "be one integer", c.args[1]);
  return c.args[0];
}

// Two results: the data and the mask.
Result<Type> dropout(const TypeContext& c) {
  return Type::tuple({c.args[0], c.args[0]});
}

}  // namespace

void add_elementwise(Registry& registry) {
  const TypeRule identity = tensors(same_as_data);
  set_type(
      registry,
      "abs acos acosh asin asinh atan atanh bitwise_not ceil clip copy cos cosh erf exp fast_erf fast_exp fast_tanh "
      "fixed_point_multiply floor log log10 log2 logical_not negative nn.leaky_relu nn.relu round rsqrt sigmoid sign "
      "sin sinh sqrt tan tanh trunc zeros_like ones_like nn.lrn annotation.bitpack_end annotation.bitpack_start "
      "annotation.cast_hint annotation.checkpoint annotation.compiler_begin annotation.compiler_end "
      "annotation.stop_fusion debug device_copy on_device invert_permutation",
      1, identity);
  set_type(registry, "full_like", -1, tensors(full_like));
  set_type(registry, "trilu", -1, tensors(trilu));
  set_type(registry, "fixed_point_multiply_per_axis", -1, identity);
  set_type(registry, "isfinite isinf isnan", 1, tensors(bool_of_data));
  set_type(registry, "cast reinterpret", 1, tensors(cast));
  set_type(registry, "cast_like", 2, tensors(cast_like));
  set_type(registry, "nn.dropout", 1, tensors(dropout));
}

}  // namespace nw::op
