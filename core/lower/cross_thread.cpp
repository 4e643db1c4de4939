// SPDX-License-Identifier: GPL-3.0-or-later
// Cross-thread reduction: loops of the reduction are bound to threads. Each thread reduces its part into a local value,
// then the values of all threads are combined.
#include "lower/compute.h"
#include "schedule/dataflow.h"

namespace nw::lower {

using schedule::Stage;
using namespace tir;

namespace {

Buffer one_value(const std::string& name, DType dtype) {
  auto* n = new BufferNode;
  n->name = name;
  n->dtype = dtype;
  n->shape = {int_imm(1)};
  n->scope = "local";
  return Buffer(n);
}

}  // namespace

Stmt ComputeBuilder::cross_thread(const Stage& stage, const te::ComputeNode& op, const LoopList& main) {
  const auto& reduce = *node_cast<ReduceNode>(op.body[0]);
  if (!reduce.init.empty()) {
    context_.report_fault(stage, "threads share a reduction that starts from a value of its own");
    return nullptr;
  }
  const Substitution map = root_values(stage, main.values);
  const size_t n = op.body.size();
  std::vector<Loop> own, shared;
  std::vector<Expr> threads;
  for (const Loop& loop : main.loops) {
    const bool reduces = stage.find_axis(loop.axis)->iter->type == IterType::CommReduce;
    if (reduces && loop.thread_tag.empty()) {
      own.push_back(loop);
      continue;
    }
    shared.push_back(loop);
    if (reduces) threads.push_back(loop.var);
  }
  const Expr zero = int_imm(0);
  std::vector<Buffer> partial, total;
  std::vector<Expr> source, lhs;
  for (size_t i = 0; i < n; ++i) {
    const DType t = reduce.source[i]->dtype;
    partial.push_back(one_value("normal_reduce_temp" + std::to_string(i), t));
    total.push_back(one_value("reduce_temp" + std::to_string(i), t));
    source.push_back(storage_.lowered(reduce.source[i], map));
    lhs.push_back(buffer_load(partial[i], {zero}));
  }
  std::vector<Expr> conditions = main.predicates;
  if (!is_one(reduce.condition)) conditions.push_back(reduce.condition);

  std::vector<Stmt> body;
  std::vector<Expr> args{int_imm(static_cast<int64_t>(n), DType::UInt(32))};
  if (!own.empty()) {
    std::vector<Stmt> set, combine;
    const std::vector<Expr> next = combined(*reduce.combiner, lhs, source);
    for (size_t i = 0; i < n; ++i) {
      context_.initial = true;
      set.push_back(make_store(partial[i], reduce.combiner->identity[i], {zero}, context_.origin(stage)));
      context_.initial = false;
      combine.push_back(make_store(partial[i], next[i], {zero}, context_.origin(stage)));
    }
    Stmt update = make_seq(std::move(combine));
    for (auto it = conditions.rbegin(); it != conditions.rend(); ++it)
      update = make_if(storage_.lowered(*it, map), update, nullptr, true, context_.origin(stage));
    body.push_back(make_seq(std::move(set)));
    body.push_back(loops_.wrap(stage, own, 0, own.size(), std::move(update), true));
    args.insert(args.end(), lhs.begin(), lhs.end());
    args.push_back(bool_imm(true));
  } else {
    args.insert(args.end(), source.begin(), source.end());
    Expr all = bool_imm(true);
    for (const Expr& c : conditions) all = logical_and(all, storage_.lowered(c, map));
    args.push_back(all);
  }
  for (const Buffer& b : total) args.push_back(buffer_load(b, {zero}));
  args.insert(args.end(), threads.begin(), threads.end());
  body.push_back(make_evaluate(call(DType::Handle(), "tvm_thread_allreduce", std::move(args), CallKind::Intrinsic),
                               context_.origin(stage)));
  std::vector<Expr> results;
  for (const Buffer& b : total) results.push_back(buffer_load(b, {zero}));
  Stmt write = stores(stage, op, results, main.values);
  if (stage.store_predicate) {
    Substitution loops;
    for (const Loop& loop : main.loops) loops[stage.find_axis(loop.axis)->iter->var] = loop.var;
    write = make_if(storage_.lowered(substitute(stage.store_predicate, loops), map), std::move(write), nullptr, false,
                    context_.origin(stage));
  }
  if (const Expr condition = storage_.lowered(reduce.condition, map); !is_one(condition))
    write = make_if(condition, std::move(write), nullptr, false, context_.origin(stage));
  // A thread beyond the data takes part in the exchange, but has no element to write.
  std::set<const ExprNode*> reduced;
  for (const Loop& loop : main.loops)
    if (stage.find_axis(loop.axis)->iter->type == IterType::CommReduce) reduced.insert(loop.var.get());
  std::vector<Expr> element;
  for (const Expr& p : main.predicates)
    if (!uses_var(p, [&](const VarNode& v) { return reduced.contains(&v); })) element.push_back(p);
  write = loops_.guard(element, std::move(write), stage);
  body.push_back(std::move(write));
  Stmt s = make_seq(std::move(body));
  for (size_t i = n; i-- > 0;) {
    s = make_allocate(total[i], std::move(s), context_.origin(stage));
    if (!own.empty()) s = make_allocate(partial[i], std::move(s), context_.origin(stage));
  }
  return loops_.wrap(stage, shared, 0, shared.size(), std::move(s), true);
}

}  // namespace nw::lower
