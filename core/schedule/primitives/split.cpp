// SPDX-License-Identifier: GPL-3.0-or-later
// split: one loop becomes two.
//
//   for x in 0..n                      for x.outer in 0..ceil(n / f)
//     body(x)            →               for x.inner in 0..f
//                                          if x.outer·f + x.inner < n: body(x.outer·f + x.inner)
//
// f is `factor`, or ceil(n / nparts). Legal for loops over data, a reduction or a scan's steps that have no
// annotations yet; f need not divide n, the test is only there when it must be.
#include "schedule/catalogue.h"
#include "schedule/diagnostics.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

bool splittable(tir::IterType type) {
  return type == tir::IterType::DataPar || type == tir::IterType::CommReduce || type == tir::IterType::Ordered;
}

Result<SplitResult> split(Schedule& s, StageId stage, AxisId axis, const Expr& factor, const Expr& nparts,
                          const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return split(copy, stage, other, factor, nparts, quiet).diagnostics;
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return *d;
  const Axis parent = *s.stage(stage).find_axis(axis);
  if (!splittable(parent.iter->type))
    return wrong_kind(s, stage, axis, at, name_of(Primitive::Split),
                      "its iterations belong to the hardware or to another operation", again);
  if (auto d = must_keep_marks(s, stage, axis, at, Primitive::Split,
                               "split " + shown(parent) + " first, then say it of its parts"))
    return *d;
  const Expr& given = factor ? factor : nparts;
  if (const int64_t* value = tir::as_const_int(given); value && *value < 1) {
    const std::string what = factor ? "the factor" : "nparts";
    const std::string why =
        factor ? "the inner loop has that many iterations" : "the outer loop has that many iterations";
    return not_positive(s, stage, what, *value, at, factor ? "factor" : "nparts", why);
  }
  Stage& to = s.edit(stage);
  auto part = [&](const char* suffix, size_t result) {
    const IterVar iter = derived_iter(parent.iter->var->name + suffix, parent.iter, parent.iter->type);
    return s.add_axis(to, iter, at.span.line,
                      result < at.result_names.size() ? at.result_names[result] : std::string());
  };
  SplitResult made;
  made.outer = part(".outer", 0);
  made.inner = part(".inner", 1);
  to.relations.push_back(SplitRelation{axis, made.outer, made.inner, factor, nparts});
  replace_leaf(to, axis, {made.outer, made.inner});
  to.history.emplace_back(at.span.line, Primitive::Split);
  return made;
}

}  // namespace

Diagnostic split_arguments(const Schedule& s, StageId stage, AxisId axis, bool both, const StepSource& at) {
  Refusal r("NW2105", s, stage, at, both ? "split takes factor or nparts, not both" : "split needs factor or nparts");
  r.because("factor is the inner loop's length, nparts the outer loop's; the other follows from the axis' extent")
      .legal({"factor=…", "nparts=…"});
  const std::string of = script_text(s.stage(stage), at.schedule_name), x = script_text(s, axis, at.schedule_name);
  const std::string names = comma(at.result_names);
  for (const char* keep : {"factor", "nparts"})
    if (const ArgumentSource* kept = at.argument(keep); kept && both && !of.empty() && !x.empty() && at.on_one_line())
      r.replace(std::string("keep ") + keep,
                (names.empty() ? "" : names + " = ") + of + ".split(" + x + ", " + keep + "=" + kept->text + ")");
  if (!both && !of.empty() && !x.empty())
    r.replace("split it by 8", (names.empty() ? "" : names + " = ") + of + ".split(" + x + ", factor=8)");
  return r.or_delete("delete the step");
}

Result<SplitResult> split_factor(Schedule& s, StageId stage, AxisId axis, const Expr& factor, const StepSource& at) {
  return split(s, stage, axis, factor, nullptr, at);
}

Result<SplitResult> split_nparts(Schedule& s, StageId stage, AxisId axis, const Expr& nparts, const StepSource& at) {
  return split(s, stage, axis, nullptr, nparts, at);
}

Result<TileResult> tile(Schedule& s, StageId stage, AxisId y, AxisId x, const Expr& y_factor, const Expr& x_factor,
                        const StepSource& at) {
  if (auto d = must_differ(s, stage, {y, x}, at, Primitive::Tile)) {
    d->fixes.clear();  // tile needs two axes: listing one would not help, another one does
    const ArgumentSource* second = at.argument("y_parent");
    for (AxisId other : s.stage(stage).leaf) {
      const std::string text = script_text(s, other, at.schedule_name);
      const std::string statement = with_part(at, second, text);
      if (at.explain && other != y && !statement.empty())
        d->fixes.push_back({"tile " + shown(s, y) + " and " + shown(s, other), replace_statement(at, statement)});
    }
    return *d;
  }
  // In the script the factors are y's and x's in that order, by whatever name.
  const PrimitiveInfo& split_row = info(Primitive::Split);
  const Parameter& factor = split_row.parameters[parameter_index(split_row, "factor")];
  auto part = [&](std::string_view parameter, std::string outer, std::string inner) {
    StepSource source = at;
    source.result_names = {std::move(outer), std::move(inner)};
    for (ArgumentSource& argument : source.arguments)
      if (argument.parameter->name == parameter) argument.parameter = &factor;
    return source;
  };
  auto name = [&](size_t i) { return i < at.result_names.size() ? at.result_names[i] : std::string(); };
  Schedule trial = s;
  auto first = split_factor(trial, stage, y, y_factor, part("x_factor", name(0), name(2)));
  if (!first.ok()) return first.diagnostics;
  auto second = split_factor(trial, stage, x, x_factor, part("y_factor", name(1), name(3)));
  if (!second.ok()) return second.diagnostics;
  const TileResult made{first->outer, second->outer, first->inner, second->inner};
  Diagnostics d = reorder(trial, stage, {made.y_outer, made.x_outer, made.y_inner, made.x_inner}, at);
  if (has_errors(d)) return d;
  s = std::move(trial);
  return made;
}

}  // namespace nw::schedule
