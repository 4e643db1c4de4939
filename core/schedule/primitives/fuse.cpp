// SPDX-License-Identifier: GPL-3.0-or-later
// fuse: neighbouring loops become one.
//
//   for a in 0..m                      for a.b.fused in 0..m·n
//     for b in 0..n      →               body(a.b.fused // n, a.b.fused % n)
//       body(a, b)
//
// Legal for loops directly inside one another (two of them in either order, as in TVM) that have no annotations yet. Of
// no axes: a loop of one iteration around the nest.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

size_t place(const Stage& stage, AxisId axis) {
  return static_cast<size_t>(std::find(stage.leaf.begin(), stage.leaf.end(), axis) - stage.leaf.begin());
}

// Axes in the order of the nest.
std::vector<AxisId> in_nest_order(const Stage& stage, std::vector<AxisId> axes) {
  std::sort(axes.begin(), axes.end(), [&](AxisId a, AxisId b) { return place(stage, a) < place(stage, b); });
  return axes;
}

Diagnostic not_adjacent(const Schedule& s, StageId stage, const std::vector<AxisId>& axes, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const std::vector<AxisId> sorted = in_nest_order(own, axes);
  std::vector<AxisId> between;
  for (size_t i = place(own, sorted.front()); i < place(own, sorted.back()); ++i)
    if (std::find(axes.begin(), axes.end(), own.leaf[i]) == axes.end()) between.push_back(own.leaf[i]);
  const bool order = between.empty();
  Refusal r("NW2106", s, stage, at,
            order ? "fuse takes loops from the outermost to the innermost"
                  : listed(shown(s, axes)) + " are not next to each other");
  r.because("the loops of " + own.name() + " are " + comma(shown(s, own.leaf)));
  if (!order) r.because(listed(shown(s, between)) + (between.size() == 1 ? " stands" : " stand") + " between them");
  if (!r.explains()) return r;
  std::vector<std::string> pairs;
  for (size_t i = 0; i + 1 < own.leaf.size(); ++i)
    pairs.push_back("fuse(" + shown(s, own.leaf[i]) + ", " + shown(s, own.leaf[i + 1]) + ")");
  r.legal(pairs);
  const std::string of = script_text(own, at.schedule_name);
  auto texts = [&](const std::vector<AxisId>& list) {
    std::vector<std::string> words;
    for (AxisId axis : list) words.push_back(script_text(s, axis, at.schedule_name));
    return std::find(words.begin(), words.end(), "") == words.end() ? comma(words) : std::string();
  };
  const std::string names = comma(at.result_names);
  const std::string assign = names.empty() ? "" : names + " = ";
  if (order && !of.empty() && !texts(sorted).empty()) {
    r.replace("list them from the outermost to the innermost", assign + of + ".fuse(" + texts(sorted) + ")");
  } else if (!of.empty()) {
    std::vector<AxisId> together = sorted;
    together.insert(together.end(), between.begin(), between.end());
    const std::string list = texts(together), fused = texts(sorted);
    if (!list.empty())
      r.replace("bring them together first", of + ".reorder(" + list + ")\n" + assign + of + ".fuse(" + fused + ")");
  }
  return r.or_delete("delete the step");
}

// Of a loop that was listed twice, the next was meant once.
void fuse_with_the_next(Diagnostic& d, const Schedule& s, StageId stage, AxisId axis, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const size_t next = place(own, axis) + 1;
  const std::string of = script_text(own, at.schedule_name), first = script_text(s, axis, at.schedule_name);
  const std::string second = next < own.leaf.size() ? script_text(s, own.leaf[next], at.schedule_name) : std::string();
  if (of.empty() || first.empty() || second.empty()) return;
  const std::string names = comma(at.result_names);
  d.fixes.insert(d.fixes.begin(), {"fuse it with " + shown(s, own.leaf[next]),
                                   replace_statement(at, (names.empty() ? "" : names + " = ") + of + ".fuse(" + first +
                                                             ", " + second + ")")});
}

std::optional<Diagnostic> may_fuse(const Schedule& s, StageId stage, const std::vector<AxisId>& axes,
                                   const StepSource& at) {
  const Trial again = [](Schedule& copy, AxisId other, const StepSource& quiet) {
    return fuse(copy, copy.owner(other), {other}, quiet).diagnostics;
  };
  for (AxisId axis : axes) {
    if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return d;
    const tir::IterType type = s.stage(stage).find_axis(axis)->iter->type;
    if (type != tir::IterType::DataPar && type != tir::IterType::CommReduce && type != tir::IterType::Ordered)
      return wrong_kind(s, stage, axis, at, name_of(Primitive::Fuse),
                        "its iterations belong to the hardware or to another operation", again);
  }
  if (auto d = must_differ(s, stage, axes, at, Primitive::Fuse)) {
    if (at.explain && axes.size() == 2) fuse_with_the_next(*d, s, stage, axes[0], at);
    return d;
  }
  for (AxisId axis : axes)
    if (auto d = must_keep_marks(s, stage, axis, at, Primitive::Fuse, "fuse first, then say it of the fused loop"))
      return d;
  std::vector<AxisId> swapped = axes;  // TVM takes two loops in either order
  if (axes.size() >= 2 && place(s.stage(stage), axes[1]) + 1 == place(s.stage(stage), axes[0]))
    std::swap(swapped[0], swapped[1]);
  for (size_t i = 0; i + 1 < swapped.size(); ++i)
    if (place(s.stage(stage), swapped[i]) + 1 != place(s.stage(stage), swapped[i + 1]))
      return not_adjacent(s, stage, axes, at);
  return std::nullopt;
}

AxisId fuse_two(Schedule& s, Stage& to, AxisId first, AxisId second, int line, const std::string& name) {
  const IterVar a = to.find_axis(first)->iter, b = to.find_axis(second)->iter;
  const IterVar iter = derived_iter(a->var->name + "." + b->var->name + ".fused", a, std::max(a->type, b->type));
  const AxisId fused = s.add_axis(to, iter, line, name);
  const bool swap = place(to, second) < place(to, first);
  const AxisId outer = swap ? second : first, inner = swap ? first : second;
  to.relations.push_back(FuseRelation{outer, inner, fused});
  std::erase(to.leaf, inner);
  replace_leaf(to, outer, {fused});
  return fused;
}

}  // namespace

Result<AxisId> fuse(Schedule& s, StageId stage, const std::vector<AxisId>& axes, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "fuse loops of")) return *d;
  if (auto d = may_fuse(s, stage, axes, at)) return *d;
  Stage& to = s.edit(stage);
  to.history.emplace_back(at.span.line, Primitive::Fuse);
  const std::string name = at.result_names.empty() ? std::string() : at.result_names[0];
  if (axes.empty()) {
    const IterVar iter = tir::make_iter_var("singleton", {tir::int_imm(0), tir::int_imm(1)}, tir::IterType::DataPar);
    const AxisId made = s.add_axis(to, iter, at.span.line, name);
    to.relations.push_back(SingletonRelation{made});
    to.leaf.insert(to.leaf.begin(), made);
    return made;
  }
  AxisId fused = axes[0];
  for (size_t i = 1; i < axes.size(); ++i)
    fused = fuse_two(s, to, fused, axes[i], at.span.line, i + 1 == axes.size() ? name : std::string());
  return fused;
}

}  // namespace nw::schedule
