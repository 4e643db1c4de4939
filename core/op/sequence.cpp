// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's lists of tensors and values that may be absent (onnx.Sequence…, onnx.Optional…). What all entries of a list
// have in common is its type; dimensions that differ are symbols that stand for no size, so an entry taken out of it
// gets symbols of its own.
#include "graph/join_types.h"
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

std::function<Dim(size_t)> symbols(const TypeContext& c, const char* what) {
  return [&c, what](size_t axis) { return new_symbol(c, (what + std::to_string(axis)).c_str()); };
}
Type unranked(DType dtype) {
  Type type = Type::tensor(dtype, {});
  type.rank_known = false;
  return type;
}
bool is_constant(const Dim& dim) {
  return !dim.is_dynamic();
}

Result<Type> wrong_list(const TypeContext& c) {
  return wrong_argument(c.node, 0, "be a sequence", c.args.empty() ? Type() : c.args[0]);
}
bool takes_list(const TypeContext& c) {
  return !c.args.empty() && c.args[0].is_sequence();
}

Result<Type> construct(const TypeContext& c) {
  if (c.args.empty()) return wrong_argument_count(c.node, 1);
  for (size_t i = 0; i < c.args.size(); ++i)
    if (!c.args[i].is_tensor()) return wrong_argument(c.node, i, "be a tensor", c.args[i]);
  Type of = c.args[0];
  for (const Type& arg : c.args) of = graph::join(of, arg, symbols(c, "entry"));
  return Type::sequence(std::move(of));
}

Result<Type> empty(const TypeContext& c) {
  return Type::sequence(graph::no_entry(dtype_attr(c.node.attrs, "dtype", DType::Float(32))));
}

Result<Type> entry_at(const TypeContext& c) {
  if (!takes_list(c)) return wrong_list(c);
  const Type& entry = c.args[0].fields[0];
  return graph::is_no_entry(entry) ? unranked(entry.dtype) : graph::keep_dims(entry, is_constant, symbols(c, "d"));
}

Result<Type> insert(const TypeContext& c) {
  if (!takes_list(c) || c.args.size() < 2) return wrong_list(c);
  if (!c.args[1].is_tensor()) return wrong_argument(c.node, 1, "be a tensor", c.args[1]);
  return Type::sequence(graph::join(c.args[0].fields[0], c.args[1], symbols(c, "entry")));
}

Result<Type> erase(const TypeContext& c) {
  return takes_list(c) ? Result<Type>(c.args[0]) : wrong_list(c);
}

Result<Type> length(const TypeContext& c) {
  return takes_list(c) ? Result<Type>(Type::tensor(DType::Int(64), {})) : wrong_list(c);
}

// Without sizes, parts of one element, whose axis goes unless keepdims.
Result<Type> split_to_sequence(const TypeContext& c) {
  if (c.args.empty() || !c.args[0].is_tensor()) return wrong_argument_count(c.node, 1);
  Type part = c.args[0];
  Result<size_t> axis = axis_attr(c, "axis", 0, part.shape.size());
  if (!axis) return axis.diagnostics;
  const std::optional<int64_t> whole = part.shape[*axis].constant();
  if (c.args.size() < 2) {
    part.shape[*axis] = Dim(1);
    if (graph::int_attr(c.node.attrs, "keepdims", 1) == 0)
      part.shape.erase(part.shape.begin() + static_cast<std::ptrdiff_t>(*axis));
    return Type::sequence(std::move(part));
  }
  const NDArray& sizes = c.constants[1];
  const int64_t size = sizes.bytes() && sizes.size() > 0 ? sizes.int_at(0) : 0;
  bool all_same = size > 0 && (!sizes.shape().empty() || (whole && *whole % size == 0));
  for (int64_t i = 1; all_same && i < sizes.size(); ++i) all_same = sizes.int_at(i) == size;
  part.shape[*axis] = all_same ? Dim(size) : new_symbol(c, "part");
  return Type::sequence(std::move(part));
}

Result<Type> concat_from_sequence(const TypeContext& c) {
  if (!takes_list(c)) return wrong_list(c);
  Type joined = c.args[0].fields[0];
  if (graph::is_no_entry(joined)) return unranked(joined.dtype);
  if (!joined.is_tensor() || !joined.rank_known) return Type::unknown();
  const bool new_axis = graph::int_attr(c.node.attrs, "new_axis", 0) != 0;
  Result<size_t> axis = axis_attr(c, "axis", 0, joined.shape.size() + (new_axis ? 1 : 0));
  if (!axis) return axis.diagnostics;
  joined = graph::keep_dims(joined, is_constant, symbols(c, "d"));
  if (new_axis)
    joined.shape.insert(joined.shape.begin() + static_cast<std::ptrdiff_t>(*axis), new_symbol(c, "count"));
  else
    joined.shape[*axis] = new_symbol(c, "length");
  return joined;
}

Result<Type> optional(const TypeContext& c) {
  if (!c.args.empty()) return Type::optional(c.args[0]);
  Type of;
  if (has_attr(c.node.attrs, "dtype")) of = unranked(dtype_attr(c.node.attrs, "dtype", DType::Float(32)));
  if (graph::bool_attr(c.node.attrs, "sequence", false)) of = Type::sequence(std::move(of));
  return Type::optional(std::move(of));
}

Result<Type> get_element(const TypeContext& c) {
  if (c.args.empty()) return wrong_argument_count(c.node, 1);
  return c.args[0].is_optional() ? c.args[0].fields[0] : c.args[0];
}

Result<Type> has_element(const TypeContext&) {
  return Type::tensor(DType::Bool(), {});
}

}  // namespace

void add_sequence(Registry& registry) {
  set_type(registry, "onnx.SequenceConstruct", -1, construct);
  set_type(registry, "onnx.SequenceEmpty", 0, empty);
  set_type(registry, "onnx.SequenceAt", 2, entry_at);
  set_type(registry, "onnx.SequenceInsert", -1, insert);
  set_type(registry, "onnx.SequenceErase", -1, erase);
  set_type(registry, "onnx.SequenceLength", 1, length);
  set_type(registry, "onnx.SplitToSequence", -1, split_to_sequence);
  set_type(registry, "onnx.ConcatFromSequence", 1, concat_from_sequence);
  set_type(registry, "onnx.Optional", -1, optional);
  set_type(registry, "onnx.OptionalGetElement", 1, get_element);
  set_type(registry, "onnx.OptionalHasElement", -1, has_element);
}

}  // namespace nw::op
