// SPDX-License-Identifier: GPL-3.0-or-later
// rfactor: a reduction is done in two: partial results, one for each iteration of a loop of it, and their reduction.
//
//   for i: for k.outer: for k.inner:        for k.outer: for i: for k.inner:
//     B[i] += A[i, k]                  →      B.rf[k.outer, i] += A[i, k]
//                                           for i: for k.outer.v:
//                                             B.repl[i] += B.rf[k.outer.v, i]
//
// The loop becomes the dimension `factor_axis` of the partial results (negative: from the end). Legal for a loop of a
// reduction that starts at 0, while nothing else has been done to the stage that this would undo.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/rewrite.h"
#include "tir/print.h"

namespace nw::schedule {

namespace {

Diagnostics rfactor_again(Schedule& copy, const te::Tensor& tensor, AxisId other, int factor_axis,
                          const StepSource& quiet) {
  return rfactor(copy, tensor, other, factor_axis, quiet).diagnostics;
}

std::vector<std::string> reduce_names(const te::ComputeNode& op) {
  std::vector<std::string> names;
  for (const IterVar& k : op.reduce_axis) names.push_back(k->var->name);
  return names;
}

std::optional<Diagnostic> must_reduce(const Schedule& s, StageId stage, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const auto* op = te::op_cast<te::ComputeNode>(own.op);
  if (op && op->is_reduction()) return std::nullopt;
  Refusal r("NW2126", s, stage, at, "rfactor needs a reduction, and " + own.name() + " is none");
  r.point("tensor").because("rfactor splits the work of a reduction into partial results");
  for (const auto& [line, step] : own.history)
    if (step == Primitive::CacheWrite)
      r.because("since cache_write" + in_line(line) + " the reduction is in the stage that it made");
  for (StageId id : s.order()) {
    const Stage& other = s.stage(id);
    const auto* reduces = te::op_cast<te::ComputeNode>(other.op);
    if (!reduces || !reduces->is_reduction() || other.script_name.empty()) continue;
    const std::string results = comma(at.result_names);
    r.replace("factor " + other.name() + ", which reduces",
              (results.empty() ? "" : results + " = ") + at.schedule_name + ".rfactor(" + other.script_name + ", " +
                  script_text(other, at.schedule_name) + ".op.reduce_axis[0])");
  }
  return r.or_delete("delete the step");
}

Diagnostic not_reduce_axis(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const Trial& again,
                           bool touches) {
  const Stage& own = s.stage(stage);
  Refusal r("NW2127", s, stage, at,
            touches
                ? shown(s, axis) + " mixes data and reduction; rfactor needs a loop of the reduction alone"
                : "rfactor needs a loop of the reduction, and " + shown(s, axis) + " is a data axis of " + own.name());
  r.axis(axis).because(own.name() + " reduces over " + listed(reduce_names(*te::op_cast<te::ComputeNode>(own.op))));
  if (!r.explains()) return r;
  const std::vector<AxisId> legal = accepted(s, stage, again);
  r.legal(shown(s, legal));
  for (AxisId other : legal) r.replace_axis("factor over " + shown(s, other), axis, other);
  return r.or_delete("delete the step");
}

// The inner part of a split starts at 0. It is to divide the loop, if a small number does.
void propose_split(Refusal& r, const Schedule& s, StageId stage, AxisId axis, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const int64_t* extent = tir::as_const_int(own.find_axis(axis)->iter->dom.extent);
  int64_t factor = 4;
  for (int64_t f = 2; extent && f <= 8; ++f)
    if (*extent % f == 0) factor = f;
  const std::string name = shown(s, axis), outer = fresh_name(s, name + "o"), inner = fresh_name(s, name + "i"),
                    text = script_text(s, axis, at.schedule_name);
  const std::string step = with_part(at, at.argument_naming(s, axis), inner);
  if (text.empty() || step.empty()) return;
  r.replace("split it, and factor over the inner part", outer + ", " + inner + " = " +
                                                            script_text(own, at.schedule_name) + ".split(" + text +
                                                            ", factor=" + std::to_string(factor) + ")\n" + step);
}

// Another part of the same reduce axis may have been fused with an axis that stays behind.
std::optional<Diagnostic> must_come_out_whole(const Schedule& s, StageId stage, AxisId axis, const FlagTable& touched,
                                              const StepSource& at, const Trial& again) {
  const Stage& own = s.stage(stage);
  FlagTable staying(s);
  for (AxisId root : own.root) staying[root] = !touched[root];
  pass_down_flags(own, staying);
  const auto torn =
      std::find_if(own.leaf.begin(), own.leaf.end(), [&](AxisId leaf) { return touched[leaf] && staying[leaf]; });
  if (torn == own.leaf.end()) return std::nullopt;
  Refusal r("NW2127", s, stage, at,
            "rfactor over " + shown(s, axis) + " would have to take " + shown(s, *torn) + " apart");
  r.axis(axis).because(shown(s, *torn) + " is fused from a part of the same axis and from another axis");
  if (!r.explains()) return r;
  const std::vector<AxisId> legal = accepted(s, stage, again);
  r.legal(shown(s, legal));
  for (AxisId other : legal) r.replace_axis("factor over " + shown(s, other), axis, other);
  return r.or_delete("delete the step");
}

// In both new stages the data loops come first, in the order of the dimensions. None was split or fused.
bool data_loops_moved(const Stage& stage) {
  for (size_t i = 0; i < te::op_cast<te::ComputeNode>(stage.op)->axis.size(); ++i)
    if (stage.leaf[i] != stage.root[i]) return true;
  return false;
}

// Data loops made or moved, marks: the new stages start from their own axes.
std::optional<Diagnostic> must_lose_nothing(const Schedule& s, StageId stage, const FlagTable& touched,
                                            const StepSource& at) {
  const Stage& own = s.stage(stage);
  std::vector<std::string> lost;
  for (const auto& [axis, attr] : own.attrs)
    for (const std::string& mark : marks_of(attr)) lost.push_back(shown(s, axis) + " was " + mark + in_line(attr.line));
  for (const auto& [line, step] : own.history)
    if (step == Primitive::StorageAlign) lost.push_back("its memory was aligned" + in_line(line));
  for (const Relation& relation : own.relations) {
    AxisId above;
    if (const auto* r = std::get_if<SplitRelation>(&relation)) above = r->parent;
    if (const auto* r = std::get_if<FuseRelation>(&relation)) above = r->outer;
    if (const auto* r = std::get_if<TransformRelation>(&relation)) above = r->original[0];
    if (above && !touched[above]) lost.push_back(replacement_text(s, own, above));
  }
  if (lost.empty() && data_loops_moved(own))
    for (const auto& [line, step] : own.history)
      if (step == Primitive::Reorder) lost.push_back("the loops were reordered" + in_line(line));
  if (lost.empty()) return std::nullopt;
  Refusal r("NW2128", s, stage, at, "rfactor of " + own.name() + " now would undo steps that came before it");
  r.point("tensor");
  for (const std::string& fact : lost) r.because(fact);
  r.because("the partial results and their reduction are new stages with loops of their own");
  r.legal({"rfactor first, then schedule both stages"});
  return r.or_delete("delete the step");
}

std::optional<Diagnostic> must_be_dimension(const Schedule& s, StageId stage, int factor_axis, size_t dims,
                                            const StepSource& at) {
  const int n = static_cast<int>(dims);
  if (factor_axis <= n && factor_axis >= -n - 1) return std::nullopt;
  Refusal r("NW2129", s, stage, at, "factor_axis " + std::to_string(factor_axis) + " is out of range");
  r.point("factor_axis").because("the partial results have " + plural(dims + 1, "dimension"));
  r.legal({std::to_string(-n - 1) + " … " + std::to_string(n)});
  const std::string better = std::to_string(factor_axis > 0 ? n : 0);
  r.replace_argument("use " + better, "factor_axis", better);
  return r.or_delete("delete the step");
}

// The operation of the partial results.
struct Factored {
  te::Operation op;
  tir::Range factor;  // of the axis
  size_t place = 0;   // of its dimension
};

Factored factored(const Schedule& s, const Stage& stage, AxisId axis, size_t place, const FlagTable& touched) {
  const auto& op = *te::op_cast<te::ComputeNode>(stage.op);
  const auto& reduce = *tir::node_cast<tir::ReduceNode>(op.body[0]);
  arith::Analyzer analyzer;
  RangeTable ranges(s);
  IndexTable values(s);
  FlagTable skip(s);
  for (AxisId root : stage.root) {
    const IterVar& iter = stage.find_axis(root)->iter;
    if (iter->type == IterType::CommReduce) analyzer.bind(iter->var, iter->dom);
    if (touched[root])
      ranges[root] = iter->dom;
    else
      skip[root] = 1;
  }
  pass_down_domain(stage, ranges, analyzer, DownMode::AllowMissing);
  for (AxisId leaf : stage.leaf)
    if (touched[leaf])
      values[leaf] = tir::is_one(ranges[leaf].extent) ? ranges[leaf].min : Expr(stage.find_axis(leaf)->iter->var);
  pass_up_index(stage, ranges, values);
  Expr condition = reduce.condition;
  for (const Expr& c : bound_checks(stage, ranges, values, false, skip, analyzer))
    condition = condition ? tir::logical_and(condition, c) : c;
  if (condition && !tir::as_const_int(condition)) condition = tir::likely(condition);

  std::vector<IterVar> data = op.axis, reduced;
  data.insert(data.begin() + static_cast<std::ptrdiff_t>(place),
              IterVar(new tir::IterVarNode(stage.find_axis(axis)->iter->var, ranges[axis], IterType::DataPar)));
  tir::Substitution map;
  for (size_t i = op.axis.size(); i < stage.root.size(); ++i) {
    const IterVar& iter = stage.find_axis(stage.root[i])->iter;
    if (touched[stage.root[i]])
      map[iter->var] = values[stage.root[i]];
    else
      reduced.push_back(iter);
  }
  for (AxisId leaf : stage.leaf) {
    const IterVar& iter = stage.find_axis(leaf)->iter;
    if (touched[leaf] && leaf != axis)
      reduced.push_back(IterVar(new tir::IterVarNode(iter->var, ranges[leaf], iter->type)));
  }
  std::vector<Expr> source;
  for (const Expr& e : reduce.source) source.push_back(tir::substitute(e, map));
  if (condition) condition = tir::substitute(condition, map);
  std::vector<Expr> bodies;
  for (size_t i = 0; i < source.size(); ++i) {
    if (!reduced.empty()) {
      bodies.push_back(tir::reduce(reduce.combiner, source, reduced, condition, static_cast<int>(i)));
    } else {  // nothing is left to reduce: the values themselves, or the identity where there is none
      const bool always = !condition || tir::is_one(condition);
      bodies.push_back(always ? source[i] : tir::if_then_else(condition, source[i], reduce.combiner->identity[i]));
    }
  }
  return {te::make_compute(op.name + ".rf", std::move(data), std::move(bodies), {}, {}, op.node), ranges[axis], place};
}

// The operation that reduces the partial results.
te::Operation replacement(const te::ComputeNode& op, const Factored& partial, const tir::Var& factor) {
  const auto& reduce = *tir::node_cast<tir::ReduceNode>(op.body[0]);
  const IterVar k(
      new tir::IterVarNode(tir::make_var(factor->name + ".v", factor->dtype), partial.factor, IterType::CommReduce));
  std::vector<std::string> axes;
  for (size_t i = 0; i < op.axis.size(); ++i) axes.push_back("ax" + std::to_string(i));
  const te::ComputeBodies bodies = [&](const std::vector<tir::Var>& i) {
    std::vector<Expr> at(i.begin(), i.end()), partials, sums;
    at.insert(at.begin() + static_cast<std::ptrdiff_t>(partial.place), k->var);
    for (int n = 0; n < partial.op->num_outputs(); ++n) partials.push_back(te::read(te::output(partial.op, n), at));
    tir::Substitution vars;
    for (size_t n = 0; n < i.size(); ++n) vars[op.axis[n]->var] = i[n];
    std::vector<Expr> init;
    for (const Expr& e : reduce.init) init.push_back(tir::substitute(e, vars));
    for (int n = 0; n < partial.op->num_outputs(); ++n)
      sums.push_back(tir::reduce(reduce.combiner, partials, {k}, nullptr, n, init));
    return sums;
  };
  const te::Tensor first = te::compute_many(op.shape, bodies, op.name + ".repl", std::move(axes))[0];
  return te::with_node(*te::op_cast<te::ComputeNode>(first->op), op.node);
}

std::optional<Diagnostic> may_rfactor(const Schedule& s, const te::Tensor& tensor, AxisId axis, int factor_axis,
                                      FlagTable& touched, const StepSource& at) {
  const StageId stage = s.find(tensor->op);
  if (auto d = must_reduce(s, stage, at)) return d;
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return rfactor_again(copy, tensor, other, factor_axis, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return d;
  const Stage& own = s.stage(stage);
  if (own.find_axis(axis)->iter->type != IterType::CommReduce) return not_reduce_axis(s, stage, axis, at, again, false);
  touched[axis] = 1;
  pass_up_flags(own, touched);
  pass_down_flags(own, touched);
  const size_t dims = te::op_cast<te::ComputeNode>(own.op)->axis.size();
  for (size_t i = 0; i < dims; ++i)
    if (touched[own.root[i]]) return not_reduce_axis(s, stage, axis, at, again, true);
  if (auto d = must_come_out_whole(s, stage, axis, touched, at, again)) return d;
  if (auto d = must_be_dimension(s, stage, factor_axis, dims, at)) return d;
  if (const Axis& a = *own.find_axis(axis); a.iter->dom.defined() && !tir::is_zero(a.iter->dom.min)) {
    Refusal r(
        "NW2130", s, stage, at,
        "rfactor needs a loop that starts at 0, and " + shown(a) + " starts at " + tir::to_string(a.iter->dom.min));
    r.axis(axis).because("split it first: the parts start at 0");
    propose_split(r, s, stage, axis, at);
    return r.or_delete("delete the step");
  }
  return must_lose_nothing(s, stage, touched, at);
}

}  // namespace

Result<std::vector<te::Tensor>> rfactor(Schedule& s, const te::Tensor& tensor, AxisId axis, int factor_axis,
                                        const StepSource& at) {
  FlagTable touched(s);
  if (auto d = may_rfactor(s, tensor, axis, factor_axis, touched, at)) return *d;
  const StageId stage = s.find(tensor->op);
  const Stage old = s.stage(stage);
  const auto& op = *te::op_cast<te::ComputeNode>(old.op);
  const size_t place =
      static_cast<size_t>(factor_axis >= 0 ? factor_axis : static_cast<int>(op.axis.size()) + 1 + factor_axis);
  const Factored partial = factored(s, old, axis, place, touched);
  const te::Operation repl = replacement(op, partial, old.find_axis(axis)->iter->var);

  te::TensorMap map;
  std::vector<te::Tensor> made;
  for (int i = 0; i < repl->num_outputs(); ++i) {
    map.emplace_back(te::output(old.op, i), te::output(repl, i));
    made.push_back(te::output(partial.op, i));
  }
  s.replace_op(stage, repl);
  redirect_reads(s, std::move(map));
  const StageId factor_stage = s.insert_stage(partial.op, s.position(stage));
  s.reset_axes(stage);
  s.reset_axes(factor_stage, old.axes);
  Stage& to = s.edit(factor_stage);
  to.script_name = first_name(at.result_names);
  to.history.emplace_back(at.span.line, Primitive::Rfactor);
  if (old.group >= 0) {
    to.group = old.group;
    s.groups()[static_cast<size_t>(old.group)].members.push_back(factor_stage);
  }
  Stage& from = s.edit(stage);
  from.history.emplace_back(at.span.line, Primitive::Rfactor);
  for (Stage* changed : {&to, &from})
    for (Axis& a : changed->axes)
      if (!a.line) a.line = at.span.line;
  return made;
}

}  // namespace nw::schedule
