// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/nest_builder.h"

#include <algorithm>

#include "schedule/dataflow.h"

namespace nw::lower {

using schedule::AttachKind;
using namespace tir;

NestBuilder::NestBuilder(const schedule::Schedule& s, const schedule::Bounds& bounds,
                         const std::vector<te::Tensor>& args, const CancelToken& cancel)
    : s_(s), bounds_(bounds), cancel_(cancel), args_(args), ranges_(s) {
  for (const auto& [axis, range] : bounds.ranges) ranges_[axis] = range;
  const auto& order = s.order();
  for (auto it = order.rbegin(); it != order.rend();
       ++it) {  // readers first: the ranges of others are in terms of their loops
    const Stage& stage = s.stage(*it);
    for (const schedule::Axis& a : stage.axes) {
      if (!ranges_[a.id].defined()) continue;
      analyzer_.bind(a.iter->var, ranges_[a.id]);
      domains_[a.iter->var] = arith::IntSet::from_range(ranges_[a.id]);
    }
    for (const auto& [axis, attr] : stage.attrs)
      if (attr.bind_thread) threads_[stage.find_axis(axis)->iter->var] = attr.bind_thread->var;
    if (const auto* scan = te::op_cast<te::ScanNode>(stage.op))
      for (const te::Tensor& t : scan->init)
        if (auto& inits = scan_init_[*it]; std::find(inits.begin(), inits.end(), s.find(t->op)) == inits.end())
          inits.push_back(s.find(t->op));
  }
  for (const auto& [var, range] : bounds.threads) {
    analyzer_.bind(var, range);
    domains_[var] = arith::IntSet::from_range(range);
  }
}

// A case that the rules for schedules should have rejected.
void NestBuilder::broken(const Stage& stage, const std::string& what) {
  report("NW9002", stage,
         "the loops of " + stage.name() +
             " cannot be built, though its schedule looks sound: this is a fault of Nestwright",
         {what});
}

void NestBuilder::report(const char* code, const Stage& stage, std::string message, std::vector<std::string> because,
                         int line) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  Place place = line > 0 ? at_line(line) : Place();
  place.stage = stage.name();
  d.where.push_back(std::move(place));
  d.because = std::move(because);
  diagnostics.push_back(std::move(d));
}

Provenance NestBuilder::from(const Stage& stage) {
  return {stage.id,
          {},
          stage.op->span.line ? stage.op->span.line : stage.origin_op->span.line,
          StmtId(statements_++),
          initial_};
}

Provenance NestBuilder::from(const Stage& stage, const Loop& loop) {
  Provenance here = from(stage);
  here.axis = loop.axis;
  here.line = loop.attr && loop.attr->line ? loop.attr->line : stage.find_axis(loop.axis)->line;
  return here;
}

Stmt NestBuilder::build() {
  make_storage();
  std::set<StageId> inits;
  for (const auto& [scan, stages] : scan_init_) inits.insert(stages.begin(), stages.end());
  std::vector<StageId> roots;
  for (StageId id : s_.order()) {
    const Stage& stage = s_.stage(id);
    if (stage.op->kind == te::OpKind::Placeholder || inits.contains(id)) continue;
    const schedule::Attach& attach = s_.attach_of(id);
    if (attach.kind == AttachKind::Root) roots.push_back(id);
    if (attach.kind == AttachKind::At) attached_[attach.axis].push_back(id);
    if (attach.kind == AttachKind::ScanUpdate) scan_update_[attach.stage].push_back(id);
  }
  Stmt body;
  for (auto it = roots.rbegin(); it != roots.rend(); ++it) body = pipeline(s_.stage(*it), std::move(body));
  for (const auto& [axis, stages] : attached_)
    for (StageId id : stages) broken(s_.stage(id), "it is attached to a loop that does not exist");
  return has_errors(diagnostics) ? nullptr : body;
}

// The stage, then what reads it.
Stmt NestBuilder::pipeline(const Stage& stage, Stmt consumer) {
  Stmt producer = provide(stage);
  if (stage.double_buffer) producer = make_attr("double_buffer_scope", int_imm(1), std::move(producer), from(stage));
  return realize(stage, make_seq({std::move(producer), std::move(consumer)}));
}

Stmt NestBuilder::provide(const Stage& stage) {
  if (cancel_.cancelled()) return nullptr;
  const auto outside = std::move(enclosing_threads_);
  enclosing_threads_.clear();
  open_threads(stage);
  Stmt s;
  if (const auto* op = te::op_cast<te::ComputeNode>(stage.op)) s = compute(stage, *op);
  if (const auto* op = te::op_cast<te::ScanNode>(stage.op)) s = scan(stage, *op);
  enclosing_threads_ = outside;
  return s;
}

Stmt NestBuilder::realize(const Stage& stage, Stmt body) {
  if (!body) return nullptr;
  for (int i = stage.op->num_outputs(); i-- > 0;) {
    const Key key{stage.op.get(), i};
    const auto it = storage_.find(key);
    if (it == storage_.end() || it->second.is_arg) continue;  // an argument, or memory of a scan
    auto* n = new AllocateNode;
    n->from = from(stage);
    n->buffer = it->second.buffer;
    n->double_buffer = stage.double_buffer;
    n->body = std::move(body);
    body = Stmt(n);
  }
  return body;
}

// The stages attached to an axis, then the rest of the loop's body.
Stmt NestBuilder::attached_before(AxisId axis, Stmt body) {
  const auto it = attached_.find(axis);
  if (it == attached_.end()) return body;
  const std::vector<StageId> stages = std::move(it->second);
  attached_.erase(it);
  for (auto id = stages.rbegin(); id != stages.rend(); ++id) body = pipeline(s_.stage(*id), std::move(body));
  return body;
}

}  // namespace nw::lower
