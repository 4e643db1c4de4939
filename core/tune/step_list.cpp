// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/step_list.h"

namespace nw::tune {

using schedule::Primitive;
using schedule::Step;

namespace {

schedule::StepSource without_explanations() {
  schedule::StepSource source;
  source.explain = false;
  return source;
}

}  // namespace

std::vector<AxisId> StepList::root_axes(StageId stage, bool reduce) const {
  std::vector<AxisId> axes;
  for (const AxisId axis : schedule_.stage(stage).root)
    if ((schedule_.stage(stage).find_axis(axis)->iter->type == tir::IterType::CommReduce) == reduce)
      axes.push_back(axis);
  return axes;
}

// "c" of c, of c.c in a cached stage and of the co and ci that c was split into.
std::string StepList::base_name(AxisId axis) const {
  if (const auto known = names_.find(axis); known != names_.end()) return known->second;
  const std::string& name = schedule_.stage(schedule_.owner(axis)).find_axis(axis)->iter->var->name;
  return name.substr(0, name.find('.'));
}

std::optional<schedule::Made> StepList::add(Step step) {
  if (refused_) return std::nullopt;
  Result<schedule::Made> made = schedule::apply(schedule_, step, without_explanations());
  refused_ = !made.value;
  if (refused_) {
    why_ = made.diagnostics.empty() ? "it names what is not there" : made.diagnostics.front().message;
    return std::nullopt;
  }
  steps_.push_back(std::move(step));
  return std::move(*made.value);
}

StageId StepList::add_stage(Step step) {
  const StageId stage = step.stage;
  const auto made = add(std::move(step));
  return made && !made->tensors.empty() ? schedule_.find(made->tensors.front()->op) : stage;
}

std::pair<AxisId, AxisId> StepList::split(StageId stage, AxisId axis, int64_t factor) {
  return split(stage, axis, tir::Expr(tir::int_imm(factor)), std::monostate());
}

std::pair<AxisId, AxisId> StepList::split_parts(StageId stage, AxisId axis, int64_t parts) {
  return split(stage, axis, std::monostate(), tir::Expr(tir::int_imm(parts)));
}

std::pair<AxisId, AxisId> StepList::split(StageId stage, AxisId axis, schedule::Argument factor,
                                          schedule::Argument parts) {
  if (refused_) return {axis, axis};
  const std::string base = base_name(axis);
  const auto made =
      add({Primitive::Split, stage, -1, {axis, std::move(factor), std::move(parts)}, {base + "o", base + "i"}});
  if (!made) return {axis, axis};
  names_[made->axes[0]] = base + "o";
  names_[made->axes[1]] = base + "i";
  return {made->axes[0], made->axes[1]};
}

AxisId StepList::fuse(StageId stage, const std::vector<AxisId>& axes) {
  if (refused_ || axes.size() == 1) return axes.front();
  std::string name;
  for (const AxisId axis : axes) name += (name.empty() ? "" : "_") + base_name(axis);
  const auto made = add({Primitive::Fuse, stage, -1, {axes}, {name}});
  if (!made) return axes.front();
  names_[made->axes[0]] = name;
  return made->axes[0];
}

void StepList::reorder(StageId stage, const std::vector<AxisId>& axes) {
  if (axes.size() > 1) add({Primitive::Reorder, stage, -1, {axes}});
}

void StepList::mark(Primitive primitive, StageId stage, AxisId axis) {
  add({primitive, stage, -1, {axis}});
}

void StepList::compute_at(StageId stage, StageId at, AxisId axis) {
  add({Primitive::ComputeAt, stage, -1, {at, axis}});
}

void StepList::compute_inline(StageId stage) {
  add({Primitive::ComputeInline, stage});
}

StageId StepList::cache_write(StageId stage, const std::string& scope) {
  if (refused_) return stage;
  const std::string name = schedule_.stage(stage).name() + "_" + scope;
  return add_stage({Primitive::CacheWrite, stage, -1, {std::vector{schedule::TensorRef{stage, 0}}, scope}, {name}});
}

StageId StepList::cache_read(StageId tensor, const std::string& scope, const std::vector<StageId>& readers) {
  if (refused_) return tensor;
  const std::string name = schedule_.stage(tensor).name() + "_" + scope;
  return add_stage({Primitive::CacheRead, tensor, -1, {schedule::TensorRef{tensor, 0}, scope, readers}, {name}});
}

StageId StepList::rfactor(StageId stage, AxisId axis, int64_t dimension) {
  if (refused_) return stage;
  const std::string name = schedule_.stage(stage).name() + "_rf";
  std::vector<schedule::Argument> arguments{schedule::TensorRef{stage, 0}, axis};
  if (dimension != 0) arguments.emplace_back(dimension);
  return add_stage({Primitive::Rfactor, stage, -1, std::move(arguments), {name}});
}

void StepList::compute_root(StageId stage) {
  add({Primitive::ComputeRoot, stage});
}

void StepList::pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) {
  add({Primitive::Pragma, stage, -1, {axis, key, tir::Expr(tir::int_imm(value))}});
}

void StepList::storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) {
  add({Primitive::StorageAlign, stage, -1, {axis, factor, offset}});
}

void StepList::transform_layout(StageId stage, schedule::IndexMap map) {
  std::vector<std::string> names;
  for (size_t i = 0; i < map.indices.size(); ++i) names.push_back("l" + std::to_string(i));
  const auto made = add({Primitive::TransformLayout, stage, -1, {std::move(map)}, names});
  for (size_t i = 0; made && i < made->axes.size(); ++i) names_[made->axes[i]] = names[i];
}

std::optional<schedule::Schedule> applied(const schedule::Schedule& start, const std::vector<Step>& steps) {
  schedule::Schedule result = start;
  for (const Step& step : steps)
    if (!schedule::apply(result, step, without_explanations()).value) return std::nullopt;
  return result;
}

}  // namespace nw::tune
