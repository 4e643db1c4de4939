// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures about how a stage is stored, and about stages that are placed as one.
#include <algorithm>

#include "edit/gestures.h"

namespace nw::edit {

using schedule::Primitive;

Result<script::StepEdit> Gestures::transform_layout(StageId stage, int64_t block) const {
  const schedule::Stage& of = program_.schedule->stage(stage);
  schedule::IndexMap map;
  std::vector<std::string> taken;
  for (const AxisId axis : of.root) {
    if (of.find_axis(axis)->iter->type == tir::IterType::CommReduce) continue;
    std::string name = editor_.base_name(axis);
    while (std::ranges::find(taken, name) != taken.end()) name += "_";
    taken.push_back(name);
    map.vars.push_back(tir::make_var(name));
    map.indices.emplace_back(map.vars.back());
  }
  const size_t dims = map.vars.size();
  if (block == 0 && dims >= 2) {
    std::swap(map.indices[dims - 2], map.indices[dims - 1]);
  } else if (block > 0 && dims > 0) {
    const tir::Expr last = map.vars.back(), size = tir::int_imm(block);
    map.indices.back() = tir::floordiv(last, size);
    map.indices.push_back(tir::floormod(last, size));
  } else {
    script::StepEdit nothing;
    nothing.label = name_of(Primitive::TransformLayout);
    return nothing;
  }
  return added({Primitive::TransformLayout, stage, -1, {std::move(map)}});
}

Result<script::StepEdit> Gestures::create_group(StageId stage, StageId input) const {
  const auto one = [](StageId id) { return std::vector{schedule::TensorRef{id, 0}}; };
  return added({Primitive::CreateGroup, {}, -1, {one(stage), one(input), true}});
}

Result<script::StepEdit> Gestures::group_compute_at(int group, StageId parent, AxisId axis) const {
  return added({Primitive::GroupComputeAt, {}, group, {parent, axis}});
}

}  // namespace nw::edit
