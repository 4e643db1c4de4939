// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/factored_reduction.h"

#include <algorithm>
#include <utility>

#include "script/replay.h"

namespace nw::exporting {

namespace {

int64_t length(const schedule::Bounds& bounds, AxisId axis) {
  const auto range = bounds.ranges.find(axis);
  const int64_t* n = range == bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
  return n ? *n : 0;
}

bool splits_come_out_even(const StagePlan& stage, const schedule::Bounds& bounds) {
  return std::ranges::all_of(stage.steps, [&](const LoopStep& step) {
    if (step.kind != LoopStep::Kind::Split) return true;
    const int64_t n = length(bounds, step.parent);
    return n > 0 && n == length(bounds, step.outer) * step.factor;
  });
}

bool is_plain_reduction(const te::ComputeNode& compute) {
  const auto* reduce = tir::node_cast<tir::ReduceNode>(compute.body[0]);
  if (!reduce || compute.body.size() != 1 || !reduce->init.empty()) return false;
  if (reduce->condition && !tir::is_one(reduce->condition)) return false;
  const tir::CommReducerNode& combiner = *reduce->combiner;
  const auto* both = tir::node_cast<tir::BinaryNode>(combiner.result[0]);
  using tir::ExprKind;
  return both &&
         (both->kind == ExprKind::Add || both->kind == ExprKind::Mul || both->kind == ExprKind::Min ||
          both->kind == ExprKind::Max) &&
         tir::node_cast<tir::VarNode>(both->a) == combiner.lhs[0].get() &&
         tir::node_cast<tir::VarNode>(both->b) == combiner.rhs[0].get();
}

// The dimension of the partial results over which the stage that adds them up runs.
std::optional<size_t> place_of_factor(const schedule::Stage& sums) {
  const auto* compute = te::op_cast<te::ComputeNode>(sums.op);
  const auto* reduce = compute ? tir::node_cast<tir::ReduceNode>(compute->body[0]) : nullptr;
  const auto* load = reduce ? tir::node_cast<tir::ProducerLoadNode>(reduce->source[0]) : nullptr;
  if (!load) return std::nullopt;
  for (size_t i = 0; i < load->indices.size(); ++i)
    if (tir::node_cast<tir::VarNode>(load->indices[i]) == compute->reduce_axis[0]->var.get()) return i;
  return std::nullopt;
}

void add_parts(const FactoredReduction& f, AxisId axis, std::vector<AxisId>& parts) {
  for (const LoopStep& step : f.before.steps) {
    if (step.kind == LoopStep::Kind::Split && step.parent == axis) {
      add_parts(f, step.outer, parts);
      return add_parts(f, step.inner, parts);
    }
    if (step.kind == LoopStep::Kind::Fuse && (step.outer == axis || step.inner == axis))
      return add_parts(f, step.parent, parts);
  }
  if (axis != f.axis && std::ranges::find(parts, axis) == parts.end()) parts.push_back(axis);
}

// Data axes and what the step did not touch are the same afterwards. The others are new: the loop itself, which keeps
// its name, and behind all that stayed the other parts of its axis, in the order of the loops.
bool relate_loops(FactoredReduction& f, const schedule::Stage& before, const schedule::Stage& partial) {
  const auto name_of = [](const schedule::Stage& stage, AxisId id) { return stage.find_axis(id)->iter->var->name; };
  const AxisId own = partial.root[f.place];
  std::vector<AxisId> gone, made;
  for (const AxisId axis : f.before.order)
    if (std::ranges::find(partial.root, axis) != partial.root.end())
      f.after[axis] = axis;
    else if (name_of(before, axis) != name_of(partial, own))
      gone.push_back(axis);
    else if (std::exchange(f.axis, axis).valid())
      return false;
  for (const AxisId axis : partial.root)
    if (axis != own && !f.after.contains(axis)) made.push_back(axis);
  if (!f.axis.valid() || gone.size() != made.size()) return false;
  f.after[f.axis] = own;
  for (size_t i = 0; i < gone.size(); ++i) f.after[gone[i]] = made[i];
  return true;
}

}  // namespace

std::vector<AxisId> parts_of(const FactoredReduction& f, AxisId root) {
  std::vector<AxisId> parts;
  add_parts(f, root, parts);
  return parts;
}

std::optional<FactoredReduction> factored_reduction(const script::Program& program, const MadeStage& made) {
  const script::Program then =
      script::replay(program, [&](const script::Statement& s) { return s.span.line < made.line; });
  const Result<schedule::Schedule> normal = schedule::normalize(*then.schedule);
  if (!normal.value) return std::nullopt;
  Result<schedule::Bounds> bounds = schedule::infer_bounds(*normal);
  if (!bounds.value) return std::nullopt;
  Abilities any;
  any.mixed_fuse = any.copies = true;
  any.constant_sizes_only = false;
  const Plan all = plan(then, *bounds, any);
  const StagePlan* source = all.find(made.source);
  const schedule::Stage& stage = then.schedule->stage(made.source);
  const auto made_loops = [](const LoopStep& step) { return step.kind != LoopStep::Kind::Order; };
  if (!source || std::ranges::count_if(source->steps, made_loops) != std::ssize(stage.relations)) return std::nullopt;
  const std::optional<size_t> place = place_of_factor(program.schedule->stage(made.source));
  if (!place) return std::nullopt;

  FactoredReduction f{stage.name(), *source, std::move(*bounds), {}, *place, {}};
  f.plain = is_plain_reduction(*source->compute) && splits_come_out_even(*source, f.bounds);
  f.before.compute = nullptr;
  const schedule::Stage& partial = program.schedule->stage(made.made);
  return relate_loops(f, stage, partial) ? std::optional(std::move(f)) : std::nullopt;
}

}  // namespace nw::exporting
