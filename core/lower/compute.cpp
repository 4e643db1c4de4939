// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/compute.h"

#include <algorithm>

#include "schedule/dataflow.h"

namespace nw::lower {

using schedule::Stage;
using namespace tir;
using schedule::FlagTable;
using schedule::IndexTable;

Substitution ComputeBuilder::root_values(const Stage& stage, const IndexTable& values) {
  Substitution map;
  for (AxisId root : stage.root)
    if (values[root]) map[stage.find_axis(root)->iter->var] = values[root];
  return map;
}

size_t ComputeBuilder::reduction_start(const Stage& stage, const te::ComputeNode& op, FlagTable& only_reduce) {
  FlagTable data(context_.schedule), reduce(context_.schedule);
  for (size_t i = 0; i < stage.root.size(); ++i) (i < op.axis.size() ? data : reduce)[stage.root[i]] = true;
  schedule::pass_down_flags(stage, data);
  schedule::pass_down_flags(stage, reduce);
  size_t start = stage.leaf.size();
  for (size_t i = stage.leaf.size(); i-- > 0;)
    if (reduce[stage.leaf[i]]) start = i;
  for (const schedule::Axis& a : stage.axes) only_reduce[a.id] = reduce[a.id] && !data[a.id];
  return start;
}

std::vector<Expr> ComputeBuilder::combined(const CommReducerNode& r, const std::vector<Expr>& lhs,
                                           const std::vector<Expr>& rhs) {
  Substitution map;
  for (size_t i = 0; i < r.lhs.size(); ++i) map[r.lhs[i]] = lhs[i];
  for (size_t i = 0; i < r.rhs.size(); ++i) map[r.rhs[i]] = rhs[i];
  std::vector<Expr> result;
  for (const Expr& e : r.result) result.push_back(substitute(e, map));
  return result;
}

Stmt ComputeBuilder::stores(const Stage& stage, const te::ComputeNode& op, const std::vector<Expr>& values,
                            const IndexTable& at) {
  std::vector<Stmt> all;
  for (size_t i = 0; i < values.size(); ++i) {
    const TensorStorage& st = storage_.of(stage.op.get(), static_cast<int>(i));
    std::vector<Expr> indices;
    for (size_t d = 0; d < op.axis.size(); ++d) indices.push_back(storage_.converted(at[stage.root[d]], {}));
    Expr value = values[i];
    if (value->dtype != st.buffer->dtype) value = cast(st.buffer->dtype, value);
    all.push_back(make_store(st.buffer, value, storage_.place(st, std::move(indices)), context_.origin(stage)));
  }
  return make_seq(std::move(all));
}

Stmt ComputeBuilder::initial(const Stage& stage, const te::ComputeNode& op, const IndexTable& values) {
  const auto& reduce = *node_cast<ReduceNode>(op.body[0]);
  const Substitution map = root_values(stage, values);
  std::vector<Expr> start;
  for (const Expr& e : reduce.init.empty() ? reduce.combiner->identity : reduce.init)
    start.push_back(storage_.lowered(e, map));
  return stores(stage, op, start, values);
}

Stmt ComputeBuilder::update(const Stage& stage, const te::ComputeNode& op, const IndexTable& values) {
  const auto& reduce = *node_cast<ReduceNode>(op.body[0]);
  const Substitution map = root_values(stage, values);
  std::vector<Expr> lhs, rhs;
  for (size_t i = 0; i < op.body.size(); ++i) {
    const TensorStorage& st = storage_.of(stage.op.get(), static_cast<int>(i));
    std::vector<Expr> indices;
    for (size_t d = 0; d < op.axis.size(); ++d) indices.push_back(storage_.converted(values[stage.root[d]], {}));
    lhs.push_back(buffer_load(st.buffer, storage_.place(st, std::move(indices))));
    rhs.push_back(storage_.lowered(reduce.source[i], map));
  }
  std::vector<Expr> next = combined(*reduce.combiner, lhs, rhs);
  // A later value that reads an element stored before it must read the old one.
  std::vector<std::pair<Var, Expr>> kept;
  for (size_t i = 0; i + 1 < next.size(); ++i) {
    bool read_later = false;
    for (size_t j = i + 1; j < next.size(); ++j)
      walk(next[j], [&](const Expr& e) { return !(read_later = read_later || e == lhs[i]); });
    if (!read_later) continue;
    const Var old = make_var(storage_.of(stage.op.get(), static_cast<int>(i)).buffer->name + ".old", lhs[i]->dtype);
    kept.emplace_back(old, lhs[i]);
    lhs[i] = old;
  }
  if (!kept.empty()) next = combined(*reduce.combiner, lhs, rhs);
  Stmt s = stores(stage, op, next, values);
  for (auto it = kept.rbegin(); it != kept.rend(); ++it)
    s = make_let(it->first, it->second, std::move(s), context_.origin(stage));
  const Expr condition = storage_.lowered(reduce.condition, map);
  if (!is_one(condition)) s = make_if(condition, std::move(s), nullptr, false, context_.origin(stage));
  return s;
}

Stmt ComputeBuilder::compute(const Stage& stage, const te::ComputeNode& op) {
  const FlagTable none(context_.schedule);
  const auto outside = loops_.enclosing_threads();
  LoopList main = loops_.loop_list(stage, 0, false, none, nullptr);
  loops_.check_bounds(stage, main, false, none);
  bool threads_reduce = false;
  for (size_t i = 0; i < stage.leaf.size(); ++i) {
    const schedule::AxisAttr* attr = stage.attr(stage.leaf[i]);
    if (attr && attr->iter_type == IterType::Tensorized && attr->intrin) return tensorize(stage, op, main);
    if (attr && attr->bind_thread && op.is_reduction() &&
        stage.find_axis(stage.leaf[i])->iter->type == IterType::CommReduce)
      threads_reduce = true;
  }
  if (threads_reduce) return cross_thread(stage, op, main);
  if (!op.is_reduction()) {
    const Substitution map = root_values(stage, main.values);
    std::vector<Expr> values;
    for (const Expr& e : op.body) values.push_back(storage_.lowered(e, map));
    return loops_.wrap(stage, main.loops, 0, main.loops.size(),
                       loops_.guard(main.predicates, stores(stage, op, values, main.values), stage), true);
  }
  FlagTable only_reduce(context_.schedule);
  const size_t start = reduction_start(stage, op, only_reduce);
  Stmt combine = loops_.guard(main.predicates, update(stage, op, main.values), stage);
  combine = loops_.wrap(stage, main.loops, start, main.loops.size(), std::move(combine), true);

  IndexTable outer(context_.schedule);
  loops_.enclosing_threads() = outside;
  for (size_t i = 0; i < start; ++i) {
    outer[stage.leaf[i]] = main.values[stage.leaf[i]];
    if (const IterVarNode* thread = schedule::thread_of(context_.schedule, stage.leaf[i]))
      loops_.enclosing_threads().insert(thread);
  }
  LoopList init = loops_.loop_list(stage, start, true, only_reduce, &outer);
  loops_.check_bounds(stage, init, true, only_reduce);
  context_.initial = true;
  Stmt set = loops_.guard(init.predicates, initial(stage, op, init.values), stage);
  set = loops_.wrap(stage, init.loops, 0, init.loops.size(), std::move(set), false);
  context_.initial = false;
  return loops_.wrap(stage, main.loops, 0, start, make_seq({std::move(set), std::move(combine)}), true);
}

}  // namespace nw::lower
