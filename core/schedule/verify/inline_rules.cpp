// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a stage after it was inlined: it has no loops, so they would be lost.
#include <algorithm>

#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

struct LostStep {
  std::string fact;
  int line = 0;
};

std::vector<LostStep> lost_steps(const Schedule& s, const Stage& stage) {
  std::vector<LostStep> lost;
  for (const Axis& a : stage.axes)
    if (const std::vector<AxisId> next = replaced_by(stage, a.id); !next.empty())
      lost.push_back({replacement_text(s, stage, a.id), stage.find_axis(next[0])->line});
  for (const auto& [axis, attr] : stage.attrs)
    for (const std::string& mark : marks_of(attr))
      lost.push_back({shown(s, axis) + " was " + mark + in_line(attr.line), attr.line});
  if (stage.relations.empty() && stage.leaf != stage.root)
    for (const auto& [line, step] : stage.history)
      if (step == Primitive::Reorder) lost.push_back({"its loops were reordered" + in_line(line), line});
  return lost;
}

}  // namespace

void check_inlined(const Schedule& s, Findings& found) {
  for (StageId id : s.order()) {
    const Stage& stage = s.stage(id);
    if (stage.attach.kind != AttachKind::Inline) continue;
    const std::vector<LostStep> lost = lost_steps(s, stage);
    if (lost.empty()) continue;
    Finding& f = found.add("NW2306", stage.name(), stage.name() + " is inlined, so it has no loops to schedule");
    f.diagnostic.because.push_back(stage.name() + " was inlined" + in_line(stage.attach.line));
    f.lines = {stage.attach.line};
    for (const LostStep& step : lost) {
      f.diagnostic.because.push_back(step.fact);
      f.lines.push_back(step.line);
    }
    const int inlined = stage.attach.line;
    f.add_fixes = [inlined, name = stage.name()](Diagnostic& d, const StepSource& at) {
      d.legal = {"schedule the stage that " + name + " is inlined into", "do not inline " + name};
      if (inlined > 0 && inlined != at.span.line)
        d.fixes.push_back({"do not inline " + name, {{Edit::Kind::Delete, inlined, {}}}});
      d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }
}

}  // namespace nw::schedule
