// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of one stage: one for each leaf axis with more than one iteration. A loop bound to a thread is created
// once, by the outermost stage that runs in it.
#include <algorithm>

#include "lower/nest_builder.h"
#include "lower/stmt_mapper.h"
#include "schedule/dataflow.h"
#include "schedule/threads.h"

namespace nw::lower {

using namespace tir;
using schedule::FlagTable;
using schedule::IndexTable;

// Threads of the loops around the stage.
void NestBuilder::open_threads(const Stage& stage) {
  const auto path = schedule::attach_path(s_, stage.id);
  if (!path) return;
  for (AxisId axis : *path)
    if (const IterVarNode* thread = schedule::thread_of(s_, axis)) enclosing_threads_.insert(thread);
  for (const auto& [scan, inits] : scan_init_) {
    if (std::find(inits.begin(), inits.end(), stage.id) == inits.end()) continue;
    open_threads(s_.stage(scan));
    for (AxisId axis : s_.stage(scan).leaf)
      if (const IterVarNode* thread = schedule::thread_of(s_, axis)) enclosing_threads_.insert(thread);
  }
}

Loop NestBuilder::loop_of(const Stage& stage, AxisId leaf, bool init) {
  const schedule::Axis& axis = *stage.find_axis(leaf);
  Loop loop;
  loop.axis = leaf;
  loop.attr = stage.attr(leaf);
  loop.range = ranges_[leaf];
  if (!loop.range.defined()) {
    broken(stage, "the range of " + axis.iter->var->name + " is not known");
    loop.range = {int_imm(0, axis.iter->var->dtype), int_imm(1, axis.iter->var->dtype)};
  }
  loop.var = axis.iter->var;
  const bool once = is_one(loop.range.extent);
  if (const IterVarNode* thread = schedule::thread_of(s_, leaf); thread && !thread->thread_tag.empty()) {
    loop.var = thread->var;
    loop.thread_tag = thread->thread_tag;
    loop.kind = schedule::is_virtual_thread(thread->thread_tag) ? ForKind::VThread : ForKind::Thread;
    loop.exists = !once && enclosing_threads_.insert(thread).second;
    return loop;
  }
  loop.exists = !once;
  if (init && !once) loop.var = make_var(axis.iter->var->name + ".init", axis.iter->var->dtype);
  if (!once && !is_zero(loop.range.min)) {  // in the layout of a region; every loop starts at 0
    loop.offset = loop.range.min;
    loop.var = make_var(axis.iter->var->name + ".idx", axis.iter->var->dtype);
    loop.range.min = int_imm(0, axis.iter->var->dtype);
    domains_[loop.var] = arith::IntSet::from_range(loop.range);
    analyzer_.bind(loop.var, loop.range);
  }
  switch (loop.attr ? loop.attr->iter_type : IterType::DataPar) {
    case IterType::Vectorized:
      loop.kind = ForKind::Vectorized;
      break;
    case IterType::Unrolled:
      loop.kind = ForKind::Unrolled;
      break;
    case IterType::Parallelized:
      loop.kind = ForKind::Parallel;
      break;
    default:
      break;
  }
  return loop;
}

// Memory private to a thread is indexed from 0 in that thread.
Expr NestBuilder::value_of(const Stage& stage, const Loop& loop) {
  if (is_one(loop.range.extent)) return loop.range.min;
  if (loop.offset) return loop.offset + loop.var;
  if (loop.thread_tag.empty() || loop.kind == ForKind::VThread || stage.scope.empty()) return loop.var;
  const auto thread = schedule::thread_scope(loop.thread_tag);
  const auto memory = schedule::storage_rank(stage.scope);
  if (!thread || !memory || static_cast<int>(*memory) <= thread->rank) return loop.var;
  if (*memory == schedule::StorageRank::Warp && thread->rank == 1 && thread->dimension == 0) return loop.var;
  return loop.range.min;
}

LoopList NestBuilder::loop_list(const Stage& stage, size_t begin, bool init, const FlagTable& skip,
                                const IndexTable* outer) {
  LoopList list{{}, outer ? *outer : IndexTable(s_), {}};
  for (size_t i = begin; i < stage.leaf.size(); ++i) {
    const AxisId leaf = stage.leaf[i];
    const schedule::Axis& axis = *stage.find_axis(leaf);
    if (skip[leaf] || axis.iter->type == IterType::Opaque) {
      list.values[leaf] = axis.iter->var;
      continue;
    }
    list.loops.push_back(loop_of(stage, leaf, init));
    list.values[leaf] = value_of(stage, list.loops.back());
  }
  schedule::pass_up_index(stage, ranges_, list.values);
  return list;
}

// Initializing elements that are never read is harmless, and an initialization reads nothing.
void NestBuilder::check_bounds(const Stage& stage, LoopList& list, bool init, const FlagTable& skip) {
  for (const Expr& p : schedule::bound_checks(stage, ranges_, list.values, !init, skip, analyzer_, &domains_)) {
    list.predicates.push_back(p);
  }
  if (!init) return;
  for (const Loop& loop : list.loops)
    if (loop.exists) analyzer_.bind(loop.var, loop.range);
}

Stmt NestBuilder::guard(const std::vector<Expr>& predicates, Stmt body, const Stage& stage) {
  if (!body) return nullptr;
  for (auto it = predicates.rbegin(); it != predicates.rend(); ++it)
    body = make_if(lowered(*it, {}), std::move(body), nullptr, true, from(stage));
  return body;
}

Stmt NestBuilder::wrap_one(const Stage& stage, const Loop& loop, Stmt body, bool attach) {
  if (attach) body = attached_before(loop.axis, std::move(body));
  if (!body) return nullptr;
  if (loop.attr && !loop.attr->prefetch.empty()) body = prefetches(stage, loop, body);
  const schedule::Axis& axis = *stage.find_axis(loop.axis);
  if (loop.offset) {
    const Expr value = loop.offset + loop.var;
    body = gives_size(axis.iter->var, body) ? make_let(axis.iter->var, value, std::move(body), from(stage, loop))
                                            : substitute(body, {{axis.iter->var, value}});
  }
  const bool pragmas = loop.attr && loop.thread_tag.empty();
  if (!loop.exists) {
    if (pragmas)
      for (auto p = loop.attr->pragmas.rbegin(); p != loop.attr->pragmas.rend(); ++p) {
        body = make_attr("pragma_" + p->first, p->second ? p->second : int_imm(1), std::move(body), from(stage, loop));
      }
    return body;
  }
  auto* n = new ForNode;
  Stmt made(n);
  n->from = from(stage, loop);
  n->var = loop.var;
  n->min = analyzer_.simplify(loop.range.min);
  n->extent = analyzer_.simplify(loop.range.extent);
  n->for_kind = loop.kind;
  n->thread_tag = loop.thread_tag;
  if (pragmas)
    for (const auto& [key, value] : loop.attr->pragmas) n->annotations[key] = value ? value : int_imm(1);
  n->body = std::move(body);
  return made;
}

Stmt NestBuilder::wrap(const Stage& stage, const std::vector<Loop>& loops, size_t from_loop, size_t to, Stmt body,
                       bool attach) {
  for (size_t i = to; i-- > from_loop && body;) body = wrap_one(stage, loops[i], std::move(body), attach);
  return body;
}

}  // namespace nw::lower
