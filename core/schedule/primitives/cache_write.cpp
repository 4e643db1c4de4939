// SPDX-License-Identifier: GPL-3.0-or-later
// cache_write: a stage is computed into another memory first, and copied from there.
//
//   C[i, j] = f(i, j)    →    C.local[i.c, j.c] = f(i.c, j.c)
//                             C[i, j] = C.local[i, j]
//
// If C's data loops have been split, fused or reordered, the copy is laid out in the order of those loops, and C reads
// it through the inverse; C's own loops are reset to its axes. Legal before anything else was done that this would
// undo: loops of the reduction made or moved, loops marked.
#include <algorithm>

#include <set>

#include "arith/analyzer.h"
#include "schedule/diagnostics.h"
#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/rewrite.h"

namespace nw::schedule {

namespace {

Diagnostic refuse(const std::string& code, const Schedule& s, StageId stage, const StepSource& at,
                  const std::string& message, const std::string& why) {
  Refusal r(code, s, stage, at, message);
  return r.point("tensor").because(why).or_delete("delete the step");
}

std::optional<Diagnostic> must_be_whole(const Schedule& s, const std::vector<te::Tensor>& tensors,
                                        const StepSource& at) {
  const StageId stage = s.find(tensors[0]->op);
  const Stage& own = s.stage(stage);
  if (!te::op_cast<te::ComputeNode>(own.op))
    return refuse("NW2124", s, stage, at,
                  "cache_write takes a computed tensor, and " + own.name() +
                      (own.op->kind == te::OpKind::Placeholder ? " is an input" : " is a scan"),
                  "cache_write computes the tensor in another memory first");
  for (const te::Tensor& t : tensors)
    if (s.find(t->op) != stage)
      return refuse("NW2124", s, stage, at, t->name + " and " + tensors[0]->name + " are computed by different stages",
                    "cache_write of several tensors takes the outputs of one stage");
  if (static_cast<int>(tensors.size()) != own.op->num_outputs())
    return refuse(
        "NW2124", s, stage, at,
        own.name() + " has " + plural(static_cast<size_t>(own.op->num_outputs()), "output") +
            ", and cache_write names " + std::to_string(tensors.size()),
        "the outputs of a stage are computed together, so they are cached together: s.cache_write([T0, T1], …)");
  return std::nullopt;
}

bool is_reduce(const Stage& stage, AxisId axis) {
  return stage.find_axis(axis)->iter->type == IterType::CommReduce;
}

// Whether it is computed from the state of a scan: in every step once more, which must not reach into another.
bool within_scan(const Schedule& s, const te::Operation& op) {
  std::set<const te::OperationNode*> states, seen;
  for (const StageId id : s.order())
    if (const auto* scan = te::op_cast<te::ScanNode>(s.stage(id).op))
      for (const te::Tensor& state : scan->state_placeholder) states.insert(state->op.get());
  std::vector<te::Operation> open{op};
  while (!states.empty() && !open.empty()) {
    const te::Operation next = open.back();
    open.pop_back();
    if (states.contains(next.get())) return true;
    if (next->kind == te::OpKind::Scan || !seen.insert(next.get()).second) continue;
    for (const te::Tensor& input : next->inputs()) open.push_back(input->op);
  }
  return false;
}

// What would be lost: marks, loops of the reduction, a place of the reduction among the loops. (How data loops were
// split and ordered is not: it becomes the layout of the copy.)
std::vector<std::string> steps_lost_to_a_cache(const Schedule& s, const Stage& stage) {
  std::vector<std::string> lost;
  for (const auto& [axis, attr] : stage.attrs)
    for (const std::string& mark : marks_of(attr)) lost.push_back(shown(s, axis) + " was " + mark + in_line(attr.line));
  for (const auto& [line, step] : stage.history)
    if (step == Primitive::StorageAlign) lost.push_back("its memory was aligned" + in_line(line));
  const bool every = !stage.relations.empty() && within_scan(s, stage.op);  // tiles would reach into other steps
  for (const Relation& relation : stage.relations) {
    if (const auto* r = std::get_if<SplitRelation>(&relation); r && (every || is_reduce(stage, r->parent)))
      lost.push_back(replacement_text(s, stage, r->parent));
    if (const auto* r = std::get_if<FuseRelation>(&relation); r && (every || is_reduce(stage, r->fused)))
      lost.push_back(replacement_text(s, stage, r->inner));
  }
  bool moved = false, seen_reduce = false;
  for (AxisId leaf : stage.leaf) {
    moved = moved || (seen_reduce && !is_reduce(stage, leaf));
    seen_reduce = seen_reduce || is_reduce(stage, leaf);
  }
  if (moved && lost.empty())
    for (const auto& [line, step] : stage.history)
      if (step == Primitive::Reorder) lost.push_back("the loops were reordered" + in_line(line));
  return lost;
}

std::optional<Diagnostic> must_lose_nothing(const Schedule& s, StageId stage, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const std::vector<std::string> lost = steps_lost_to_a_cache(s, own);
  if (lost.empty()) return std::nullopt;
  const auto* op = te::op_cast<te::ComputeNode>(own.op);
  const bool reduces = op && !op->reduce_axis.empty();
  Refusal r("NW2125", s, stage, at, "cache_write of " + own.name() + " now would undo steps that came before it");
  r.point("tensor");
  for (const std::string& fact : lost) r.because(fact);
  r.because("after cache_write the loops of " + own.name() + " start anew: they only copy, and " +
            (reduces ? "its reduction" : "what it computes") + " belongs to the new stage");
  r.legal({"cache_write first, then schedule both stages"});
  return r.or_delete("delete the step: " + own.name() + " is written directly");
}

// The loops over data, in order, as axes of the copy, and what the computation's own axes are in terms of them.
struct Layout {
  std::vector<IterVar> axes;
  std::vector<Expr> place;       // of an element of the stage in the copy
  tir::Substitution body;        // the computation's variables in those of the copy
  std::vector<Expr> conditions;  // outside of which the copy has no value
};

Layout layout_of(const Schedule& s, const Stage& stage, const te::ComputeNode& op) {
  Layout layout;
  arith::Analyzer analyzer;
  RangeTable ranges(s);
  IndexTable up(s), down(s);
  FlagTable skip(s);
  for (AxisId root : stage.root) {
    const Axis& a = *stage.find_axis(root);
    if (is_reduce(stage, root)) {
      skip[root] = 1;
      continue;
    }
    ranges[root] = a.iter->dom;
    analyzer.bind(a.iter->var, a.iter->dom);
    down[root] = a.iter->var;
  }
  pass_down_domain(stage, ranges, analyzer, DownMode::AllowMissing);
  pass_down_index(stage, ranges, down);
  tir::Substitution renamed;
  for (AxisId leaf : stage.leaf) {
    if (is_reduce(stage, leaf)) continue;
    const IterVar& iter = stage.find_axis(leaf)->iter;
    const tir::Var var = tir::make_var(iter->var->name + ".c", iter->var->dtype);
    layout.axes.push_back(IterVar(new tir::IterVarNode(var, ranges[leaf], IterType::DataPar)));
    layout.place.push_back(down[leaf]);
    up[leaf] = iter->var;
    renamed[iter->var] = var;
  }
  pass_up_index(stage, ranges, up);
  for (const Expr& c : bound_checks(stage, ranges, up, false, skip, analyzer))
    layout.conditions.push_back(tir::substitute(c, renamed));
  for (size_t i = 0; i < op.axis.size(); ++i)
    layout.body[op.axis[i]->var] = tir::substitute(up[stage.root[i]], renamed);
  return layout;
}

std::vector<Expr> cached_bodies(const te::ComputeNode& op, const Layout& layout) {
  std::vector<Expr> bodies;
  Expr inside;
  for (const Expr& c : layout.conditions) inside = inside ? tir::logical_and(inside, c) : c;
  for (const Expr& old : op.body) {
    if (!bodies.empty() && op.is_reduction()) {  // the bodies of a reduction share all but the index of their value
      const auto& first = *tir::node_cast<tir::ReduceNode>(bodies[0]);
      const int index = tir::node_cast<tir::ReduceNode>(old)->value_index;
      bodies.push_back(tir::reduce(first.combiner, first.source, first.axis, first.condition, index, first.init));
      continue;
    }
    Expr body = tir::substitute(old, layout.body);
    if (inside) {
      if (const auto* r = tir::node_cast<tir::ReduceNode>(body))
        body = tir::reduce(r->combiner, r->source, r->axis,
                           r->condition ? tir::logical_and(r->condition, inside) : inside, r->value_index, r->init);
      else
        body = tir::if_then_else(inside, body, tir::constant(body->dtype, 0));
    }
    bodies.push_back(std::move(body));
  }
  return bodies;
}

te::Operation with_name(const te::Operation& op, const te::ComputeNode& like) {
  auto* n = new te::ComputeNode(*te::op_cast<te::ComputeNode>(op));
  n->tag = like.tag;
  n->node = like.node;
  n->span = like.span;
  return te::Operation(n);
}

Diagnostic layout_note(const Schedule& s, StageId stage, const std::string& copy, const StepSource& at) {
  const Stage& own = s.stage(stage);
  Refusal r(
      "NW2502", s, stage, at,
      "the loops of " + own.name() + " become the layout of " + copy + "; " + own.name() + "'s own loops start anew");
  r.point("tensor").severity(Severity::Warning);
  for (const auto& [line, step] : own.history)
    if (step == Primitive::Split || step == Primitive::Fuse || step == Primitive::Reorder)
      r.because(name_of(step) + in_line(line) + " shapes " + copy + " from here on");
  return r.legal({"cache_write before the loops are scheduled keeps the plain layout"});
}

}  // namespace

Result<std::vector<te::Tensor>> cache_write(Schedule& s, const std::vector<te::Tensor>& tensors,
                                            const std::string& scope, const StepSource& at) {
  if (tensors.empty())
    return refuse("NW2124", s, {}, at, "cache_write names no tensor", "it needs all outputs of one stage");
  if (auto d = must_be_whole(s, tensors, at)) return *d;
  const StageId stage = s.find(tensors[0]->op);
  if (auto d = must_be_scope(s, stage, scope, at)) return *d;
  if (auto d = must_lose_nothing(s, stage, at)) return *d;

  const Stage old = s.stage(stage);
  const auto& op = *te::op_cast<te::ComputeNode>(old.op);
  const Layout layout = layout_of(s, old, op);
  const te::Operation copy =
      with_name(te::make_compute(op.name + "." + scope, layout.axes, cached_bodies(op, layout)), op);
  std::vector<te::Tensor> made;
  std::vector<Expr> reads;
  te::TensorMap map;
  for (int i = 0; i < copy->num_outputs(); ++i) {
    made.push_back(te::output(copy, i));
    reads.push_back(te::read(made.back(), layout.place));
  }
  const te::Operation now = with_name(te::make_compute(op.name, op.axis, reads), op);
  for (int i = 0; i < now->num_outputs(); ++i) map.emplace_back(te::output(old.op, i), te::output(now, i));
  Diagnostics warnings;
  if (!old.relations.empty() || old.leaf != old.root) warnings.push_back(layout_note(s, stage, copy->name, at));

  s.replace_op(stage, now);
  redirect_reads(s, std::move(map));
  const StageId cached = s.insert_stage(copy, s.position(stage));
  s.reset_axes(stage, old.axes);
  s.reset_axes(cached, old.axes);
  Stage& from = s.edit(stage);
  for (const auto& [axis, attr] : old.attrs)  // alignment is the memory's; the stage keeps its memory
    if (attr.align_factor != 0 && from.find_axis(axis)) from.attrs[axis] = attr;
  from.history.emplace_back(at.span.line, Primitive::CacheWrite);
  Stage& to = s.edit(cached);
  to.scope = scope;
  to.script_name = first_name(at.result_names);
  to.history.emplace_back(at.span.line, Primitive::CacheWrite);
  for (Axis& a : to.axes)
    if (!a.line) a.line = at.span.line;
  if (old.group >= 0) {
    to.group = old.group;
    s.groups()[static_cast<size_t>(old.group)].members.push_back(cached);
  }
  return {made, warnings};
}

}  // namespace nw::schedule
