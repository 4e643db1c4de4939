// SPDX-License-Identifier: GPL-3.0-or-later
// Groups without an anchor: every stage but the last is inlined into it; the last runs its outer axes in parallel and
// its innermost as vectors.
#include <algorithm>

#include "arith/analyzer.h"
#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

void inline_injective(const Group& group, ScheduleBuilder& steps, const std::vector<te::Operation>& keep) {
  for (const te::Operation& op : group.operations)
    if (op != group.last && is_injective(op) && std::find(keep.begin(), keep.end(), op) == keep.end())
      steps.compute_inline(steps.stage(op));
}

namespace {

bool has_division(const tir::Expr& index) {
  bool found = false;
  tir::walk(index, [&](const tir::Expr& i) {
    found = found || i->kind == tir::ExprKind::FloorDiv || i->kind == tir::ExprKind::FloorMod;
    return !found;
  });
  return found;
}

// An axis as a loop over vectors: its value is first + lane.
struct VectorLoop {
  const te::ComputeNode& op;
  size_t axis;  // its number among the data axes
  int64_t block;
};

// Whether the lanes of a vector read neighbouring elements, or all the same one: with the axis written as the split
// writes it, the lane is gone from every index or stands alone, as a summand, in the last one.
bool lanes_read_neighbours(const std::vector<tir::Expr>& indices, const VectorLoop& loop) {
  arith::Analyzer analyzer;
  for (const tir::IterVar& axis : loop.op.axis) analyzer.bind(axis->var, axis->dom);
  const tir::IterVar& axis = loop.op.axis[loop.axis];
  const tir::Expr block = tir::int_imm(loop.block);
  const tir::Var first = tir::make_var("first", axis->var->dtype), lane = tir::make_var("lane", axis->var->dtype);
  analyzer.bind(first, {tir::int_imm(0), analyzer.simplify(tir::floordiv(axis->dom.extent, block))});
  analyzer.bind(lane, {tir::int_imm(0), block});
  for (size_t i = 0; i < indices.size(); ++i) {
    const tir::Expr index =
        analyzer.simplify(tir::substitute(indices[i], {{axis->var, tir::Expr(first) * block + lane}}));
    const auto parts = arith::detect_linear(index, {lane});
    if (!parts) return false;
    const int64_t* step = tir::as_const_int(analyzer.simplify(parts->front()));
    if (!step || (*step != 0 && (*step != 1 || i + 1 < indices.size()))) return false;
  }
  return true;
}

// Conditions and reads at computed indices need a load for each lane: not vectorized by default. Quotients and
// remainders, as reshapes write them, count as computed unless whole vectors lie side by side.
bool vectorizes_well(const VectorLoop& loop) {
  const auto extent = extent_of(loop.op.axis[loop.axis]);
  const bool whole = extent && *extent % loop.block == 0;
  bool plain = true;
  for (const tir::Expr& body : loop.op.body) {
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* call = tir::node_cast<tir::CallNode>(e)) plain = plain && call->name != "if_then_else";
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e)) {
        for (const tir::Expr& index : load->indices)
          tir::walk(index, [&](const tir::Expr& i) {
            plain = plain && i->kind != tir::ExprKind::ProducerLoad;
            return plain;
          });
        if (plain && std::ranges::any_of(load->indices, has_division))
          plain = whole && lanes_read_neighbours(load->indices, loop);
      }
      return plain;
    });
  }
  return plain;
}

// The innermost axis that has more than one iteration; the last one if none has.
size_t innermost(const te::ComputeNode& node) {
  for (size_t i = node.axis.size(); i-- > 0;)
    if (extent_of(node.axis[i]) != 1) return i;
  return node.axis.size() - 1;
}

// The innermost axis as vectors; `axes` are then those outside of the vectors.
void vectorize_innermost(const te::Operation& op, std::vector<AxisId>& axes, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(op);
  const size_t at = innermost(node);
  const auto inner = extent_of(node.axis[at]);
  const int64_t block = vector_length(node.axis[at]->dom.extent, steps.lanes());
  if (node.is_reduction() || !pays_off(block, steps.lanes()) || !vectorizes_well({node, at, block})) return;
  axes.resize(at + 1);
  if (inner == block) {
    steps.vectorize(steps.stage(op), axes.back());
    axes.pop_back();
  } else {
    const auto [outer, vector] = steps.split(steps.stage(op), axes.back(), block);
    steps.vectorize(steps.stage(op), vector);
    axes.back() = outer;
  }
}

}  // namespace

void schedule_root(const te::Operation& op, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(op);
  if (node.axis.empty()) return;
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  vectorize_innermost(op, axes, steps);
  if (axes.size() > 1) axes.pop_back();
  if (!axes.empty()) steps.parallel(steps.stage(op), steps.fuse(steps.stage(op), axes));
}

void schedule_at(const te::Operation& op, StageId at, AxisId axis, ScheduleBuilder& steps) {
  steps.compute_at(steps.stage(op), at, axis);
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  if (!axes.empty()) vectorize_innermost(op, axes, steps);
}

void schedule_injective(const Group& group, ScheduleBuilder& steps) {
  inline_injective(group, steps);
  for (const te::Operation& op : group.operations)
    if (op == group.last || !is_injective(op)) schedule_root(op, steps);
}

}  // namespace nw::op
