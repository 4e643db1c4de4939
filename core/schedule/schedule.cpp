// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/schedule.h"

#include <algorithm>

#include "schedule/groups.h"

namespace nw::schedule {

const Axis* Stage::find_axis(AxisId axis) const {
  for (const Axis& a : axes)
    if (a.id == axis) return &a;
  return nullptr;
}

const Axis* Stage::find_axis(const IterVar& iter) const {
  for (const Axis& a : axes)
    if (a.iter == iter) return &a;
  return nullptr;
}

const AxisAttr* Stage::attr(AxisId axis) const {
  const auto it = attrs.find(axis);
  return it == attrs.end() ? nullptr : &it->second;
}

bool Stage::is_leaf(AxisId axis) const {
  return std::find(leaf.begin(), leaf.end(), axis) != leaf.end();
}

IterVar derived_iter(const std::string& name, const IterVar& like, IterType type) {
  constexpr size_t kLongest = 500;  // two parts of one loop fused again have names twice as long
  return IterVar(new tir::IterVarNode(tir::make_var(name.substr(0, kLongest), like->var->dtype), {}, type));
}

void replace_leaf(Stage& stage, AxisId from, const std::vector<AxisId>& to) {
  const auto at = std::find(stage.leaf.begin(), stage.leaf.end(), from);
  stage.leaf.insert(stage.leaf.erase(at), to.begin(), to.end());
}

Schedule::Schedule(const std::vector<te::Operation>& outputs) : outputs_(outputs) {
  for (const te::Operation& op : te::post_order(outputs)) {
    const StageId id = insert_stage(op, order_.size());
    edit(id).is_output = std::find(outputs.begin(), outputs.end(), op) != outputs.end();
    if (const auto* scan = te::op_cast<te::ScanNode>(op)) add_scan_group(*this, id, *scan);
  }
}

Stage& Schedule::edit(StageId id) {
  std::shared_ptr<Stage>& stage = stages_[id.index()];
  if (stage.use_count() != 1) stage = std::make_shared<Stage>(*stage);
  return *stage;
}

StageId Schedule::find(const te::Operation& op) const {
  for (auto it = by_op_.rbegin(); it != by_op_.rend(); ++it)
    if (it->first == op) return it->second;
  return {};
}

StageId Schedule::find_by_name(const std::string& name) const {
  for (StageId id : order_)
    if (stage(id).name() == name) return id;
  return {};
}

StageId Schedule::owner(AxisId axis) const {
  return axis.valid() && axis.index() < owners_.size() ? owners_[axis.index()] : StageId();
}

AxisId Schedule::axis_of(const IterVar& iter, StageId prefer) const {
  if (prefer)
    if (const Axis* own = stage(prefer).find_axis(iter)) return own->id;
  for (StageId id : order_)
    if (const Axis* found = stage(id).find_axis(iter)) return found->id;
  return {};
}

AxisId Schedule::add_axis(Stage& stage, IterVar iter, int line, std::string script_name) {
  const AxisId id(owners_.size());
  owners_.push_back(stage.id);
  const IterType type = iter->type;
  if (script_name == "_") script_name.clear();
  stage.axes.push_back({id, std::move(iter), type, std::move(script_name), line});
  return id;
}

void Schedule::name_axis(AxisId axis, std::string script_name) {
  const StageId id = owner(axis);
  if (!id) return;
  std::vector<Axis>& axes = edit(id).axes;
  const auto named = std::ranges::find(axes, axis, &Axis::id);
  if (named != axes.end()) named->script_name = std::move(script_name);
}

void Schedule::name_stage(StageId id, std::string script_name) {
  edit(id).script_name = std::move(script_name);
}

StageId Schedule::insert_stage(te::Operation op, size_t position) {
  const StageId id(stages_.size());
  auto stage = std::make_shared<Stage>();
  stage->id = id;
  stage->op = op;
  stage->origin_op = op;
  stages_.push_back(std::move(stage));
  order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(position), id);
  by_op_.emplace_back(std::move(op), id);
  reset_axes(id);
  return id;
}

void Schedule::replace_op(StageId id, const te::Operation& op) {
  Stage& stage = edit(id);
  std::replace(outputs_.begin(), outputs_.end(), stage.op, op);
  stage.op = op;
  by_op_.emplace_back(op, id);
}

void Schedule::reset_axes(StageId id, const std::vector<Axis>& known) {
  Stage& stage = edit(id);
  stage.axes.clear();
  stage.root.clear();
  stage.leaf.clear();
  stage.relations.clear();
  stage.attrs.clear();
  for (const IterVar& iter : stage.op->root_axes()) {
    const auto old = std::find_if(known.begin(), known.end(), [&](const Axis& a) { return a.iter == iter; });
    AxisId axis;
    if (old == known.end()) {
      axis = add_axis(stage, iter, stage.op->span.line);
    } else {
      axis = old->id;
      owners_[axis.index()] = id;
      stage.axes.push_back(*old);
    }
    stage.root.push_back(axis);
    if (iter->type != IterType::Opaque) stage.leaf.push_back(axis);
  }
}

size_t Schedule::position(StageId id) const {
  return static_cast<size_t>(std::find(order_.begin(), order_.end(), id) - order_.begin());
}

const Attach& Schedule::attach_of(StageId id) const {
  const Attach* attach = &stage(id).attach;
  for (int g = stage(id).group; attach->kind == AttachKind::Root && g >= 0;) {
    const Group& group = groups_[static_cast<size_t>(g)];
    attach = &group.attach;
    g = group.parent;
  }
  return *attach;
}

}  // namespace nw::schedule
