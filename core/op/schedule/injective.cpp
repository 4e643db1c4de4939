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

constexpr int64_t kLongRow = 8;  // in vectors: the one that is not full no longer counts

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

// Whether a load reads the elements of the last `count` axes as they lie in the tensor, one after the other, or the
// same element for all of them.
bool reads_in_order(const tir::ProducerLoadNode& load, const te::ComputeNode& op, size_t count) {
  const size_t first = op.axis.size() - count, rank = load.indices.size();
  std::vector<tir::Var> fused;
  for (size_t i = first; i < op.axis.size(); ++i) fused.push_back(op.axis[i]->var);
  const auto uses = [&](const tir::Expr& index) {
    const auto parts = arith::detect_linear(index, fused);
    return !parts || std::any_of(parts->begin(), parts->end() - 1, [](const tir::Expr& coefficient) {
      return tir::as_const_int(coefficient) == nullptr || *tir::as_const_int(coefficient) != 0;
    });
  };
  if (std::ranges::none_of(load.indices, uses)) return true;
  if (rank < count || std::any_of(load.indices.begin(), load.indices.end() - static_cast<ptrdiff_t>(count), uses))
    return false;
  for (size_t i = 1; i < count; ++i)
    if (!load.indices[rank - count + i].same_as(op.axis[first + i]->var) ||
        !tir::structural_equal(load.producer->shape[rank - count + i], op.axis[first + i]->dom.extent))
      return false;
  const auto outermost = arith::detect_linear(load.indices[rank - count], {fused.front()});
  if (!outermost || uses(outermost->back())) return false;
  const int64_t* step = tir::as_const_int(outermost->front());
  return step && *step == 1;
}

// Whether the last `count` axes of an operation can be taken as one axis of neighbouring elements.
bool lie_side_by_side(const te::ComputeNode& op, size_t count) {
  if (op.is_reduction() || op.axis.size() < count) return false;
  bool in_order = true;
  for (const tir::Expr& body : op.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e)) {
        in_order = in_order && reads_in_order(*load, op, count);
        return false;
      }
      // A value that depends on the place itself.
      if (e->kind == tir::ExprKind::Var)
        in_order = in_order && std::none_of(op.axis.end() - static_cast<ptrdiff_t>(count), op.axis.end(),
                                            [&](const tir::IterVar& axis) { return e.same_as(axis->var); });
      return in_order;
    });
  return in_order;
}

// How many of the last axes of the result are taken as one, so that a short row fills its vectors: as few as make whole
// vectors, else as many as there are. One where the innermost axis does by itself. `inlined`: what it is computed from.
size_t axes_of_row(const te::Operation& op, const std::vector<te::Operation>& inlined, int64_t lanes) {
  const te::ComputeNode& node = compute(op);
  const auto inner = extent_of(node.axis.back());
  if (!inner || *inner % lanes == 0 || *inner >= kLongRow * lanes) return 1;
  int64_t elements = *inner;
  size_t count = 1;
  while (count < node.axis.size() && elements % lanes != 0) {
    const auto next = extent_of(node.axis[node.axis.size() - count - 1]);
    if (!next || !lie_side_by_side(node, count + 1) ||
        !std::ranges::all_of(
            inlined, [&](const te::Operation& producer) { return lie_side_by_side(compute(producer), count + 1); }))
      break;
    elements *= *next;
    ++count;
  }
  return count;
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

void schedule_root(const te::Operation& op, ScheduleBuilder& steps, const std::vector<te::Operation>& inlined) {
  const te::ComputeNode& node = compute(op);
  if (node.axis.empty()) return;
  const StageId stage = steps.stage(op);
  std::vector<AxisId> axes = steps.axes(stage);
  if (const size_t row = axes_of_row(op, inlined, steps.lanes()); row > 1) {
    int64_t elements = 1;
    for (size_t i = node.axis.size() - row; i < node.axis.size(); ++i) elements *= *extent_of(node.axis[i]);
    const auto first = axes.end() - static_cast<ptrdiff_t>(row);
    const AxisId fused = steps.fuse(stage, {first, axes.end()});
    axes.erase(first, axes.end());
    const int64_t block = vector_length(tir::int_imm(elements), steps.lanes());
    if (pays_off(block, steps.lanes())) {
      const auto [outer, vector] = steps.split(stage, fused, block);
      steps.vectorize(stage, vector);
      axes.push_back(outer);
    } else {
      axes.push_back(fused);
    }
    steps.parallel(stage, steps.fuse(stage, axes));
    return;
  }
  vectorize_innermost(op, axes, steps);
  if (axes.size() > 1) axes.pop_back();
  if (!axes.empty()) steps.parallel(steps.stage(op), steps.fuse(steps.stage(op), axes));
}

void schedule_byte_stages(const Group& group, ScheduleBuilder& steps) {
  for (const te::Operation& op : group.operations)
    if (has_tag(op, "pack_data") || has_tag(op, "pack_sums")) schedule_root(op, steps);
}

void schedule_at(const te::Operation& op, StageId at, AxisId axis, ScheduleBuilder& steps) {
  steps.compute_at(steps.stage(op), at, axis);
  std::vector<AxisId> axes = steps.axes(steps.stage(op));
  if (!axes.empty()) vectorize_innermost(op, axes, steps);
}

void schedule_injective(const Group& group, ScheduleBuilder& steps) {
  inline_injective(group, steps);
  std::vector<te::Operation> inlined;
  std::ranges::copy_if(group.operations, std::back_inserter(inlined),
                       [&](const te::Operation& op) { return op != group.last && is_injective(op); });
  for (const te::Operation& op : group.operations)
    if (op == group.last || !is_injective(op))
      schedule_root(op, steps, op == group.last ? inlined : std::vector<te::Operation>());
}

}  // namespace nw::op
