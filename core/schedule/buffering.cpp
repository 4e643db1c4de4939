// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/buffering.h"

#include <algorithm>
#include <set>

#include "schedule/dataflow.h"

namespace nw::schedule {

namespace {

const int64_t* length_of(const Bounds& bounds, AxisId axis) {
  const auto range = bounds.ranges.find(axis);
  return range == bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
}

// The loop around the stage's memory, if its iterations run one after the other.
AxisId serial_loop_around(const Schedule& n, const Bounds& bounds, const Stage& stage) {
  const Attach& attach = n.attach_of(stage.id);
  if (stage.op->kind != te::OpKind::Compute || attach.kind != AttachKind::At) return {};
  const AxisAttr* attr = n.stage(attach.stage).attr(attach.axis);
  const int64_t* turns = length_of(bounds, attach.axis);
  const bool serial = !thread_of(n, attach.axis) && (!attr || attr->iter_type == IterType::DataPar);
  const auto range = bounds.ranges.find(attach.axis);
  if (!serial || range == bounds.ranges.end() || !tir::is_zero(range->second.min) || (turns && *turns < 2)) return {};
  return attach.axis;
}

bool stands_inside(const Schedule& n, StageId stage, AxisId loop) {
  const auto path = attach_path(n, stage);
  return path && std::ranges::find(*path, loop) != path->end();
}

}  // namespace

std::string why_not_double(const Schedule& n, const Bounds& bounds, StageId id) {
  const AxisId loop = serial_loop_around(n, bounds, n.stage(id));
  if (!loop.valid()) return "no serial loop of several iterations is right around it";
  if (n.stage(id).op->num_outputs() > 1) return "it holds several values at once";
  for (const AxisId axis : n.stage(id).root)
    if (!length_of(bounds, axis)) return "how much of it is computed at a time is not a constant number";
  // What is computed inside of the stage comes along with it.
  std::set<StageId> own{id};
  for (size_t before = 0; before != own.size();) {
    before = own.size();
    for (const StageId other : n.order())
      if (const Attach& at = n.attach_of(other); at.kind == AttachKind::At && own.contains(at.stage)) own.insert(other);
  }
  for (const StageId part : own)
    for (const te::Tensor& input : n.stage(part).op->inputs())
      if (const StageId read = n.find(input->op); read && !own.contains(read) && stands_inside(n, read, loop))
        return "the loop around it also computes " + n.stage(read).name() + ", which it reads";
  return {};
}

std::optional<Rolling> rolling(const Schedule& n, const Bounds& bounds, StageId id) {
  const Stage& stage = n.stage(id);
  const AxisId loop = serial_loop_around(n, bounds, stage);
  if (!loop.valid()) return std::nullopt;
  const tir::Var turn = n.stage(n.attach_of(id).stage).find_axis(loop)->iter->var;
  const auto& compute = *te::op_cast<te::ComputeNode>(stage.op);
  arith::Analyzer analyzer;
  std::optional<Rolling> found;
  for (size_t d = 0; d < compute.axis.size(); ++d) {
    const auto range = bounds.ranges.find(stage.root[d]);
    const int64_t* length = length_of(bounds, stage.root[d]);
    if (range == bounds.ranges.end() || !length) return std::nullopt;
    const Expr& first = range->second.min;
    const Expr next = tir::substitute(first, {{turn, turn + tir::int_imm(1, turn->dtype)}});
    const Expr difference = analyzer.simplify(next - first);
    const int64_t* step = tir::as_const_int(difference);
    if (!step || *step < 0 || (*step > 0 && found)) return std::nullopt;
    if (*step > 0) found = Rolling{turn, d, *step, *length - *step};
  }
  return found && found->overlap > 0 ? found : std::nullopt;
}

}  // namespace nw::schedule
