// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/primitives/marks.h"

#include <algorithm>

#include "schedule/catalogue.h"
#include "schedule/names.h"
#include "schedule/primitives.h"
#include "schedule/refusal.h"

namespace nw::schedule {

AxisAttr& mark(Schedule& s, StageId stage, AxisId axis, const StepSource& at, Primitive step) {
  Stage& to = s.edit(stage);
  to.history.emplace_back(at.span.line, step);
  AxisAttr& attr = to.attrs[axis];
  attr.line = at.span.line;
  return attr;
}

int line_of_step(const Stage& stage, const AxisAttr& attr, Primitive step) {
  std::vector<int> lines;
  for (const auto& [line, done] : stage.history)
    if (done == step && line <= attr.line) lines.push_back(line);
  if (std::ranges::find(lines, attr.line) != lines.end()) return attr.line;
  return lines.size() == 1 ? lines.front() : 0;
}

Diagnostics become(Schedule& s, StageId stage, AxisId axis, const StepSource& at, tir::IterType type) {
  const AxisAttr* former = s.stage(stage).attr(axis);
  Diagnostics warnings;
  if (former && former->iter_type != tir::IterType::DataPar && former->iter_type != type) {
    AxisAttr was, now;
    was.iter_type = former->iter_type, now.iter_type = type;
    const int line = line_of_step(s.stage(stage), *former, *primitive_for(former->iter_type));
    Refusal r(
        "NW2515", s, stage, at,
        shown(s, axis) + " was " + marks_of(was).front() + in_line(line) + "; now it is " + marks_of(now).front());
    r.axis(axis).severity(Severity::Warning).because("the last that is said of what a loop becomes holds");
    warnings.push_back(r.instead_of(line));
  }
  AxisAttr& attr = mark(s, stage, axis, at, *primitive_for(type));
  attr.iter_type = type;
  if (type != tir::IterType::Tensorized) attr.intrin = nullptr;
  return warnings;
}

}  // namespace nw::schedule
