// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions over axes: sum, mean, max, min, prod, variance of a given mean; with keepdims and exclude.
#include <algorithm>
#include <limits>

#include "op/compute/tools.h"

namespace nw::op {

namespace {

// Which of the data's axes are reduced: attribute "axis" (absent or empty: all), inverted by "exclude".
std::vector<bool> reduced_axes(const ComputeContext& c) {
  const size_t rank = c.args[0]->shape.size();
  std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axis", {});
  if (axes.empty() && c.node.attrs.contains("axis") && !c.node.attrs.at("axis").is_none())
    if (const int64_t single = graph::int_attr(c.node.attrs, "axis", INT64_MIN); single != INT64_MIN) axes = {single};
  std::vector<bool> reduced(rank, axes.empty());
  for (int64_t axis : axes) {
    const int64_t at = axis < 0 ? axis + static_cast<int64_t>(rank) : axis;
    if (at >= 0 && at < static_cast<int64_t>(rank)) reduced[static_cast<size_t>(at)] = true;
  }
  if (!axes.empty() && graph::bool_attr(c.node.attrs, "exclude", false)) reduced.flip();
  return reduced;
}

using Reduction = std::function<Expr(Expr, std::vector<tir::IterVar>)>;

// The reduction of `element(indices of data)` over the reduced axes.
Tensor reduce_with(const ComputeContext& c, const Reduction& reduction, const std::string& name,
                   const std::function<Expr(const std::vector<Expr>&)>& element) {
  const Tensor& data = c.args[0];
  const std::vector<bool> reduced = reduced_axes(c);
  const bool keep = graph::bool_attr(c.node.attrs, "keepdims", false);
  std::vector<tir::IterVar> axes(reduced.size());
  std::vector<tir::IterVar> over;
  for (size_t i = 0; i < reduced.size(); ++i) {
    if (!reduced[i]) continue;
    axes[i] = te::reduce_axis({tir::int_imm(0), data->shape[i]}, "r" + axis_names(reduced.size())[i]);
    over.push_back(axes[i]);
  }
  const std::vector<Expr> shape = extents(c.out_type);
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at;
        size_t next = 0;
        for (size_t i = 0; i < reduced.size(); ++i) {
          if (!reduced[i] || keep) {
            at.push_back(reduced[i] ? Expr(axes[i]->var) : Expr(v[next]));
            ++next;
          } else {
            at.push_back(axes[i]->var);
          }
        }
        return over.empty() ? element(at) : reduction(element(at), over);
      },
      name, axis_names(shape.size()), "comm_reduce");
}

Expr count(const ComputeContext& c) {
  const std::vector<bool> reduced = reduced_axes(c);
  Expr n = tir::int_imm(1);
  for (size_t i = 0; i < reduced.size(); ++i)
    if (reduced[i]) n = n * c.args[0]->shape[i];
  // The mean of no integers is 0: integers have no NaN, and a division by 0 would crash the kernel.
  if (tir::is_zero(n) && !c.out_type.dtype.is_float()) n = tir::int_imm(1);
  return tir::cast(c.out_type.dtype, n);
}

Tensor divided(const ComputeContext& c, const Tensor& total) {
  return map(
      c, [&](const std::vector<Var>& v) { return tir::div(te::read(total, as_indices(v)), count(c)); }, "elemwise");
}

void simple(Registry& registry, const char* name, const Reduction& reduction) {
  set_compute(registry, name, one([reduction](const ComputeContext& c) {
                return reduce_with(c, reduction, c.name,
                                   [&](const std::vector<Expr>& at) { return te::read(c.args[0], at); });
              }));
}

// The greatest or least of floats as numpy and ONNX have it: NaN where one is NaN, and of none, or of infinities alone,
// the infinity. te.max and te.min start from the least and greatest finite value and forget a NaN.
Reduction extreme(Expr (*better)(Expr, Expr), double of_none,
                  Expr (*of_integers)(Expr, std::vector<tir::IterVar>, Expr), const char* name) {
  return [=](Expr e, std::vector<tir::IterVar> axes) {
    const DType t = e->dtype;
    if (!t.is_float()) return of_integers(std::move(e), std::move(axes), nullptr);
    auto* node = new tir::CommReducerNode;
    tir::CommReducer reducer(node);
    const Var x = tir::make_var("x", t), y = tir::make_var("y", t);
    node->name = name;
    node->lhs = {x};
    node->rhs = {y};
    node->result = {tir::select(tir::logical_or(better(x, y), tir::ne(x, x)), x, y)};
    node->identity = {tir::float_imm(of_none, t)};
    return tir::reduce(reducer, {std::move(e)}, std::move(axes));
  };
}

}  // namespace

void add_reduce_compute(Registry& registry) {
  const Reduction sum = [](Expr e, std::vector<tir::IterVar> axes) { return te::sum(std::move(e), std::move(axes)); };
  simple(registry, "sum", sum);
  simple(registry, "max", extreme(tir::gt, -std::numeric_limits<double>::infinity(), te::max_reduce, "max"));
  simple(registry, "min", extreme(tir::lt, std::numeric_limits<double>::infinity(), te::min_reduce, "min"));
  simple(registry, "prod",
         [](Expr e, std::vector<tir::IterVar> axes) { return te::prod(std::move(e), std::move(axes)); });
  set_compute(registry, "mean", one([sum](const ComputeContext& c) {
                return divided(c, reduce_with(c, sum, c.name + "_sum",
                                              [&](const std::vector<Expr>& at) { return te::read(c.args[0], at); }));
              }));
  set_compute(registry, "variance", one([sum](const ComputeContext& c) {
                return divided(c, reduce_with(c, sum, c.name + "_sum", [&](const std::vector<Expr>& at) {
                                 std::vector<Expr> mean_at = at;
                                 for (size_t i = 0; i < mean_at.size(); ++i)
                                   if (tir::is_one(c.args[1]->shape[i])) mean_at[i] = tir::int_imm(0);
                                 const Expr d = te::read(c.args[0], at) - te::read(c.args[1], mean_at);
                                 return d * d;
                               }));
              }));
}

}  // namespace nw::op
