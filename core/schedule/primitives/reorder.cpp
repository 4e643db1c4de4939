// SPDX-License-Identifier: GPL-3.0-or-later
// reorder: the listed loops change places among themselves; the others stay where they are.
//
//   for a                              for c
//     for b              →               for b              reorder(c, a)
//       for c                              for a
//
// Legal for loops over data or a reduction, each listed once.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

// An axis that was split is listed: all of its loops at its place, unless some are listed already.
std::string with_loops(const Schedule& s, StageId stage, const std::vector<AxisId>& axes, AxisId stale,
                       const StepSource& at) {
  std::vector<AxisId> list;
  for (AxisId axis : axes) {
    if (axis != stale) {
      list.push_back(axis);
      continue;
    }
    for (AxisId loop : loops_from(s.stage(stage), axis))
      if (std::find(axes.begin(), axes.end(), loop) == axes.end()) list.push_back(loop);
  }
  const std::string of = script_text(s.stage(stage), at.schedule_name);
  std::vector<std::string> texts;
  for (AxisId axis : list) texts.push_back(script_text(s, axis, at.schedule_name));
  if (of.empty() || std::find(texts.begin(), texts.end(), "") != texts.end()) return {};
  return of + ".reorder(" + comma(texts) + ")";
}

}  // namespace

Diagnostics reorder(Schedule& s, StageId stage, const std::vector<AxisId>& axes, const StepSource& at) {
  const Trial again = [](Schedule& copy, AxisId other, const StepSource& quiet) {
    return reorder(copy, copy.owner(other), {other}, quiet);
  };
  for (AxisId axis : axes) {
    if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) {
      if (const std::string statement = with_loops(s, stage, axes, axis, at);
          at.explain && d->code == "NW2100" && !statement.empty())
        d->fixes.insert(d->fixes.begin(),
                        {"list the loops that " + shown(s, axis) + " became", replace_statement(at, statement)});
      return {*d};
    }
    const tir::IterType type = s.stage(stage).find_axis(axis)->iter->type;
    if (type != tir::IterType::DataPar && type != tir::IterType::CommReduce && type != tir::IterType::ThreadIndex)
      return {
          wrong_kind(s, stage, axis, at, name_of(Primitive::Reorder), "its iterations must run in their order", again)};
  }
  if (auto d = must_differ(s, stage, axes, at, Primitive::Reorder)) return {*d};
  Stage& to = s.edit(stage);
  std::vector<size_t> places;
  for (AxisId axis : axes)
    places.push_back(static_cast<size_t>(std::find(to.leaf.begin(), to.leaf.end(), axis) - to.leaf.begin()));
  std::sort(places.begin(), places.end());
  for (size_t i = 0; i < axes.size(); ++i) to.leaf[places[i]] = axes[i];
  to.history.emplace_back(at.span.line, Primitive::Reorder);
  return {};
}

}  // namespace nw::schedule
