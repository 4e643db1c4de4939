// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting, the greatest elements, running sums, and searching.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> sorted(const TypeContext& c) {
  Result<size_t> axis = axis_attr(c, "axis", -1, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  return c.args[0];
}

Result<Type> argsort(const TypeContext& c) {
  if (Result<Type> data = sorted(c); !data.value) return data;
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)), c.args[0].shape);
}

std::optional<Dim> k_of(const graph::Attrs& attrs) {
  const auto it = attrs.find("k");
  if (it == attrs.end()) return Dim(1);
  if (const auto* dim = std::get_if<Dim>(&it->second.value)) return *dim;
  const auto* value = std::get_if<int64_t>(&it->second.value);
  return value ? std::optional<Dim>(*value) : std::nullopt;
}

// Relay's k < 1 asks for all; ONNX's 0 for none.
Result<Type> topk(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", -1, shape.size());
  if (!axis) return axis.diagnostics;
  std::optional<Dim> k;
  if (c.args.size() > 1) {
    const NDArray& given = c.constants[1];
    k = given.bytes() && given.size() == 1       ? Dim(given.int_at(0))
        : has_attr(c.node.attrs, "result_shape") ? result_dim(c, *axis)
                                                 : new_symbol(c, "k");
  } else {
    k = k_of(c.node.attrs);
  }
  if (!k) return wrong_attribute(c.node, "k", "must be a number");
  const std::optional<int64_t> have = shape[*axis].constant(), wanted_number = k->constant();
  if (have && wanted_number && *wanted_number > *have)
    return wrong_attribute(c.node, "k", fmt::format("must be at most the {} elements of axis {}", *have, *axis));
  const bool all = c.node.op != "onnx.TopK" && k->constant().value_or(1) < 1;
  if (!all) shape[*axis] = *k;
  const Type values = Type::tensor(c.args[0].dtype, shape);
  const Type indices = Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)), shape);
  const std::string wanted = graph::string_attr(c.node.attrs, "ret_type", "both");
  if (wanted == "values") return values;
  if (wanted == "indices") return indices;
  if (wanted != "both") return wrong_attribute(c.node, "ret_type", "must be \"both\", \"values\" or \"indices\"");
  return Type::tuple({values, indices});
}

Result<Type> running(const TypeContext& c) {
  const DType dtype = dtype_attr(c.node.attrs, "dtype", c.args[0].dtype);
  if (!has_attr(c.node.attrs, "axis")) return Type::tensor(dtype, {graph::product(c.args[0].shape)});
  Result<size_t> axis = axis_attr(c, "axis", 0, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  return Type::tensor(dtype, c.args[0].shape);
}

Result<Type> searchsorted(const TypeContext& c) {
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)), c.args[1].shape);
}

// Unique elements, their positions, the inverse indices, their number; and the counts, if requested.
Result<Type> unique(const TypeContext& c) {
  if (c.args[0].shape.size() != 1) return wrong_argument(c.node, 0, "have one dimension", c.args[0]);
  const Dim count = new_symbol(c, "count");
  const Type indices = Type::tensor(DType::Int(32), {count});
  std::vector<Type> fields{Type::tensor(c.args[0].dtype, {count}), indices,
                           Type::tensor(DType::Int(32), c.args[0].shape), Type::tensor(DType::Int(32), {Dim(1)})};
  if (graph::bool_attr(c.node.attrs, "return_counts", false)) fields.push_back(indices);
  return Type::tuple(std::move(fields));
}

}  // namespace

void add_sort(Registry& registry) {
  set_type(registry, "argsort", 1, tensors(argsort));
  set_type(registry, "sort", 1, tensors(sorted));
  set_type(registry, "topk", 1, tensors(topk));
  set_type(registry, "dyn.topk onnx.TopK", 2, tensors(topk));
  set_type(registry, "cumsum cumprod", 1, tensors(running));
  set_type(registry, "searchsorted", 2, tensors(searchsorted));
  set_type(registry, "unique", 1, tensors(unique));
}

}  // namespace nw::op
