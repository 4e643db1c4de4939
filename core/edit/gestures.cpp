// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/gestures.h"

#include <algorithm>

#include "schedule/catalogue.h"

namespace nw::edit {

using schedule::Primitive;
using schedule::Step;

namespace {

tir::Expr number(int64_t value) {
  return tir::int_imm(value);
}

// What names the step's arguments in the script.
struct Named {
  std::vector<AxisId> axes;
  std::vector<StageId> stages;
};

Named named_in(const Step& step, const schedule::Schedule& s) {
  Named all;
  if (step.stage) all.stages.push_back(step.stage);
  for (const schedule::Argument& argument : step.arguments) {
    if (const auto* axis = std::get_if<AxisId>(&argument)) all.axes.push_back(*axis);
    if (const auto* axes = std::get_if<std::vector<AxisId>>(&argument))
      all.axes.insert(all.axes.end(), axes->begin(), axes->end());
    if (const auto* stage = std::get_if<StageId>(&argument)) all.stages.push_back(*stage);
    if (const auto* stages = std::get_if<std::vector<StageId>>(&argument))
      all.stages.insert(all.stages.end(), stages->begin(), stages->end());
    if (const auto* tensor = std::get_if<schedule::TensorRef>(&argument)) all.stages.push_back(tensor->stage);
    if (const auto* e = std::get_if<tir::Expr>(&argument); e && step.stage)
      for (const schedule::Axis& axis : s.stage(step.stage).axes)
        if (tir::uses_var(*e, axis.iter->var)) all.axes.push_back(axis.id);
  }
  return all;
}

}  // namespace

Result<script::TextChange> Gestures::write(const Result<script::StepEdit>& edit) const {
  if (!edit.value) return edit.diagnostics;
  return editor_.write(*edit.value);
}

Result<script::StepEdit> Gestures::added(Step step) const {
  const Named named = named_in(step, *program_.schedule);
  for (const AxisId axis : named.axes)
    if (auto d = editor_.cannot_name(axis)) return *d;
  for (const StageId stage : named.stages)
    if (auto d = editor_.cannot_name(stage)) return *d;
  script::StepEdit edit;
  edit.label = editor_.label_of(step);
  edit.step = std::move(step);
  return edit;
}

Result<script::StepEdit> Gestures::split(StageId stage, AxisId axis, int64_t factor) const {
  return added({Primitive::Split, stage, -1, {axis, number(factor)}});
}

Result<script::StepEdit> Gestures::split_parts(StageId stage, AxisId axis, int64_t nparts) const {
  return added({Primitive::Split, stage, -1, {axis, std::monostate(), number(nparts)}});
}

Result<script::StepEdit> Gestures::tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const {
  return added({Primitive::Tile, stage, -1, {y, x, number(y_factor), number(x_factor)}});
}

// Unless other statements share the line of the former one.
Result<script::StepEdit> Gestures::attached(Step step) const {
  const int former = program_.schedule->stage(step.stage).attach.line;
  const StageId stage = step.stage;
  Result<script::StepEdit> edit = added(std::move(step));
  if (!edit.value || former == 0) return edit;
  for (const script::Statement& s : program_.statements)
    if (s.span.line == former && s.stage == stage && s.primitive && schedule::info(*s.primitive).places)
      edit->removed = former;
  return edit;
}

Result<script::StepEdit> Gestures::at_root(Step step) const {
  if (std::optional<script::StepEdit> edit = unplaced(step.stage)) return std::move(*edit);
  return attached(std::move(step));
}

Result<script::StepEdit> Gestures::of(Step step) const {
  const schedule::PrimitiveInfo& row = schedule::info(step.primitive);
  if (step.primitive == Primitive::Reorder) return reordered(step.stage, *step.argument<std::vector<AxisId>>(0));
  if (step.primitive == Primitive::ComputeRoot) return at_root(std::move(step));
  if (row.places) return attached(std::move(step));
  if (marks_loop(row)) return marked(std::move(step));
  if (row.identifying_arguments >= 0)
    return added_or_replaced(std::move(step), static_cast<size_t>(row.identifying_arguments));
  return added(std::move(step));
}

}  // namespace nw::edit
