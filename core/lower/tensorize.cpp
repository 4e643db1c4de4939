// SPDX-License-Identifier: GPL-3.0-or-later
// A tensorized loop is replaced by the intrinsic's body. The body uses the intrinsic's own buffers; an attribute around
// it, bind(alias[0, …], real[…]), gives the start of each of them in the stage's tensors (bindings.cpp resolves it). If
// the reduction starts outside, the initial nest has the intrinsic's reset form, or else the first iteration has its
// body; all other iterations have its update form.
#include <algorithm>

#include "lower/compute.h"
#include "schedule/dataflow.h"
#include "tir/print.h"

namespace nw::lower {

using schedule::Stage;
using namespace tir;
using schedule::FlagTable;
using schedule::IndexTable;
using schedule::TensorMatch;

// The intrinsic's statement on the stage's buffers. `loops` gives the values of the outer loop variables; a reset reads
// nothing.
Stmt ComputeBuilder::bound(const Stage& stage, const TensorMatch& match, const Stmt& body, const Substitution& loops,
                           bool reads) {
  Substitution symbols;  // strides and offsets that the intrinsic left open
  std::vector<std::pair<Expr, Expr>> binds;
  const auto& buffers = match.intrin->buffers;
  for (size_t i = reads ? 0 : match.inputs.size(); i < buffers.size(); ++i) {
    const TensorMatch::Part& part = i < match.inputs.size() ? match.inputs[i] : match.outputs[i - match.inputs.size()];
    const TensorStorage& st = storage_.of(part.tensor->op.get(), part.tensor->value_index);
    std::vector<Expr> at;
    for (const Range& r : part.region) at.push_back(storage_.converted(r.min, loops));
    at = storage_.place(st, std::move(at));
    const size_t lead = at.size() - buffers[i]->shape.size();
    Expr row = int_imm(1);
    for (size_t d = at.size(); d-- > lead;) {
      const Expr step = st.buffer->strides.empty() ? row : st.buffer->strides[d];
      if (d - lead < buffers[i]->strides.size())
        if (const auto* v = node_cast<VarNode>(buffers[i]->strides[d - lead]))
          symbols[Var(v)] = context_.analyzer.simplify(step);
      row = row * st.buffer->shape[d];
    }
    if (const auto* v = node_cast<VarNode>(buffers[i]->elem_offset)) symbols[Var(v)] = int_imm(0);
    binds.emplace_back(buffer_load(buffers[i], std::vector<Expr>(buffers[i]->shape.size(), int_imm(0))),
                       buffer_load(st.buffer, std::move(at)));
  }
  Stmt s = rewrite(symbols.empty() ? body : substitute(body, symbols),
                   [&](const Stmt& x) { return with_provenance(x, context_.origin(stage)); }, {});
  for (size_t i = binds.size(); i-- > 0;)
    s = make_attr("buffer_bind_scope",
                  call(DType::Handle(), "bind", {binds[i].first, binds[i].second}, CallKind::Intrinsic), std::move(s),
                  context_.origin(stage));
  return s;
}

Stmt ComputeBuilder::tensorize(const Stage& stage, const te::ComputeNode& op, const LoopList& main) {
  const auto match = schedule::match_tensor_intrinsic(context_.schedule, stage, context_.ranges);
  if (!match || !match->problem.empty()) {
    context_.report_fault(stage, match ? match->problem : "nothing is tensorized");
    return nullptr;
  }
  const int line = stage.attr(stage.leaf[match->leaf])->line;
  std::vector<Loop> outside;
  std::set<const ExprNode*> within;
  for (const Loop& loop : main.loops) {
    const auto place_of =
        static_cast<size_t>(std::find(stage.leaf.begin(), stage.leaf.end(), loop.axis) - stage.leaf.begin());
    if (place_of < match->leaf)
      outside.push_back(loop);
    else
      within.insert(loop.var.get());
  }
  for (const Expr& p : main.predicates) {
    if (!uses_var(p, [&](const VarNode& v) { return within.contains(&v); })) continue;
    context_.report("NW2411", stage, "the last run of the tensorized loop would be shorter than " + match->intrin->name,
                    {"every run must satisfy " + to_string(p)}, line);
    offer_loops(line);
    return nullptr;
  }
  FlagTable only_reduce(context_.schedule);
  const size_t start = op.is_reduction() ? reduction_start(stage, op, only_reduce) : stage.leaf.size();
  if (!op.is_reduction() || match->leaf <= start) return whole(stage, *match, main, outside, line);
  return split_reduction(stage, op, *match, main, outside, start, line);
}

// Without the step the loops compute the same.
void ComputeBuilder::offer_loops(int line) {
  if (line > 0)
    context_.diagnostics.back().fixes.push_back(
        {"delete the step: the loops stay as they are", {{Edit::Kind::Delete, line, {}}}});
}

// The intrinsic computes its results from inputs alone.
Stmt ComputeBuilder::whole(const Stage& stage, const TensorMatch& match, const LoopList& main,
                           const std::vector<Loop>& outside, int line) {
  if (!match.intrin->body) {
    context_.report("NW2412", stage,
                    match.intrin->name + " has no body for a whole computation, only parts of a reduction", {}, line);
    offer_loops(line);
    return nullptr;
  }
  return loops_.wrap(stage, outside, 0, outside.size(),
                     loops_.guard(main.predicates, bound(stage, match, match.intrin->body, {}), stage), true);
}

Stmt ComputeBuilder::split_reduction(const Stage& stage, const te::ComputeNode& op, const TensorMatch& match,
                                     const LoopList& main, const std::vector<Loop>& outside, size_t start, int line) {
  const schedule::TensorIntrin& intrin = *match.intrin;
  if (!intrin.update || (!intrin.reset && !intrin.body)) {
    context_.report(
        "NW2412", stage,
        "a reduction begins outside the tensorized loop, and " + intrin.name + " has no form that adds to a result",
        {"it needs an update, and a reset or a body"}, line);
    offer_loops(line);
    return nullptr;
  }
  const size_t common = static_cast<size_t>(std::count_if(outside.begin(), outside.end(), [&](const Loop& l) {
    return std::find(stage.leaf.begin(), stage.leaf.end(), l.axis) - stage.leaf.begin() <
           static_cast<std::ptrdiff_t>(start);
  }));
  Stmt update = bound(stage, match, intrin.update, {});
  Stmt set;
  if (intrin.reset) {
    FlagTable skip(context_.schedule);
    reduction_start(stage, op, skip);
    for (size_t i = match.leaf; i < stage.leaf.size(); ++i) skip[stage.leaf[i]] = true;
    IndexTable outer(context_.schedule);
    for (size_t i = 0; i < start; ++i) outer[stage.leaf[i]] = main.values[stage.leaf[i]];
    const auto threads = loops_.enclosing_threads();
    for (size_t i = common; i < outside.size(); ++i)  // the initial nest is outside these, and has its own loops
      if (const IterVarNode* thread = schedule::thread_of(context_.schedule, outside[i].axis);
          thread && outside[i].exists)
        loops_.enclosing_threads().erase(thread);
    LoopList init = loops_.loop_list(stage, start, true, skip, &outer);
    loops_.enclosing_threads() = threads;
    loops_.check_bounds(stage, init, true, skip);
    context_.initial = true;
    Substitution loops;
    for (const Loop& l : init.loops) loops[stage.find_axis(l.axis)->iter->var] = init.values[l.axis];
    set = loops_.guard(init.predicates, bound(stage, match, intrin.reset, loops, false), stage);
    set = loops_.wrap(stage, init.loops, 0, init.loops.size(), std::move(set), false);
    context_.initial = false;
  } else {
    Expr later = bool_imm(false);  // not the first step of the reduction
    for (const Loop& l : outside)
      if (l.exists && stage.find_axis(l.axis)->iter->type == IterType::CommReduce)
        later = logical_or(later, gt(l.var, l.range.min));
    update = make_if(later, std::move(update), bound(stage, match, intrin.body, {}), false, context_.origin(stage));
  }
  update = loops_.wrap(stage, outside, common, outside.size(), loops_.guard(main.predicates, std::move(update), stage),
                       true);
  return loops_.wrap(stage, outside, 0, common, make_seq({std::move(set), std::move(update)}), true);
}

}  // namespace nw::lower
