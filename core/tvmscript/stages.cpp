// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule that describes the function's loops, for all who show a nest by its stages: a stage for each block, whose
// leaves are the loops made for it, attached where it is computed. No step leads to it, and none can be taken from it.
#include <algorithm>

#include "tir/print.h"
#include "tir/visit.h"
#include "tvmscript/lowering.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

const BufferNode* written_by(const Block& b) {
  const BufferNode* written = nullptr;
  walk(
      b.body,
      [&](const Stmt& s) {
        if (const auto* store = stmt_cast<StoreNode>(s)) written = store->buffer.get();
        return true;
      },
      nullptr);
  return written;
}

// Where the blocks are no computation: an operation with the block's axes that nothing computes.
te::Operation stand_in(const Block& b) {
  const BufferNode* written = written_by(b);
  std::vector<IterVar> axes;
  for (const BlockIter& i : b.iters)
    if (i.iter->type == IterType::DataPar) axes.push_back(i.iter);
  const DType type = written ? written->dtype : DType::Float(32);
  return te::make_compute(written ? written->name : b.name, std::move(axes), {constant(type, 0)}, {}, b.span);
}

IterType type_of(const ForNode& loop, const Block& b) {
  for (const BlockIter& i : b.iters)
    if (i.iter->type == IterType::CommReduce && uses_var(i.binding, loop.var)) return IterType::CommReduce;
  return IterType::DataPar;
}

schedule::AxisAttr attributes(const ForNode& loop) {
  schedule::AxisAttr attr;
  attr.line = loop.from.line;
  if (!loop.thread_tag.empty())
    attr.bind_thread = make_iter_var(loop.thread_tag, {loop.min, loop.extent}, IterType::ThreadIndex, loop.thread_tag);
  else if (loop.for_kind == ForKind::Vectorized)
    attr.iter_type = IterType::Vectorized;
  else if (loop.for_kind == ForKind::Unrolled)
    attr.iter_type = IterType::Unrolled;
  else if (loop.for_kind == ForKind::Parallel)
    attr.iter_type = IterType::Parallelized;
  for (const auto& [key, value] : loop.annotations) attr.pragmas.emplace_back(key, value);
  return attr;
}

}  // namespace

Stages stages_of(const Function& f, const Computation* computed) {
  std::vector<te::Operation> ops(f.blocks.size()), outputs;
  for (size_t i = 0; i < f.blocks.size(); ++i) {
    ops[i] = computed ? computed->by_block[i] : stand_in(f.blocks[i]);
    const auto is_result = [&](const te::Tensor& t) { return t->op == ops[i]; };
    if (ops[i] && (!computed || std::ranges::any_of(computed->args, is_result))) outputs.push_back(ops[i]);
  }
  Stages made;
  made.schedule = schedule::Schedule(outputs);
  for (const te::Operation& op : ops) made.of_block.push_back(op ? made.schedule.find(op) : StageId());
  for (size_t i = 0; i < f.blocks.size(); ++i) {
    if (!made.of_block[i].valid()) continue;
    const Block& b = f.blocks[i];
    schedule::Stage& stage = made.schedule.edit(made.of_block[i]);
    stage.attach.line = b.span.line;
    if (!computed)
      stage.is_output = std::ranges::any_of(f.args, [&](const Buffer& arg) { return arg.get() == written_by(b); });
    for (const BlockIter& iter : b.iters)
      if (const schedule::Axis* axis = stage.find_axis(iter.iter)) {
        made.bounds.ranges[axis->id] = iter.iter->dom;
        made.bounds.because[axis->id] = {Sentence(NW_TEXT("Bounds", "{0} is {1} in block {2}"), iter.iter->var->name,
                                                  tir::to_string(iter.binding), b.name)};
      }
    stage.leaf.clear();
    for (const ForNode* loop : b.loops) {
      if (owner_of(f, *loop) != static_cast<int>(i)) continue;
      const IterVar iter =
          Ref<IterVarNode>(new IterVarNode(loop->var, Range{loop->min, loop->extent}, type_of(*loop, b)));
      const AxisId axis = made.schedule.add_axis(stage, iter, loop->from.line);
      stage.leaf.push_back(axis);
      stage.attrs[axis] = attributes(*loop);
      made.bounds.ranges[axis] = {loop->min, loop->extent};
      made.axis_of[loop] = axis;
    }
  }
  for (size_t i = 0; i < f.blocks.size(); ++i) {
    if (!made.of_block[i].valid()) continue;
    for (const ForNode* loop : f.blocks[i].loops) {
      const int owner = owner_of(f, *loop);
      const auto axis = made.axis_of.find(loop);
      if (owner == static_cast<int>(i) || owner < 0 || axis == made.axis_of.end()) continue;
      schedule::Attach& attach = made.schedule.edit(made.of_block[i]).attach;
      attach.kind = schedule::AttachKind::At;
      attach.stage = made.of_block[static_cast<size_t>(owner)];
      attach.axis = axis->second;
    }
  }
  return made;
}

}  // namespace nw::tvmscript
