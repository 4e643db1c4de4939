// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/expressible_schedule.h"

#include <algorithm>
#include <set>

#include "export/diagnostics.h"
#include "export/factored_reduction.h"
#include "schedule/catalogue.h"
#include "script/replay.h"

namespace nw::exporting {

namespace {

// Whether tir.Schedule's rfactor gives the same loops. Computed inside of another stage, they are rebuilt there, in
// the order of the axes that the partial results reduce over: known where each comes of one axis of the reduction.
bool factors_alike(const script::Program& program, const MadeStage& made, const FactoredReduction& f) {
  using schedule::AttachKind;
  const AttachKind place = program.schedule->attach_of(made.made).kind;
  if (!f.plain || place == AttachKind::Inline || place == AttachKind::InlinedAlready) return false;
  return place == AttachKind::Root ||
         std::ranges::all_of(f.before.root, [&](AxisId root) { return parts_of(f, root).size() <= 1; });
}

bool makes_another_stage(const script::Program& program, const script::Statement& s, bool steps_of_te) {
  if (!s.primitive || !schedule::info(*s.primitive).makes_stages) return false;
  const std::optional<MadeStage> made = made_by(program, s);
  if (!made) return true;
  if (made->kind != MadeStage::Kind::Factor) return !made->for_all && !steps_of_te;
  const std::optional<FactoredReduction> f = factored_reduction(program, *made);
  return !f || !(steps_of_te || factors_alike(program, *made, *f));
}

}  // namespace

ExpressibleSchedule expressible_schedule(const script::Program& program, const std::string& tool, bool steps_of_te) {
  ExpressibleSchedule result{program, {}};
  std::set<int> lines;  // where statements start that are left out
  // What needs a step that is left out is left out too, until all the others are legal.
  for (;;) {
    const size_t before = lines.size();
    for (const script::Statement& s : result.program.statements) {
      const bool fails = s.part == script::Statement::Part::Schedule && !s.applied;
      if (!fails && !makes_another_stage(result.program, s, steps_of_te)) continue;
      if (lines.insert(s.span.line).second && s.primitive)
        result.left_out.push_back(cannot_say(tool, schedule::name_of(*s.primitive), s.span.line));
    }
    if (lines.size() == before) break;
    result.program = script::replay(program, [&](const script::Statement& s) { return !lines.contains(s.span.line); });
  }
  std::sort(result.left_out.begin(), result.left_out.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return result;
}

}  // namespace nw::exporting
