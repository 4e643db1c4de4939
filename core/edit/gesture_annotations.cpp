// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures that annotate one loop or one stage, and the one that takes a step away.
#include <algorithm>
#include <ranges>

#include "edit/gestures.h"
#include "schedule/catalogue.h"

namespace nw::edit {

using schedule::Primitive;
using schedule::Step;
using script::Statement;

namespace {

// vectorize, unroll, parallel: of these a loop has one.
bool is_loop_mark(const Statement& s) {
  return s.primitive && *s.primitive != Primitive::Tensorize &&
         schedule::info(*s.primitive).loop_kind != tir::IterType::DataPar;
}

bool on_one_line(const Statement& s) {
  return s.span.line == s.last_line;
}

// Of placements there may be several, the last of which holds: without it another one would.
const Statement* only_placement(const script::Program& program, StageId stage) {
  const Statement* found = nullptr;
  for (const Statement& s : program.statements) {
    if (!s.primitive || !schedule::info(*s.primitive).places || s.stage != stage) continue;
    if (found || !s.applied || s.primitive == Primitive::ComputeRoot || !on_one_line(s)) return nullptr;
    found = &s;
  }
  return found;
}

}  // namespace

std::optional<script::StepEdit> Gestures::unplaced(StageId stage) const {
  const schedule::Stage& now = program_.schedule->stage(stage);
  const Statement* placement = only_placement(program_, stage);
  if (!placement || now.attach.line != placement->span.line || now.group >= 0) return std::nullopt;
  script::StepEdit edit;
  edit.removed = placement->span.line;
  edit.label = editor_.label_of({Primitive::ComputeRoot, stage});
  return edit;
}

Result<script::StepEdit> Gestures::mark(StageId stage, AxisId axis, Primitive primitive) const {
  Result<script::StepEdit> edit = added({primitive, stage, -1, {axis}});
  if (!edit.value) return edit;
  for (const Statement& s : program_.statements | std::views::reverse) {  // the last holds
    if (!s.step || !s.applied || s.stage != stage || !is_loop_mark(s) || !on_one_line(s)) continue;
    if (*s.step->step.argument<AxisId>(0) != axis) continue;
    if (s.primitive != primitive) {
      edit->in_place_of = s.span.line;
      return edit;
    }
    script::StepEdit removal;
    removal.removed = s.span.line;
    removal.label = editor_.base_name(axis) + " without " + name_of(primitive);
    return removal;
  }
  return edit;
}

Result<script::StepEdit> Gestures::renewed(Step step, size_t same) const {
  Result<script::StepEdit> edit = added(std::move(step));
  if (!edit.value) return edit;
  const Step& renewed = *edit->step;
  const Statement* former = nullptr;
  std::vector<std::string> names;  // by which the new step calls what it shares with the former
  for (size_t i = 0; i < same; ++i)
    if (const AxisId* axis = renewed.argument<AxisId>(i)) names.push_back(editor_.axis_text(*axis));
  for (const Statement& s : program_.statements) {
    // A name that means something else further down cannot be written there.
    if (former && std::ranges::any_of(
                      s.binds, [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); }))
      former = nullptr;
    if (!s.step || !s.applied || s.stage != renewed.stage || s.primitive != renewed.primitive || !on_one_line(s))
      continue;
    Step mine = renewed, theirs = s.step->step;
    mine.arguments.resize(same);
    theirs.arguments.resize(same);
    if (mine == theirs) former = &s;
  }
  if (former) edit->in_place_of = former->span.line;
  return edit;
}

Result<script::StepEdit> Gestures::pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) const {
  return renewed({Primitive::Pragma, stage, -1, {axis, key, tir::Expr(tir::int_imm(value))}}, 2);
}

Result<script::StepEdit> Gestures::bind(StageId stage, AxisId axis, const std::string& thread) const {
  tir::IterVar iter = tir::make_iter_var(thread, {}, tir::IterType::ThreadIndex, thread);
  return renewed({Primitive::Bind, stage, -1, {axis, std::move(iter)}}, 1);
}

Result<script::StepEdit> Gestures::storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) const {
  return renewed({Primitive::StorageAlign, stage, -1, {axis, factor, offset}}, 1);
}

Result<script::StepEdit> Gestures::prefetch(StageId stage, StageId tensor, AxisId axis, int64_t offset) const {
  return added(
      {Primitive::Prefetch, stage, -1, {schedule::TensorRef{tensor, 0}, axis, tir::Expr(tir::int_imm(offset))}});
}

Result<script::StepEdit> Gestures::set_scope(StageId stage, const std::string& scope) const {
  return renewed({Primitive::SetScope, stage, -1, {scope}}, 0);
}

Result<script::StepEdit> Gestures::double_buffer(StageId stage) const {
  return renewed({Primitive::DoubleBuffer, stage}, 0);
}

Result<script::StepEdit> Gestures::rolling_buffer(StageId stage) const {
  return added({Primitive::RollingBuffer, stage});
}

Result<script::StepEdit> Gestures::store_predicate(StageId stage, AxisId axis) const {
  const tir::Var loop = program_.schedule->stage(stage).find_axis(axis)->iter->var;
  if (auto d = editor_.cannot_name(axis)) return *d;
  return added({Primitive::SetStorePredicate, stage, -1, {tir::eq(loop, tir::int_imm(0, loop->dtype))}});
}

Result<script::StepEdit> Gestures::tensorize(StageId stage, AxisId axis,
                                             std::shared_ptr<const schedule::TensorIntrin> intrinsic) const {
  return added({Primitive::Tensorize, stage, -1, {axis, std::move(intrinsic)}});
}

Result<script::StepEdit> Gestures::remove(int line) const {
  for (const Statement& s : program_.statements) {
    if (s.span.line != line || !s.primitive) continue;
    script::StepEdit edit;
    edit.removed = line;
    edit.with_comment = true;
    edit.label = "without " + editor_.statement_text(line);
    return edit;
  }
  Diagnostic d;
  d.code = "NW2091";
  d.message = "line " + std::to_string(line) + " is no schedule step";
  d.where.push_back(at_line(line));
  return d;
}

}  // namespace nw::edit
