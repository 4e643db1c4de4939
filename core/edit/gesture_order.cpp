// SPDX-License-Identifier: GPL-3.0-or-later
// Reordering again and again: one reorder is left, with the order that holds in the end.
#include <algorithm>

#include "edit/gestures.h"

namespace nw::edit {

using schedule::Primitive;
using script::Statement;

namespace {

// The last step, if it is a reorder of this stage that is alone on its line.
const Statement* last_reorder(const script::Program& program, StageId stage) {
  const Statement* last = nullptr;
  for (const Statement& s : program.statements)
    if (s.part != Statement::Part::Kernel) last = &s;
  const bool found = last && last->primitive == Primitive::Reorder && last->stage == stage && last->applied &&
                     last->span.line == last->last_line;
  return found ? last : nullptr;
}

// The stage's loops before the statement.
std::vector<AxisId> loops_before(const script::Program& program, StageId stage, const Statement& statement) {
  schedule::Replayer replay(*program.schedule, program.unscheduled());
  for (const Statement& s : program.statements) {
    if (&s == &statement) break;
    if (s.step && s.applied) replay.apply(*s.step);
  }
  return replay.schedule().stage(stage).leaf;
}

}  // namespace

// The axes from the first to the last whose place differs from `before`.
script::StepEdit Gestures::ordered(StageId stage, const std::vector<AxisId>& before,
                                   const std::vector<AxisId>& leaves) const {
  size_t first = 0, last = std::min(before.size(), leaves.size());
  while (first < last && before[first] == leaves[first]) ++first;
  while (last > first && before[last - 1] == leaves[last - 1]) --last;
  script::StepEdit edit;
  edit.label = name_of(Primitive::Reorder);
  if (first == last) return edit;
  const auto at = [&](size_t i) { return leaves.begin() + static_cast<std::ptrdiff_t>(i); };
  edit.step = schedule::Step{Primitive::Reorder, stage, -1, {std::vector<AxisId>(at(first), at(last))}};
  edit.label = editor_.label_of(*edit.step);
  return edit;
}

Result<script::StepEdit> Gestures::reordered(StageId stage, const std::vector<AxisId>& leaves) const {
  const std::vector<AxisId>& now = program_.schedule->stage(stage).leaf;
  for (const AxisId axis : leaves)
    if (auto d = editor_.cannot_name(axis); d && std::ranges::find(now, axis) != now.end()) {
      const script::StepEdit wanted = ordered(stage, now, leaves);
      const auto* axes = wanted.step ? wanted.step->argument<std::vector<AxisId>>(0) : nullptr;
      if (axes && std::ranges::find(*axes, axis) != axes->end()) return *d;
    }
  script::StepEdit added = ordered(stage, now, leaves);
  const Statement* former = last_reorder(program_, stage);
  if (!added.step || !former) return added;
  // Only what a gesture wrote is written again: no comment behind it, no spelling of one's own.
  const std::vector<AxisId> before = loops_before(program_, stage, *former);
  const script::StepEdit same = ordered(stage, before, now);
  if (!same.step || editor_.line_of(*same.step) != editor_.whole_line(former->span.line)) return added;
  script::StepEdit whole = ordered(stage, before, leaves);
  whole.removed = former->span.line;
  whole.label = added.label;
  return whole;
}

}  // namespace nw::edit
