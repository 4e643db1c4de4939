// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/loops.h"

#include "lower/stmt_mapper.h"
#include "schedule/dataflow.h"
#include "schedule/threads.h"

namespace nw::lower {

using namespace tir;
using schedule::FlagTable;
using schedule::IndexTable;
using schedule::Stage;

Loop LoopBuilder::loop_of(const Stage& stage, AxisId leaf, bool init) {
  const schedule::Axis& axis = *stage.find_axis(leaf);
  Loop loop;
  loop.axis = leaf;
  loop.attr = stage.attr(leaf);
  loop.range = context_.ranges[leaf];
  if (!loop.range.defined()) {
    context_.report_fault(stage, "the range of " + axis.iter->var->name + " is not known");
    loop.range = {int_imm(0, axis.iter->var->dtype), int_imm(1, axis.iter->var->dtype)};
  }
  loop.var = axis.iter->var;
  const bool once = is_one(loop.range.extent);
  if (const IterVarNode* thread = schedule::thread_of(context_.schedule, leaf); thread && !thread->thread_tag.empty()) {
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
    context_.domains[loop.var] = arith::IntSet::from_range(loop.range);
    context_.analyzer.bind(loop.var, loop.range);
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
Expr LoopBuilder::value_of(const Stage& stage, const Loop& loop) {
  if (is_one(loop.range.extent)) return loop.range.min;
  if (loop.offset) return loop.offset + loop.var;
  if (loop.thread_tag.empty() || loop.kind == ForKind::VThread || stage.scope.empty()) return loop.var;
  const auto thread = schedule::thread_scope(loop.thread_tag);
  const auto memory = schedule::storage_rank(stage.scope);
  if (!thread || !memory || static_cast<int>(*memory) <= thread->rank) return loop.var;
  if (*memory == schedule::StorageRank::Warp && thread->rank == 1 && thread->dimension == 0) return loop.var;
  return loop.range.min;
}

LoopList LoopBuilder::loop_list(const Stage& stage, size_t begin, bool init, const FlagTable& skip,
                                const IndexTable* outer) {
  LoopList list{{}, outer ? *outer : IndexTable(context_.schedule), {}};
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
  schedule::pass_up_index(stage, context_.ranges, list.values);
  return list;
}

// Initializing elements that are never read is harmless, and an initialization reads nothing.
void LoopBuilder::check_bounds(const Stage& stage, LoopList& list, bool init, const FlagTable& skip) {
  for (const Expr& p :
       schedule::bound_checks(stage, context_.ranges, list.values, !init, skip, context_.analyzer, &context_.domains)) {
    if (!is_one(context_.analyzer.simplify(p))) list.predicates.push_back(p);
  }
  if (!init) return;
  for (const Loop& loop : list.loops)
    if (loop.exists) context_.analyzer.bind(loop.var, loop.range);
}

Stmt LoopBuilder::guard(const std::vector<Expr>& predicates, Stmt body, const Stage& stage) {
  if (!body) return nullptr;
  for (auto it = predicates.rbegin(); it != predicates.rend(); ++it)
    body = make_if(storage_.lowered(*it, {}), std::move(body), nullptr, true, context_.origin(stage));
  return body;
}

Stmt LoopBuilder::wrap_one(const Stage& stage, const Loop& loop, Stmt body, bool attach) {
  if (attach) body = attached_.before(loop.axis, std::move(body));
  if (!body) return nullptr;
  if (loop.attr && !loop.attr->prefetch.empty()) body = prefetches(stage, loop, body);
  const schedule::Axis& axis = *stage.find_axis(loop.axis);
  if (loop.offset) {
    const Expr value = loop.offset + loop.var;
    body = gives_size(axis.iter->var, body)
               ? make_let(axis.iter->var, value, std::move(body), context_.origin(stage, loop.axis))
               : substitute(body, {{axis.iter->var, value}});
  }
  const bool pragmas = loop.attr && loop.thread_tag.empty();
  if (!loop.exists) {
    if (pragmas)
      for (auto p = loop.attr->pragmas.rbegin(); p != loop.attr->pragmas.rend(); ++p) {
        body = make_attr("pragma_" + p->first, p->second ? p->second : int_imm(1), std::move(body),
                         context_.origin(stage, loop.axis));
      }
    return body;
  }
  auto* n = new ForNode;
  Stmt made(n);
  n->from = context_.origin(stage, loop.axis);
  n->var = loop.var;
  n->min = context_.analyzer.simplify(loop.range.min);
  n->extent = context_.analyzer.simplify(loop.range.extent);
  n->for_kind = loop.kind;
  n->thread_tag = loop.thread_tag;
  if (pragmas)
    for (const auto& [key, value] : loop.attr->pragmas) n->annotations[key] = value ? value : int_imm(1);
  n->body = std::move(body);
  return made;
}

Stmt LoopBuilder::wrap(const Stage& stage, const std::vector<Loop>& loops, size_t from_loop, size_t to, Stmt body,
                       bool attach) {
  for (size_t i = to; i-- > from_loop && body;) body = wrap_one(stage, loops[i], std::move(body), attach);
  return body;
}

// An attribute of the loop's body that names the first element read by the iteration `offset` later.
Stmt LoopBuilder::prefetches(const Stage& stage, const Loop& loop, const Stmt& body) {
  Stmt marked = body;
  for (const auto& [tensor, offset] : loop.attr->prefetch) {
    const TensorStorage& st = storage_.of(tensor->op.get(), tensor->value_index);
    const BufferLoadNode* read = nullptr;
    Substitution first{{loop.var, loop.var + cast(loop.var->dtype, offset)}};
    walk(
        body,
        [&](const Stmt& s) {
          if (const auto* f = stmt_cast<ForNode>(s)) first.emplace(f->var, f->min);
          return !read;
        },
        [&](const Expr& e) {
          const auto* l = node_cast<BufferLoadNode>(e);
          if (l && l->buffer == st.buffer && !read) read = l;
          return !read;
        });
    if (!read) continue;
    const Expr what = call(DType::Int(32), "prefetch", {substitute(Expr(read), first)}, CallKind::Intrinsic);
    marked = make_attr("prefetch_scope", what, std::move(marked), context_.origin(stage, loop.axis));
  }
  return marked;
}

}  // namespace nw::lower
