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

Named named_in(const Step& step) {
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
  }
  return all;
}

}  // namespace

Result<script::TextChange> Gestures::write(const Result<script::StepEdit>& edit) const {
  if (!edit.value) return edit.diagnostics;
  return editor_.write(*edit.value);
}

Result<script::StepEdit> Gestures::added(Step step) const {
  const Named named = named_in(step);
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

Result<script::StepEdit> Gestures::fuse(StageId stage, const std::vector<AxisId>& axes) const {
  return added({Primitive::Fuse, stage, -1, {axes}});
}

int64_t Gestures::tile_factor(int64_t extent) {
  constexpr int64_t kUsual = 4;
  if (extent <= 0) return kUsual;
  for (int64_t factor = std::min(kUsual, extent); factor > 1; --factor)
    if (extent % factor == 0) return factor;
  return std::min(kUsual, extent);
}

Result<script::StepEdit> Gestures::tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const {
  return added({Primitive::Tile, stage, -1, {y, x, number(y_factor), number(x_factor)}});
}

// A stage has one place: the step that gave it the former one goes, unless other statements share its line.
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

Result<script::StepEdit> Gestures::compute_at(StageId stage, StageId parent, AxisId axis) const {
  return attached({Primitive::ComputeAt, stage, -1, {parent, axis}});
}

Result<script::StepEdit> Gestures::compute_inline(StageId stage) const {
  return attached({Primitive::ComputeInline, stage});
}

Result<script::StepEdit> Gestures::compute_root(StageId stage) const {
  if (std::optional<script::StepEdit> edit = unplaced(stage)) return std::move(*edit);
  return attached({Primitive::ComputeRoot, stage});
}

Result<script::StepEdit> Gestures::cache_read(StageId tensor, const std::string& scope,
                                              const std::vector<StageId>& readers) const {
  return added({Primitive::CacheRead, tensor, -1, {schedule::TensorRef{tensor, 0}, scope, readers}});
}

Result<script::StepEdit> Gestures::cache_write(StageId tensor, const std::string& scope) const {
  return added({Primitive::CacheWrite, tensor, -1, {std::vector{schedule::TensorRef{tensor, 0}}, scope}});
}

Result<script::StepEdit> Gestures::rfactor(StageId stage, AxisId axis, size_t place) const {
  Step step{Primitive::Rfactor, stage, -1, {schedule::TensorRef{stage, 0}, axis}};
  if (place > 0) step.arguments.emplace_back(static_cast<int64_t>(place));
  return added(std::move(step));
}

}  // namespace nw::edit
