// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/flops.h"

#include "cost/cost.h"
#include "tir/byte_dot.h"
#include "tir/visit.h"

namespace nw::cost {

using tir::ExprKind;

namespace {

bool is_data_call(const tir::CallNode& call) {
  return call.name != "if_then_else" && call.name != "likely" && call.name != "tvm_access_ptr" &&
         call.name != "prefetch";
}

// Operations of one evaluation. What only reads variables and constants is index arithmetic or a condition on indices.
double operations(const tir::Expr& e) {
  double count = 0;
  tir::walk(e, [&](const tir::Expr& x) {
    if (x->kind == ExprKind::ProducerLoad || x->kind == ExprKind::Reduce) return false;
    bool reads = false;
    tir::walk(x, [&](const tir::Expr& y) {
      reads = reads || y->kind == ExprKind::ProducerLoad || y->kind == ExprKind::BufferLoad || y->dtype.is_float();
      return !reads;
    });
    if (!reads) return false;
    if (tir::is_byte_dot(x)) {  // four multiplications and their sum, whatever takes the bytes apart
      count += 7;
      return false;
    }
    const auto* binary = tir::node_cast<tir::BinaryNode>(x);
    if (binary && binary->kind <= ExprKind::GE) {
      const bool on_constants = binary->a->kind == ExprKind::FloatImm && binary->b->kind == ExprKind::FloatImm;
      count += on_constants ? 0 : 1;
    }
    if (const auto* call = tir::node_cast<tir::CallNode>(x); call && is_data_call(*call)) count += 1;
    return true;
  });
  return count;
}

double extent_of(const tir::Expr& e, const Sizes& sizes) {
  if (const int64_t* c = tir::as_const_int(e)) return static_cast<double>(*c);
  tir::Substitution values;
  for (const auto& [var, value] : sizes) values[var] = tir::int_imm(value, var->dtype);
  const tir::Expr fixed = tir::substitute(e, values);
  const int64_t* c = tir::as_const_int(fixed);
  return c ? static_cast<double>(*c) : 1;
}

// Operations of the reducer's result, beyond its operands.
double combine_operations(const tir::CommReducerNode& reducer) {
  double count = 0;
  for (const tir::Expr& result : reducer.result) {
    tir::walk(result, [&](const tir::Expr& x) {
      const auto* binary = tir::node_cast<tir::BinaryNode>(x);
      count += binary && binary->kind <= ExprKind::GE ? 1 : 0;
      return true;
    });
  }
  return count;
}

double compute_flops(const te::ComputeNode& op, const Sizes& sizes) {
  double elements = 1;
  for (const tir::Expr& extent : op.shape) elements *= extent_of(extent, sizes);
  if (!op.is_reduction()) {
    double count = 0;
    for (const tir::Expr& body : op.body) count += operations(body);
    return count * elements;
  }
  const auto* reduce = tir::node_cast<tir::ReduceNode>(op.body[0]);
  double count = combine_operations(*reduce->combiner);
  for (const tir::Expr& source : reduce->source) count += operations(source);
  for (const tir::IterVar& axis : op.reduce_axis) elements *= extent_of(axis->dom.extent, sizes);
  return count * elements;
}

}  // namespace

double count_flops(const std::vector<te::Tensor>& outputs, const Sizes& sizes) {
  std::vector<te::Operation> operations_of;
  for (const te::Tensor& t : outputs) operations_of.push_back(t->op);
  double flops = 0;
  for (const te::Operation& op : te::post_order(operations_of))
    if (const auto* compute = te::op_cast<te::ComputeNode>(op)) flops += compute_flops(*compute, sizes);
  return flops;
}

}  // namespace nw::cost
