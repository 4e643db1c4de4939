// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/nest_builder.h"

#include <algorithm>

#include "schedule/dataflow.h"
#include "schedule/threads.h"

namespace nw::lower {

using schedule::AttachKind;
using schedule::Stage;
using namespace tir;

NestBuilder::NestBuilder(const schedule::Schedule& s, const schedule::Bounds& bounds,
                         const std::vector<te::Tensor>& args, const CancelToken& cancel)
    : context_(s, bounds, cancel),
      storage_(context_, args),
      loops_(context_, storage_, *this),
      compute_(context_, storage_, loops_) {
  for (const StageId id : s.order())
    if (const auto* scan = te::op_cast<te::ScanNode>(s.stage(id).op))
      for (const te::Tensor& t : scan->init)
        if (auto& inits = scan_init_[id]; std::find(inits.begin(), inits.end(), s.find(t->op)) == inits.end())
          inits.push_back(s.find(t->op));
}

Stmt NestBuilder::build() {
  const schedule::Schedule& s = context_.schedule;
  std::set<StageId> inits;
  for (const auto& [scan, stages] : scan_init_) inits.insert(stages.begin(), stages.end());
  std::vector<StageId> roots;
  for (StageId id : s.order()) {
    if (s.stage(id).op->kind == te::OpKind::Placeholder || inits.contains(id)) continue;
    const schedule::Attach& attach = s.attach_of(id);
    if (attach.kind == AttachKind::Root) roots.push_back(id);
    if (attach.kind == AttachKind::At) attached_[attach.axis].push_back(id);
    if (attach.kind == AttachKind::ScanUpdate) scan_update_[attach.stage].push_back(id);
  }
  Stmt body;
  for (auto it = roots.rbegin(); it != roots.rend(); ++it) body = pipeline(s.stage(*it), std::move(body));
  for (const auto& [axis, stages] : attached_)
    for (StageId id : stages) context_.report_fault(s.stage(id), "it is attached to a loop that does not exist");
  return has_errors(context_.diagnostics) ? nullptr : body;
}

// The stage, then what reads it.
Stmt NestBuilder::pipeline(const Stage& stage, Stmt consumer) {
  Stmt producer = provide(stage);
  if (stage.double_buffer)
    producer = make_attr("double_buffer_scope", int_imm(1), std::move(producer), context_.origin(stage));
  return realize(stage, make_seq({std::move(producer), std::move(consumer)}));
}

Stmt NestBuilder::provide(const Stage& stage) {
  if (context_.cancel.cancelled()) return nullptr;
  const LoopBuilder::Threads outside = std::exchange(loops_.enclosing_threads(), {});
  add_enclosing_threads(stage);
  Stmt s;
  if (const auto* op = te::op_cast<te::ComputeNode>(stage.op)) s = compute_.compute(stage, *op);
  if (stage.op->kind == te::OpKind::Scan) s = scan(stage);
  loops_.enclosing_threads() = outside;
  return s;
}

// Threads of the loops around the stage.
void NestBuilder::add_enclosing_threads(const Stage& stage) {
  const schedule::Schedule& s = context_.schedule;
  const auto path = schedule::attach_path(s, stage.id);
  if (!path) return;
  const auto open = [&](AxisId axis) {
    if (const IterVarNode* thread = schedule::thread_of(s, axis)) loops_.enclosing_threads().insert(thread);
  };
  for (AxisId axis : *path) open(axis);
  for (const auto& [scan, inits] : scan_init_) {
    if (std::find(inits.begin(), inits.end(), stage.id) == inits.end()) continue;
    add_enclosing_threads(s.stage(scan));
    for (AxisId axis : s.stage(scan).leaf) open(axis);
  }
}

Stmt NestBuilder::realize(const Stage& stage, Stmt body) {
  if (!body) return nullptr;
  for (int i = stage.op->num_outputs(); i-- > 0;) {
    const Buffer* buffer = storage_.allocated(stage.op.get(), i);
    if (!buffer) continue;
    auto* n = new AllocateNode;
    n->from = context_.origin(stage);
    n->buffer = *buffer;
    n->double_buffer = stage.double_buffer;
    n->body = std::move(body);
    body = Stmt(n);
  }
  return body;
}

Stmt NestBuilder::before(AxisId axis, Stmt body) {
  const auto it = attached_.find(axis);
  if (it == attached_.end()) return body;
  const std::vector<StageId> stages = std::move(it->second);
  attached_.erase(it);
  for (auto id = stages.rbegin(); id != stages.rend(); ++id)
    body = pipeline(context_.schedule.stage(*id), std::move(body));
  return body;
}

// A scan: its initial states, then, inside the loop over time, the stages that compute the next state.
Stmt NestBuilder::scan(const Stage& stage) {
  const schedule::Schedule& s = context_.schedule;
  const schedule::FlagTable none(s);
  LoopList main = loops_.loop_list(stage, 0, false, none, nullptr);
  loops_.check_bounds(stage, main, false, none);
  size_t threads = 0;
  while (threads < main.loops.size() && !main.loops[threads].thread_tag.empty()) ++threads;
  // Its updates use the time axis of the scan.
  if (!stage.root.empty() && main.values[stage.root[0]])
    context_.analyzer.bind(stage.find_axis(stage.root[0])->iter->var,
                           context_.analyzer.simplify(main.values[stage.root[0]]));
  Stmt body;
  const std::vector<StageId> updates = scan_update_[stage.id];
  for (auto it = updates.rbegin(); it != updates.rend(); ++it) body = pipeline(s.stage(*it), std::move(body));
  body = loops_.wrap(stage, main.loops, threads, main.loops.size(),
                     loops_.guard(main.predicates, std::move(body), stage), true);
  const std::vector<StageId> inits = scan_init_[stage.id];
  for (auto it = inits.rbegin(); it != inits.rend(); ++it) body = pipeline(s.stage(*it), std::move(body));
  return loops_.wrap(stage, main.loops, 0, threads, std::move(body), true);
}

}  // namespace nw::lower
