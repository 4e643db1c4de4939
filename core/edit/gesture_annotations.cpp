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

Result<script::StepEdit> Gestures::marked(Step step) const {
  const Primitive primitive = step.primitive;
  const StageId stage = step.stage;
  const AxisId axis = *step.argument<AxisId>(0);
  Result<script::StepEdit> edit = added(std::move(step));
  if (!edit.value) return edit;
  for (const Statement& s : program_.statements | std::views::reverse) {  // the last holds
    if (!s.step || !s.applied || s.stage != stage || !on_one_line(s)) continue;
    if (!marks_loop(schedule::info(*s.primitive))) continue;
    if (*s.step->step.argument<AxisId>(0) != axis) continue;
    if (s.primitive != primitive) {
      edit->in_place_of = s.span.line;
      return edit;
    }
    script::StepEdit removal;
    removal.removed = s.span.line;
    removal.label = Sentence(NW_TEXT("Step", "{0} without {1}"), editor_.base_name(axis), name_of(primitive));
    return removal;
  }
  return edit;
}

Result<script::StepEdit> Gestures::added_or_replaced(Step step, size_t same) const {
  Result<script::StepEdit> edit = added(std::move(step));
  if (!edit.value) return edit;
  const Step& changed = *edit->step;
  const Statement* former = nullptr;
  std::vector<std::string> names;  // by which the new step calls what it shares with the former
  for (size_t i = 0; i < same; ++i)
    if (const AxisId* axis = changed.argument<AxisId>(i)) names.push_back(editor_.axis_text(*axis));
  for (const Statement& s : program_.statements) {
    // A name that means something else further down cannot be written there.
    if (former && std::ranges::any_of(
                      s.binds, [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); }))
      former = nullptr;
    if (!s.step || !s.applied || s.stage != changed.stage || s.primitive != changed.primitive || !on_one_line(s))
      continue;
    Step mine = changed, theirs = s.step->step;
    mine.arguments.resize(same);
    theirs.arguments.resize(same);
    if (mine == theirs) former = &s;
  }
  if (former) edit->in_place_of = former->span.line;
  return edit;
}

Result<script::StepEdit> Gestures::remove(int line) const {
  for (const Statement& s : program_.statements) {
    if (s.span.line != line || !s.primitive) continue;
    script::StepEdit edit;
    edit.removed = line;
    edit.with_comment = true;
    edit.label = Sentence(NW_TEXT("Step", "without {0}"), editor_.statement_text(line));
    return edit;
  }
  Diagnostic d;
  d.code = "NW2091";
  d.message = "line " + std::to_string(line) + " is no schedule step";
  d.where.push_back(at_line(line));
  return d;
}

}  // namespace nw::edit
