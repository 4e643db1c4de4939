// SPDX-License-Identifier: GPL-3.0-or-later
// A call of constants is computed by its own TE computation in the reference interpreter: one meaning for both.
#include <algorithm>

#include "interp/interp.h"
#include "op/registry.h"
#include "op/rules.h"
#include "passes/default_passes.h"
#include "passes/rewriter.h"

namespace nw::passes {

namespace {

using graph::Node;
using graph::NodeKind;
using graph::OpPattern;

constexpr int64_t kMaxElements = int64_t{1} << 20;  // more would take longer than opening the file
// Instructions of the interpreter for the whole graph, some seconds' worth: a file may hold any number of constants.
constexpr double kMaxWork = double{1 << 27};

bool has_data(const Node& node) {
  return node.kind == NodeKind::Constant && node.data.bytes() != nullptr;
}

constexpr int64_t kMaxMoved = int64_t{1} << 26;  // elements of a transpose, which is only a copy

// The axes of a transpose, each counted from the first; nothing where they are none.
std::optional<std::vector<size_t>> transposed_axes(const Node& transpose, size_t rank) {
  std::vector<size_t> axes;
  std::vector<bool> taken(rank);
  const std::vector<int64_t> given = graph::ints_attr(transpose.attrs, "axes", {});
  for (size_t i = 0; i < rank; ++i) {
    const auto axis = given.empty() ? std::optional(rank - 1 - i)
                                    : op::axis_of(i < given.size() ? given[i] : static_cast<int64_t>(rank), rank);
    if (!axis || taken[*axis]) return std::nullopt;
    taken[*axis] = true;
    axes.push_back(*axis);
  }
  return axes;
}

NDArray transposed(const NDArray& data, const std::vector<size_t>& axes) {
  const size_t rank = axes.size(), bytes = static_cast<size_t>(data.dtype().bytes());
  std::vector<size_t> stride(rank, bytes), step(rank), index(rank);  // in bytes of `data`
  for (size_t i = rank; i-- > 1;) stride[i - 1] = stride[i] * static_cast<size_t>(data.shape()[i]);
  std::vector<int64_t> shape;
  for (size_t i = 0; i < rank; ++i) {
    step[i] = stride[axes[i]];
    shape.push_back(data.shape()[axes[i]]);
  }
  NDArray result(data.dtype(), shape);
  std::byte* to = result.mutable_bytes();
  const std::byte* from = data.bytes();
  for (int64_t i = 0; i < result.size(); ++i, to += bytes) {
    std::copy_n(from, bytes, to);
    for (size_t axis = rank; axis-- > 0;) {
      from += step[axis];
      if (++index[axis] < static_cast<size_t>(shape[axis])) break;
      from -= step[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return result;
}

NodeId transposed_constant(const Node& old, const Node& argument, Rewriter& r) {
  const NDArray data = argument.data;
  if (data.size() > kMaxMoved || data.dtype().is_string()) return {};
  const auto axes = transposed_axes(old, data.shape().size());
  return axes ? r.constant(old, transposed(data, *axes)) : NodeId();
}

// The constants that the old node reads, tuples taken apart; nothing if one of them is not constant.
std::optional<std::vector<NodeId>> constant_arguments(const Node& old, Rewriter& r) {
  std::vector<NodeId> arguments;
  for (size_t i = 0; i < old.inputs.size(); ++i) {
    const Node& arg = r.input_node(old, i);
    if (has_data(arg)) {
      arguments.push_back(arg.id);
      continue;
    }
    if (arg.kind != NodeKind::Tuple) return std::nullopt;
    for (const NodeId field : arg.inputs) {
      if (!has_data(r.seen(field))) return std::nullopt;
      arguments.push_back(field);
    }
  }
  return arguments;
}

std::optional<NDArray> evaluate(const Node& old, const std::vector<NodeId>& arguments, Rewriter& r, double& work_left) {
  const op::OpInfo& info = *op::registry_of(r.from()).find(old.op);
  op::ComputeContext context{old, {}, old.type, {}, "folded"};
  for (const NodeId id : arguments) {
    const Node& arg = r.seen(id);
    std::vector<tir::Expr> shape;
    for (const int64_t dim : arg.data.shape()) shape.push_back(tir::int_imm(dim));
    context.args.push_back(
        te::placeholder(std::move(shape), "p" + std::to_string(context.args.size()), arg.data.dtype()));
    context.arg_types.push_back(arg.type);
  }
  Result<std::vector<te::Tensor>> made = info.compute(context);
  if (!made || made->size() != 1) return std::nullopt;
  interp::Options exact;
  exact.wide_reductions = true;  // sums as the reference operators have them
  interp::Interpreter interpreter(*made, {}, exact);
  const double work = interpreter.work(*made);
  if (work > work_left) return std::nullopt;
  work_left -= work;
  for (size_t i = 0; i < arguments.size(); ++i) interpreter.set_input(context.args[i], r.seen(arguments[i]).data);
  Result<NDArray> value = interpreter.evaluate(made->front());
  if (!value || value->dtype() != old.type.dtype) return std::nullopt;
  return std::move(*value);
}

NodeId folded(const Node& old, Rewriter& r, double& work_left) {
  if (old.kind != NodeKind::Call || !old.type.is_tensor() || old.inputs.empty()) return {};
  const op::OpInfo* info = op::registry_of(r.from()).find(old.op);
  if (!info || !info->compute || info->traits.pattern == OpPattern::Opaque) return {};
  const std::optional<std::vector<int64_t>> shape = graph::constant_shape(old.type.shape);
  const std::optional<std::vector<NodeId>> arguments = constant_arguments(old, r);
  if (!shape || !arguments) return {};
  if (info->traits.reshape_only && r.seen(arguments->front()).data.size() == element_count(*shape))
    return r.constant(old, r.seen(arguments->front()).data.reshaped(*shape));
  if (old.op == "transpose") return transposed_constant(old, r.seen(arguments->front()), r);
  if (!op::why_no_kernel(r.from(), old).empty()) return {};
  int64_t largest = element_count(*shape);
  for (const NodeId id : *arguments) largest = std::max(largest, r.seen(id).data.size());
  if (largest < 0 || largest > kMaxElements) return {};
  std::optional<NDArray> value = evaluate(old, *arguments, r, work_left);
  return value ? r.constant(old, std::move(*value)) : NodeId();
}

}  // namespace

PassResult fold_constants(const graph::Graph& graph) {
  double work_left = kMaxWork;
  return Rewriter(graph, "fold_constants").run([&](const Node& old, Rewriter& r) { return folded(old, r, work_left); });
}

}  // namespace nw::passes
